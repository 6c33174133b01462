//! The pure core: what a title is, in one trait, and the words everybody shares.
//!
//! Nothing in here reads a clock, does I/O, uses floats, hash order or global state, and nothing
//! in here names a title. The contract that every implementation keeps is written at [`Rules`];
//! [`contract`] plays a title at random and checks each line of it.

pub mod about;
mod advice;
pub mod bots;
pub mod changes;
pub mod contract;
pub mod dice;
pub mod doc;
pub mod erased;
pub mod legal;
pub mod line;
pub mod list;
pub mod named;
pub mod numbers;
pub mod phrase;
pub mod reader;
pub mod recorded;
pub mod refusal;
pub mod run;
pub mod scenario;
pub mod scene;
mod search;
pub mod seat;
pub mod seats;
mod snapshot;
pub mod spelling;
pub mod unseen;
pub mod view;
pub mod walk;

use serde::{Serialize, de::DeserializeOwned};

pub use about::{About, Choice, OptionKind, OptionSpec, Table};
pub use dice::{Dice, Draws};
pub use erased::{BadHistory, Decided, Position, Preview, Title};
pub use legal::{Field, Form, Group, Legal, Offer};
pub use recorded::Recorded;
pub use refusal::Refusal;
pub use run::Run;
pub use seat::{Awaited, Outcome, Place, Seat, SeatName, Viewer, Visibility};
pub use seats::Seats;
pub use view::{Block, Card, Narration, Panel, Presentation};

/// One title, as its author writes it.
///
/// `decide` holds all the rules and all the luck and runs once, when an order comes in; the facts
/// it returns are stored for ever, and `apply` alone makes the state from them. A mended rule thus
/// changes the future of a running game and never its past.
///
/// # Contract
///
/// 1. `apply` is total on histories made by `open`, `decide`, `redraw_hidden` and `resume`; the
///    same facts give the same state on every machine.
/// 2. An awaited seat has a legal order; a finished game awaits nobody; every game ends within
///    [`About::bound`] orders.
/// 3. Everything in `legal` is accepted by `decide`, and what `decide` accepts is in `legal`, or,
///    where [`Legal::complete`] is false, is made by one of its forms. `parse(write(o)) == o`. Any
///    text parses to an order or to refusals, and never panics. What a refusal offers instead to an
///    awaited seat is taken as it stands.
/// 4. `fallback` is legal, and a game of fallbacks alone ends.
/// 5. Two states that differ only in what a viewer may not know give that viewer equal views,
///    equal legal orders and equal refusals, byte for byte.
/// 6. Facts survive JSON and back.
/// 7. `audit` holds in every state: each card, coin and piece is somewhere.
/// 8. What a seat leaves for later (`is_instruction`) draws nothing, is told to nobody else, changes
///    no other view and asks nothing. The facts a viewer may know (`visibility`) are equal in two
///    such states, wherever it is told the same and sees the same afterwards.
/// 9. `redraw_hidden` changes no view, no legal orders and no decision, and its facts are for
///    nobody.
pub trait Rules: Sized + Send + Sync + 'static {
    /// What makes the empty state, before the first fact. Cheap to clone: no heap where it can be
    /// helped, because `decide` works on a copy.
    type State: Clone + Send + Sync + 'static;
    /// One order: one line, or one part of a line between `;`.
    type Order: Clone + PartialEq + std::fmt::Debug;
    /// One thing that happened, in the past tense. Externally tagged enums, no maps with number
    /// keys.
    type Fact: Clone + PartialEq + std::fmt::Debug + Serialize + DeserializeOwned;
    /// What one viewer may know, as data: the only thing of the state that leaves the core.
    type View: Serialize;

    /// Key, name, seats, options, documents. The key is stored for ever and never renamed.
    fn about() -> &'static About;

    /// The state before any fact.
    fn blank() -> Self::State;

    /// Sets up a game and runs it to the first decision. Options were checked against `about`;
    /// what only the title can judge is refused here.
    fn open(run: &mut Run<Self>, table: &Table) -> Result<(), Refusal>;

    /// The fold. Decides nothing and cannot fail.
    fn apply(state: &mut Self::State, fact: &Self::Fact);

    /// How many seats the table has; 0 in the blank state.
    fn seats(state: &Self::State) -> u8;

    /// What a seat is called, and its colour. Titles whose seats play another part in each game
    /// say so here; otherwise a seat is called by its colour on the title's card.
    fn seat_name(_state: &Self::State, seat: Seat) -> SeatName {
        SeatName::by_colour(Self::about().colour(seat))
    }

    /// Who owes an order, and which. In seat order. Empty when the game is over.
    fn awaited(state: &Self::State) -> Vec<Awaited>;

    /// What the seat may order now. Empty for a seat that is not awaited.
    fn legal(state: &Self::State, seat: Seat) -> Legal<Self::Order>;

    /// Orders worth a try beyond those that `legal` lists, where these are but a choice: what a
    /// search for words looks through, and what a refusal may offer. Not all of them are legal:
    /// whoever shows one has tried it. Nothing may hang on what the seat cannot know.
    fn candidates(_state: &Self::State, _seat: Seat) -> Vec<Self::Order> {
        Vec::new()
    }

    /// Orders that may be given at any time, awaited or not: standing instructions and plans.
    /// Each group has its forms and the instructions now in force.
    fn instructions(_state: &Self::State, _seat: Seat) -> Vec<Group> {
        Vec::new()
    }

    /// Forms for orders about single areas of the board, by the areas' slugs: what choosing an area
    /// opens where the list of orders is but a choice. They make orders that `decide` judges as it
    /// does any other.
    fn places(_state: &Self::State, _seat: Seat) -> Vec<(String, Vec<Form>)> {
        Vec::new()
    }

    /// Cuts a line into its parts. Titles whose orders may hold `;` themselves override it.
    fn split(line: &str) -> Vec<&str> {
        line.split(';').map(str::trim).filter(|part| !part.is_empty()).collect()
    }

    /// Reads one part. All mistakes are reported, not only the first.
    fn parse(state: &Self::State, seat: Seat, text: &str) -> Result<Self::Order, Vec<Refusal>>;

    /// The canonical form of an order: what is stored, mailed and put into forms.
    fn write(state: &Self::State, order: &Self::Order) -> String;

    /// The order in words, for buttons and confirmations.
    fn words(state: &Self::State, seat: Seat, order: &Self::Order) -> String;

    /// The rules: what an order leads to, up to the next decision; or why it may not be.
    /// An order that changes nothing (a closing word nobody waits for) gives no facts.
    /// What was written down before a refusal is thrown away with it.
    fn decide(run: &mut Run<Self>, seat: Seat, order: &Self::Order) -> Result<(), Refusal>;

    /// The heading an order stands under on pages and in letters, with the card it plays.
    fn group(state: &Self::State, seat: Seat, order: &Self::Order) -> Group;

    /// The area of the board an order is about, so that the board can offer it too.
    fn area(_order: &Self::Order) -> Option<String> {
        None
    }

    /// What happens with no order at all, up to the next decision. Used by scenario files that
    /// start in the middle of things; `open` and `decide` end with the same steps.
    fn resume(run: &mut Run<Self>);

    /// How many minutes after its start the game wants to be told that time is up; nothing for
    /// games that know no such limit. The core itself has no clock.
    fn time_limit(_state: &Self::State) -> Option<u32> {
        None
    }

    /// What it means that time is up. No decision changes hands.
    fn on_time_limit(_run: &mut Run<Self>) {}

    /// What it means that these seats were given up by those who held them. Their fallbacks are
    /// played from then on; most titles want nothing else.
    fn on_seats_left(_run: &mut Run<Self>, _gone: &[Seat]) {}

    /// Draws anew what nobody may know, for a table that has gone back to this state from a later
    /// one: how decks lie. What comes must not be what came.
    ///
    /// No view changes by it, nobody's orders and no decision: what a seat knew, it knows still,
    /// and whoever learnt later what another seat has cannot unlearn it. What that is the title
    /// says in its `RULES.md`. The facts are nobody's to know. Titles in which nothing lies ready
    /// have nothing to do here: the dice of later steps are others anyway.
    fn redraw_hidden(_run: &mut Run<Self>) {}

    /// Whether nothing may happen any more, whatever is still written down. Titles whose end falls
    /// into the middle of an action say so here.
    fn over(_state: &Self::State) -> bool {
        false
    }

    /// The order played for an awaited seat whose deadline has passed, or that has left.
    fn fallback(state: &Self::State, seat: Seat) -> Self::Order;

    /// What the viewer may know.
    fn show(state: &Self::State, viewer: Viewer) -> Self::View;

    /// The view as things to look at: board, panels, hand, and the board in words.
    fn present(view: &Self::View) -> Presentation;

    /// One fact told to one viewer, or nothing when it is not the viewer's to know.
    fn narrate(fact: &Self::Fact, viewer: Viewer) -> Option<Narration>;

    /// Whether the fact brought something hidden to light for anybody, its owner included.
    /// Orders up to such a fact cannot be taken back.
    fn reveals(fact: &Self::Fact) -> bool;

    /// Whether the fact only writes down what a seat wants done later. Nothing has happened at the
    /// table then: no question is new, no clock starts again, and nobody else may know of it.
    fn is_instruction(fact: &Self::Fact) -> bool;

    /// Who may know all that stands in the fact, as it is stored: what an export of a running game
    /// may hand out. Less than is told of it: "Red draws 2 cards" is for everybody, the fact in
    /// which the cards stand is Red's. Nobody, unless the title says otherwise.
    fn visibility(_fact: &Self::Fact) -> Visibility {
        Visibility::Nobody
    }

    /// What may be said beforehand of a fact that will bring something to light: "You draw 3
    /// cards". The fact is of an imagined state, so this says nothing of how things lie; what is
    /// only certain in truth (which card, whose plan) is left out. Nothing: no more can be said.
    fn preview_note(_fact: &Self::Fact, _seat: Seat) -> Option<String> {
        None
    }

    /// Places and scores, when over.
    fn outcome(state: &Self::State) -> Option<Outcome>;

    /// How well a seat stands, in the title's own small units. For bots and nothing else.
    fn estimate(state: &Self::State, seat: Seat) -> i64;

    /// A state the viewer cannot tell from the true one, with everything it may not know drawn
    /// anew. Bots think on it, and the secrecy test compares its views with the true ones.
    fn imagine(state: &Self::State, viewer: Viewer, dice: &mut Dice) -> Self::State;

    /// The title's own bookkeeping: says what is missing or doubled.
    fn audit(state: &Self::State) -> Result<(), String>;

    /// The whole state as a document in the rulebook's words, and back: what scenario files set
    /// up and look at. Fields left out of a document have their resting values.
    fn document(state: &Self::State) -> serde_json::Value;

    /// The state a document describes, for a table of that many seats and those options.
    fn from_document(table: &Table, document: &serde_json::Value) -> Result<Self::State, String>;
}
