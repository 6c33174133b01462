//! Type-erased titles: two object-safe traits that use text for orders and JSON for facts,
//! implemented once for any [`Rules`](crate::Rules).
//!
//! Code outside the titles uses only these traits. The state itself is never exposed.

pub mod dry_run;
pub mod line;
mod narration;
mod offers;
mod previews;
pub mod typed;

use serde_json::Value;

use super::about::{About, Preference, Table};
use super::ask::Awaited;
use super::dice::Dice;
use super::orders::legal::{Form, Group, Legal, Offer};
use super::orders::refusal::Refusal;
use super::seat::{Outcome, Seat, SeatName, Viewer, Visibility};
use super::view::{Narration, Presentation};
use super::voice::Perspective;

/// Stored facts that this build cannot read.
#[derive(Debug, thiserror::Error)]
#[error("facts of {title} cannot be read: {source}")]
pub struct BadHistory {
    /// The key of the title.
    pub title: &'static str,
    /// What is wrong with the JSON.
    #[source]
    pub source: serde_json::Error,
}

/// The narration of one fact for spectators, with everything that its seats were told.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NarrationForAll {
    /// The narration for spectators, if any.
    pub watched: Option<Narration>,
    /// The narration for each seat, in the third person, if it differs and the fact is not public.
    pub own: Vec<(Seat, Narration)>,
}

/// A kind of game.
pub trait Title: Send + Sync {
    /// Describes the title.
    fn about(&self) -> &'static About;

    /// Returns the position before any fact.
    fn blank(&self) -> Box<dyn Position>;

    /// Sets up a game.
    ///
    /// # Errors
    ///
    /// Returns the refusals if the title does not have such a table.
    fn open(&self, table: &Table, dice: &mut Dice) -> Result<Decided, Vec<Refusal>>;

    /// Returns the preference that a player may state when taking a seat.
    fn wish(&self, table: &Table) -> Option<Preference>;

    /// Builds a position from a document, for scenario files.
    ///
    /// # Errors
    ///
    /// Returns everything that is wrong with the document.
    #[expect(clippy::wrong_self_convention, reason = "named like the function it stands for")]
    fn from_document(&self, table: &Table, document: &Value) -> Result<Box<dyn Position>, String>;

    /// Splits a line into parts.
    fn split<'t>(&self, line: &'t str) -> Vec<&'t str>;

    /// Parses stored facts once; the result can be folded from the blank position repeatedly.
    ///
    /// # Errors
    ///
    /// Returns an error if this build cannot read the facts.
    fn replay(&self, facts: &[String]) -> Result<Replay, BadHistory>;

    /// Narrates facts to a viewer.
    ///
    /// # Errors
    ///
    /// Returns an error if this build cannot read the facts.
    fn narrate(&self, facts: &str, viewer: Viewer) -> Result<Vec<Narration>, BadHistory> {
        self.narrate_from(facts, viewer.into())
    }

    /// Narrates what one viewer knows to another reader.
    ///
    /// # Errors
    ///
    /// Returns an error if this build cannot read the facts.
    fn narrate_from(
        &self,
        facts: &str,
        perspective: Perspective,
    ) -> Result<Vec<Narration>, BadHistory>;

    /// Phrases what the facts say about a seat in the imperative: "Settle Stenkumla".
    ///
    /// # Errors
    ///
    /// Returns an error if this build cannot read the facts.
    fn as_actions(&self, facts: &str, seat: Seat) -> Result<Vec<Narration>, BadHistory>;

    /// Narrates to a viewer the facts that state the result of the draw with this purpose.
    ///
    /// # Errors
    ///
    /// Returns an error if this build cannot read the facts.
    fn narrate_result(
        &self,
        facts: &str,
        purpose: &str,
        viewer: Viewer,
    ) -> Result<Vec<Narration>, BadHistory>;

    /// Narrates facts to all viewers at once, for finished games where nothing is hidden any more.
    ///
    /// # Errors
    ///
    /// Returns an error if this build cannot read the facts.
    fn narrate_to_all(&self, facts: &str, seats: u8) -> Result<Vec<NarrationForAll>, BadHistory>;

    /// Narrates to a viewer only those facts that revealed something hidden.
    ///
    /// # Errors
    ///
    /// Returns an error if this build cannot read the facts.
    fn came_to_light(&self, facts: &str, viewer: Viewer) -> Result<Vec<Narration>, BadHistory>;

    /// Narrates the facts that are narrated to this seat only.
    ///
    /// # Errors
    ///
    /// Returns an error if this build cannot read the facts.
    fn narrate_privately(&self, facts: &str, seat: Seat) -> Result<Vec<Narration>, BadHistory>;

    /// Returns whether any of the facts revealed something hidden.
    ///
    /// # Errors
    ///
    /// Returns an error if this build cannot read the facts.
    fn reveals(&self, facts: &str) -> Result<bool, BadHistory> {
        self.reveals_to(facts, None)
    }

    /// Returns whether any of the facts revealed something hidden to a seat. Facts that only
    /// another seat may know are ignored, for example which cards it drew. Without a seat, all
    /// count.
    ///
    /// # Errors
    ///
    /// Returns an error if this build cannot read the facts.
    fn reveals_to(&self, facts: &str, seat: Option<Seat>) -> Result<bool, BadHistory>;
}

/// A parsed history; each call returns the position at its end.
pub type Replay = Box<dyn Fn() -> Box<dyn Position>>;

/// A game's state, seen from outside.
pub trait Position: Send + Sync {
    /// Returns its title.
    fn title(&self) -> &'static dyn Title;

    /// Returns a copy.
    fn copy(&self) -> Box<dyn Position>;

    /// Sets whether sealed answers stay sealed once all have been given, here and in all later
    /// positions. Positions imagined by bots never hold answers.
    fn holding(self: Box<Self>, held: bool) -> Box<dyn Position>;

    /// Sets whether instructions answer private prompts only on request or at once, here and in all
    /// later positions.
    fn patient(self: Box<Self>, patient: bool) -> Box<dyn Position>;

    /// Answers the seat's current private prompt with its stored instruction, or returns `None` if
    /// no instruction applies.
    fn answer(&self, seat: Seat, dice: &mut Dice) -> Option<Decided>;

    /// Folds in stored facts. Returns whether anything happened in the game; instructions for later
    /// do not count.
    ///
    /// # Errors
    ///
    /// Returns an error if this build cannot read the facts.
    fn fold(&mut self, facts: &str) -> Result<bool, BadHistory>;

    /// Returns the number of seats; 0 before the first fact.
    fn seats(&self) -> u8;

    /// Returns the name and colour of a seat.
    fn seat_name(&self, seat: Seat) -> SeatName;

    /// Describes the purpose of a draw.
    fn purpose(&self, purpose: &str) -> String;

    /// Returns the awaited seats and their decisions, in seat order.
    fn awaited(&self) -> Vec<Awaited>;

    /// Returns all listed legal orders in notation, whether the list is complete, and the forms for
    /// the rest.
    fn legal(&self, seat: Seat) -> Legal<String>;

    /// Returns the legal orders with their descriptions, grouped by card or decision.
    fn offers(&self, seat: Seat) -> Vec<Group>;

    /// Returns the seat's cards that it cannot play now, by slug, each with the reason.
    fn unplayable(&self, seat: Seat) -> Vec<(String, String)>;

    /// Finds at most `most` legal orders whose notation or description contains all these words,
    /// including orders that are not listed.
    fn search(&self, seat: Seat, words: &str, most: usize) -> Vec<Offer>;

    /// Returns standing instructions and plans.
    fn instructions(&self, seat: Seat) -> Vec<Group>;

    /// Returns forms for orders about single areas of the board, by area.
    fn places(&self, seat: Seat) -> Vec<(String, Vec<Form>)>;

    /// Returns whether one part of a line is an order in the title's notation, legal or not.
    fn parses(&self, seat: Seat, part: &str) -> bool;

    /// Decides one part of a line without changing this position. Refusals suggest similar orders
    /// that would be accepted.
    ///
    /// # Errors
    ///
    /// Returns the refusals if the order is not accepted.
    fn decide(&self, seat: Seat, part: &str, dice: &mut Dice) -> Result<Decided, Vec<Refusal>>;

    /// Same as `decide`, without reasons or suggestions: for bots.
    fn attempt(&self, seat: Seat, part: &str, dice: &mut Dice) -> Option<Decided>;

    /// Tries one part and narrates its effect to the seat, up to the point where hidden information
    /// would be revealed.
    ///
    /// # Errors
    ///
    /// Returns the refusals if the order is not accepted.
    fn preview(&self, seat: Seat, part: &str, dice: &mut Dice) -> Result<Preview, Vec<Refusal>>;

    /// Plays the default order of a seat that did not answer. `missed` says that the seat's
    /// deadline passed or that the seat is vacant.
    ///
    /// # Errors
    ///
    /// Returns the refusals if the default order is not accepted, which is a bug in the title.
    fn time_out(
        &self,
        seat: Seat,
        part: &str,
        missed: bool,
        dice: &mut Dice,
    ) -> Result<Decided, Vec<Refusal>>;

    /// Plays everything that needs no order, up to the next decision, and opens sealed answers.
    fn resume(&self, dice: &mut Dice) -> Decided;

    /// Returns the number of minutes after the start at which the game's time limit expires.
    fn time_limit(&self) -> Option<u32>;

    /// Notifies the game that its time limit has passed.
    fn on_time_limit(&self) -> Decided;

    /// Redraws everything that no viewer may know.
    fn redraw_hidden(&self, dice: &mut Dice) -> Decided;

    /// Notifies the game which seats were given up.
    fn on_seats_left(&self, gone: &[Seat]) -> Decided;

    /// Returns the default order of a seat, in notation.
    fn fallback(&self, seat: Seat) -> String;

    /// Returns the view as JSON.
    fn show(&self, viewer: Viewer) -> String;

    /// Returns the view as a presentation: board, panels and text.
    fn present(&self, viewer: Viewer) -> Presentation;

    /// Returns the outcome once the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// Estimates how good the position is for a seat.
    fn estimate(&self, seat: Seat) -> i64;

    /// Returns a position that looks the same to a viewer, with everything hidden redrawn.
    fn imagine(&self, viewer: Viewer, dice: &mut Dice) -> Box<dyn Position>;

    /// Returns the position without the answers that other seats have sealed.
    fn unsealed(&self, seat: Seat) -> Box<dyn Position>;

    /// Checks that nothing is missing or duplicated.
    ///
    /// # Errors
    ///
    /// Returns what is missing or duplicated.
    fn audit(&self) -> Result<(), String>;

    /// Returns the state as a document, as scenario files use it.
    fn document(&self) -> Value;

    /// Returns the position as the single fact that begins a fork on an equal table.
    ///
    /// # Errors
    ///
    /// Returns an error if the state cannot be read back from its document.
    fn snapshot(&self, table: &Table) -> Result<Decided, BadHistory>;
}

/// An accepted order: its canonical text, its facts, and the position after it.
pub struct Decided {
    /// The order in canonical notation.
    pub order: String,
    /// A JSON list of facts; `[]` if the order changed nothing.
    pub facts: String,
    /// Who may know each fact.
    pub known: Vec<Visibility>,
    /// Whether anything happened in the game; instructions for later do not count.
    pub happened: bool,
    /// The position after the order.
    pub next: Box<dyn Position>,
}

/// The predicted effect of an order.
pub struct Preview {
    /// The order in canonical notation.
    pub order: String,
    /// The narration for the seat, up to the first reveal.
    pub narration: Vec<Narration>,
    /// Whether something hidden would be revealed; nothing after that is narrated.
    pub cut: bool,
    /// A note on what would be revealed, if that may be disclosed.
    pub ahead: Option<String>,
    /// The position up to that point.
    pub next: Box<dyn Position>,
}

impl Decided {
    /// Returns whether the order produced no facts.
    pub fn is_empty(&self) -> bool {
        self.facts == "[]"
    }
}
