//! Titles without their types: a pair of object-safe traits that speak text for orders and JSON
//! for facts, written once for any [`Rules`](crate::Rules).
//!
//! Everybody outside `titles` holds these. The state itself never gets out.

mod offers;
mod told;
pub mod typed;

use serde_json::Value;

use super::about::{About, Table, Wish};
use super::dice::Dice;
use super::legal::{Form, Group, Legal, Offer};
use super::refusal::Refusal;
use super::seat::{Awaited, Outcome, Seat, SeatName, Viewer, Visibility};
use super::view::{Narration, Presentation};

/// Stored facts that this build cannot read.
#[derive(Debug, thiserror::Error)]
#[error("facts of {title} cannot be read: {source}")]
pub struct BadHistory {
    pub title: &'static str,
    #[source]
    pub source: serde_json::Error,
}

/// One fact as everybody was told of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ToldToAll {
    /// What somebody who only watches was told, if anything.
    pub watched: Option<Narration>,
    /// What seats were told otherwise, where the fact is not everybody's to know.
    pub own: Vec<(Seat, Narration)>,
}

/// A kind of game on offer.
pub trait Title: Send + Sync {
    fn about(&self) -> &'static About;
    /// The position before any fact.
    fn blank(&self) -> Box<dyn Position>;
    /// Sets up a game.
    fn open(&self, table: &Table, dice: &mut Dice) -> Result<Decided, Vec<Refusal>>;
    /// What whoever takes a seat may wish for before the game begins.
    fn wish(&self, table: &Table) -> Option<Wish>;
    /// A position from a document, for scenario files.
    #[expect(clippy::wrong_self_convention, reason = "named like the function it stands for")]
    fn from_document(&self, table: &Table, document: &Value) -> Result<Box<dyn Position>, String>;
    /// Cuts a line into parts.
    fn split<'t>(&self, line: &'t str) -> Vec<&'t str>;
    /// Reads stored facts once, to be folded from the blank position as often as asked.
    fn replay(&self, facts: &[String]) -> Result<Replay, BadHistory>;
    /// Facts told to a viewer.
    fn narrate(&self, facts: &str, viewer: Viewer) -> Result<Vec<Narration>, BadHistory>;
    /// Facts told to everybody at once: for games that are over, with all hands on the table.
    fn narrate_to_all(&self, facts: &str, seats: u8) -> Result<Vec<ToldToAll>, BadHistory>;
    /// Those of the facts told to a viewer that brought something hidden to light.
    fn came_to_light(&self, facts: &str, viewer: Viewer) -> Result<Vec<Narration>, BadHistory>;
    /// What of the facts one seat is told and nobody else.
    fn told_alone(&self, facts: &str, seat: Seat) -> Result<Vec<Narration>, BadHistory>;
    /// Whether any of the facts brought something hidden to light.
    fn reveals(&self, facts: &str) -> Result<bool, BadHistory>;
}

/// A history that was read: gives the position at its end.
pub type Replay = Box<dyn Fn() -> Box<dyn Position>>;

/// A game's state, seen from outside.
pub trait Position: Send + Sync {
    fn title(&self) -> &'static dyn Title;
    fn copy(&self) -> Box<dyn Position>;
    /// The same position, and all that orders lead to from it, where answers stay sealed when all
    /// have been given; or where they do not. What bots imagine never does.
    fn holding(self: Box<Self>, held: bool) -> Box<dyn Position>;
    /// The same position, and all that orders lead to from it, where instructions answer private
    /// questions only when they are asked for; or where they do at once.
    fn patient(self: Box<Self>, patient: bool) -> Box<dyn Position>;
    /// What a seat has left for the private question that it is asked answers now; nothing where
    /// it has left nothing that would.
    fn answer(&self, seat: Seat, dice: &mut Dice) -> Option<Decided>;
    /// Folds stored facts in. Tells whether anything has happened at the table: a seat's
    /// instructions for later are not that.
    fn fold(&mut self, facts: &str) -> Result<bool, BadHistory>;
    /// How many seats the table has; 0 before the first fact.
    fn seats(&self) -> u8;
    /// What a seat is called, and its colour.
    fn seat_name(&self, seat: Seat) -> SeatName;
    /// For what something was drawn, in words.
    fn purpose(&self, purpose: &str) -> String;
    fn awaited(&self) -> Vec<Awaited>;
    /// Every listed legal order in notation, whether that is all, and the forms for the rest.
    fn legal(&self, seat: Seat) -> Legal<String>;
    /// The legal orders with their words, grouped by card or question.
    fn offers(&self, seat: Seat) -> Vec<Group>;
    /// Orders that may be given now and have all these words, in notation or in their sentence: at
    /// most so many, whether or not they are among the choice that is listed.
    fn search(&self, seat: Seat, words: &str, most: usize) -> Vec<Offer>;
    /// Standing instructions and plans.
    fn instructions(&self, seat: Seat) -> Vec<Group>;
    /// Forms for orders about single areas of the board, by area.
    fn places(&self, seat: Seat) -> Vec<(String, Vec<Form>)>;
    /// Whether one part of a line is an order in the title's notation, legal now or not.
    fn parses(&self, seat: Seat, part: &str) -> bool;
    /// Takes one part of a line. The position itself does not change. A refusal names the nearest
    /// orders that would be taken.
    fn decide(&self, seat: Seat, part: &str, dice: &mut Dice) -> Result<Decided, Vec<Refusal>>;
    /// The same for those who think and do not read: nobody is told why not, nor what instead.
    fn attempt(&self, seat: Seat, part: &str, dice: &mut Dice) -> Option<Decided>;
    /// Tries one part and tells the seat what it would do, up to what would come to light.
    fn preview(&self, seat: Seat, part: &str, dice: &mut Dice) -> Result<Preview, Vec<Refusal>>;
    /// Plays the default order of a seat that did not answer. `missed` says that a deadline of the
    /// seat passed, or that nobody holds the seat.
    fn time_out(
        &self,
        seat: Seat,
        part: &str,
        missed: bool,
        dice: &mut Dice,
    ) -> Result<Decided, Vec<Refusal>>;
    /// Plays what happens without an order, up to the next decision: also opens what stayed sealed.
    fn resume(&self, dice: &mut Dice) -> Decided;
    /// Minutes after the start at which the game wants to be told that time is up.
    fn time_limit(&self) -> Option<u32>;
    /// Tells the game that its time limit has passed.
    fn on_time_limit(&self) -> Decided;
    /// Draws anew what nobody may know.
    fn redraw_hidden(&self, dice: &mut Dice) -> Decided;
    /// Tells it which seats were given up.
    fn on_seats_left(&self, gone: &[Seat]) -> Decided;
    /// What is played for a silent seat, in notation.
    fn fallback(&self, seat: Seat) -> String;
    /// The view as JSON.
    fn show(&self, viewer: Viewer) -> String;
    /// The view as things to look at.
    fn present(&self, viewer: Viewer) -> Presentation;
    fn outcome(&self) -> Option<Outcome>;
    fn estimate(&self, seat: Seat) -> i64;
    fn imagine(&self, viewer: Viewer, dice: &mut Dice) -> Box<dyn Position>;
    /// The same position where nobody but the seat has sealed an answer.
    fn unsealed(&self, seat: Seat) -> Box<dyn Position>;
    fn audit(&self) -> Result<(), String>;
    fn document(&self) -> Value;
    /// The position as the one fact with which a fork begins, for a table like its own.
    fn snapshot(&self, table: &Table) -> Result<Decided, BadHistory>;
}

/// An order that was taken: its canonical text, what it led to, and the position after it.
pub struct Decided {
    pub order: String,
    /// A JSON list of facts; `[]` when the order changed nothing.
    pub facts: String,
    /// Who may know each of them.
    pub known: Vec<Visibility>,
    /// Whether anything has happened at the table: a seat's instructions for later are not that.
    pub happened: bool,
    pub next: Box<dyn Position>,
}

/// What an order would do.
pub struct Preview {
    pub order: String,
    /// What would happen, as the seat may hear it, before anything hidden comes to light.
    pub told: Vec<Narration>,
    /// Whether something hidden would come to light; nothing after it is told.
    pub cut: bool,
    /// What kind of thing that is, where it may be said.
    pub ahead: Option<String>,
    /// The position up to there.
    pub next: Box<dyn Position>,
}

impl Decided {
    /// Whether the order led to nothing at all.
    pub fn is_empty(&self) -> bool {
        self.facts == "[]"
    }
}
