//! What a view looks like to people: a board, panels of cards and tables, and words.

use super::scene::Scene;
use super::seat::Seat;

/// A viewer's whole sight of a game, ready to be drawn or written.
#[derive(Clone, Debug, Default)]
pub struct Presentation {
    /// Where the game stands: "1200s, generation 2 of 4: Conflict & strife".
    pub headline: String,
    /// What the board shows, for drawing it and for telling it in words.
    pub scene: Scene,
    /// The viewer's own hand and the like, shown next to the orders.
    pub own: Vec<Panel>,
    /// Everything else, in the order of importance.
    pub panels: Vec<Panel>,
    /// The board in words: one paragraph or short table per line, at most 72 wide. Enough to play
    /// from, for mails and screen readers.
    pub text: String,
    /// How far the game is and who has how much, for lists of games.
    pub standing: Standing,
}

/// How far a game is, and what counts in it so far: what everybody may know, in a few numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// The number of the round; 0 before the first, and for games that count none.
    pub round: u16,
    /// What a round is called here: "round", "generation".
    pub rounds: &'static str,
    /// What points are called here: "glory".
    pub points: &'static str,
    /// How many each seat has, in seat order.
    pub seats: Vec<(Seat, i32)>,
}

impl Standing {
    /// A seat's place, counted from 1, by what has been scored so far; seats with as many share it.
    pub fn place(&self, seat: Seat) -> Option<usize> {
        let own = self.points_of(seat)?;
        Some(1 + self.seats.iter().filter(|(_, points)| *points > own).count())
    }

    /// How many points a seat has.
    pub fn points_of(&self, seat: Seat) -> Option<i32> {
        self.seats.iter().find(|(known, _)| *known == seat).map(|(_, points)| *points)
    }
}

/// A titled part of the page.
#[derive(Clone, Debug)]
pub struct Panel {
    /// A slug, stable, for links.
    pub id: &'static str,
    pub title: String,
    pub blocks: Vec<Block>,
}

/// What a panel is made of.
#[derive(Clone, Debug)]
pub enum Block {
    /// A sentence or two.
    Text(String),
    /// Name and value pairs.
    Pairs(Vec<(String, String)>),
    /// A table: column heads, then rows; a row may belong to a seat.
    Grid { head: Vec<String>, rows: Vec<(Option<Seat>, Vec<String>)> },
    /// Cards face up, in order.
    Cards(Vec<Card>),
}

/// A card that shows what it does.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Card {
    pub slug: String,
    pub name: String,
    /// What kind of card: "craft", "generation 1200s". Also names its look.
    pub family: String,
    /// How many of this very card lie here; 1 for a single one.
    pub count: u16,
    /// What it does, line by line: label and text; the label may be empty.
    pub lines: Vec<(String, String)>,
    /// A short note at the foot: "3 more beneath", "needs Field and Pasture".
    pub foot: String,
    /// Whether it is spent, closed or out of reach just now.
    pub dim: bool,
}

/// One line of the story, as one viewer may hear it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Narration {
    /// The sentence: "Red settles Stenkumla (Wood, Grain)".
    pub text: String,
    /// The title's short log form, where it has one: `pirate e`.
    pub code: Option<String>,
    /// Whom it is about.
    pub seat: Option<Seat>,
    /// Whether it starts a new chapter, e.g. a generation: shown as a heading.
    pub chapter: bool,
    /// Whether the heading stands within a larger one: a phase within a round.
    pub within: bool,
    /// Whether it is for the log and no news: that somebody has answered, that all have eaten.
    pub quiet: bool,
}
