//! The pure core of a service for slow board games: what a game's title has to say of its rules,
//! and the words that all titles share.
//!
//! A title is one type with seven traits, together [`Rules`]: [`Described`] (what it says of
//! itself), [`Fold`] (the state, and the facts that change it), [`Judge`] (who is asked, what an
//! order leads to, what is played for somebody who is away), [`Notation`] (orders as lines of
//! text), [`Show`] (what a seat or a watcher may see), [`Mind`] (how well a seat stands, for bots)
//! and [`Document`] (a state written down whole and read again). A decision never changes a state:
//! it gives facts, which are stored, and a game is its facts folded. Chance comes from [`Dice`]
//! that are handed in. `examples/nim` of the project is a whole title in some 500 lines, and the
//! place to begin; a server knows titles by [`Title`] and [`Position`] alone, which are written
//! once for all [`Rules`].
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
pub mod dry_run;
pub mod erased;
pub mod legal;
pub mod line;
pub mod list;
pub mod named;
pub mod numbers;
pub mod pairwise;
pub mod phrase;
pub mod reader;
pub mod recorded;
pub mod refusal;
pub mod rules;
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

pub use about::{About, Choice, OptionKind, OptionSpec, Size, Table, Wish};
pub use dice::{Dice, Draws};
pub use erased::{BadHistory, Decided, Position, Preview, Title, ToldToAll};
pub use legal::{Field, Form, Group, Legal, Offer, begins_with};
pub use recorded::Recorded;
pub use refusal::Refusal;
pub use rules::Rules;
pub use rules::described::Described;
pub use rules::document::Document;
pub use rules::fact_info::{Audience, FactInfo};
pub use rules::fold::Fold;
pub use rules::judge::Judge;
pub use rules::mind::Mind;
pub use rules::notation::Notation;
pub use rules::run::Run;
pub use rules::show::Show;
pub use seat::{Awaited, Outcome, Place, Seat, SeatName, Viewer, Visibility};
pub use seats::Seats;
pub use snapshot::is_snapshot;
pub use view::{Block, Card, Narration, Panel, Presentation, Standing};
