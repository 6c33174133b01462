//! How a view is presented to people: as a board, panels of cards and tables, and text.

pub mod board_text;
pub mod changes;
pub mod item;
pub mod moves;
pub mod panel;
pub mod scene;
pub mod summary;

use super::seat::Seat;
use board_text::BoardText;
use panel::Panel;
use scene::Scene;
use summary::SeatSummary;

/// Everything a viewer sees of a game, ready to be drawn or written.
#[derive(Clone, Debug, Default)]
pub struct Presentation {
    /// The current stage of the game: "1200s, generation 2 of 4: Conflict & strife".
    pub headline: String,
    /// The content of the board, for drawing and for describing it.
    pub scene: Scene,
    /// The viewer's own hand and the like, shown next to the orders.
    pub own: Vec<Panel>,
    /// All other panels, most important first.
    pub panels: Vec<Panel>,
    /// The board in words, at most 72 columns wide. Enough to play from, for emails and screen
    /// readers.
    pub text: BoardText,
    /// Whether the text begins with the headline, so that it need not be shown above it.
    pub text_has_headline: bool,
    /// What the viewer needs to know for its pending decision, such as prices and the fields near
    /// its units, one paragraph each. The text contains it too; emails without the text show it.
    pub guide: Vec<String>,
    /// One line per seat, in seat order: goods, hand size, points.
    pub summary: Vec<SeatSummary>,
    /// Progress and scores, for lists of games.
    pub standing: Standing,
}

/// Public progress and scores of a game, in a few numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// The round number; 0 before the first round and for games without rounds.
    pub round: u16,
    /// The title's word for a round: "round", "generation".
    pub rounds: &'static str,
    /// The title's word for points: "glory".
    pub points: &'static str,
    /// The points of each seat, in seat order.
    pub seats: Vec<(Seat, i32)>,
}

impl Standing {
    /// Returns a seat's place, starting at 1; seats with equal points share it.
    pub fn place(&self, seat: Seat) -> Option<usize> {
        let own = self.points_of(seat)?;
        Some(1 + self.seats.iter().filter(|(_, points)| *points > own).count())
    }

    /// Returns a seat's points.
    pub fn points_of(&self, seat: Seat) -> Option<i32> {
        self.seats.iter().find(|(known, _)| *known == seat).map(|(_, points)| *points)
    }
}

/// One line of the story, worded for one reader.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Narration {
    /// The sentence: "Red settles Stenkumla (Wood, Grain)", or "You settle Stenkumla" to Red.
    pub text: String,
    /// The title's short log form, if any: `pirate e`.
    pub code: Option<String>,
    /// The seat it is about.
    pub seat: Option<Seat>,
    /// The seats that the sentence mentions, without repetition.
    pub mentions: Vec<Seat>,
    /// The areas of the board that the sentence mentions, by slug and without repetition.
    pub areas: Vec<String>,
    /// Whether it starts a new chapter, e.g. a generation: shown as a heading.
    pub chapter: bool,
    /// The short form of a chapter's heading, where the sentence is long: "Round 2".
    pub heading: Option<String>,
    /// Whether it is a subheading, e.g. a phase within a round.
    pub within: bool,
    /// Whether it is shown in the log but is not news, e.g. that a seat has answered.
    pub quiet: bool,
}

impl Narration {
    /// Returns whether the sentence mentions a seat.
    pub fn mentions(&self, seat: Seat) -> bool {
        self.mentions.contains(&seat)
    }

    /// Returns the short heading of a chapter.
    pub fn heading(&self) -> &str {
        self.heading.as_deref().unwrap_or(&self.text)
    }
}
