//! The pure core of a server for slow board games: the interface between a title's rules and the
//! server, and code that all titles share.
//!
//! A title is one type that implements seven traits, together [`Rules`]:
//!
//! - [`Described`]: name, seats, options and documents
//! - [`Fold`]: the state, and how facts change it
//! - [`Judge`]: who is awaited, what an order leads to, and the default orders
//! - [`Notation`]: orders as lines of text
//! - [`Show`]: what a seat or a spectator may see
//! - [`Mind`]: position estimates, for bots
//! - [`Document`]: the state as a document that can be read back
//!
//! A decision never changes a state. It returns facts, which are stored; a game's state is its
//! facts folded. Randomness comes from the [`Dice`] passed in. Start with `examples/nim` in the
//! repository, a complete title of about 500 lines. A server uses titles through [`Title`] and
//! [`Position`] only, which are implemented once for all [`Rules`].
//!
//! This crate reads no clock, does no I/O, and uses no floats, hash order or global state. It knows
//! no particular title. The contract for implementations is documented at [`Rules`]; [`contract`]
//! checks it by playing random games.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]
#![warn(clippy::missing_errors_doc, clippy::missing_panics_doc, missing_docs)]

pub mod about;
mod advice;
pub mod ask;
pub mod bots;
pub mod contract;
pub mod dice;
pub mod doc;
pub mod erased;
pub mod list;
pub mod named;
pub mod numbers;
pub mod orders;
pub mod rules;
pub mod scenario;
#[cfg(feature = "schema")]
pub mod schema;
pub mod seat;
pub mod text;
pub mod view;
pub mod voice;

pub use about::{About, Choice, OptionKind, OptionSpec, Preference, Size, Table, Term};
pub use ask::{Ask, AskKind, Awaited};
pub use contract::recorded::Recorded;
pub use dice::{Dice, Draws};
pub use erased::{BadHistory, Decided, NarrationForAll, Position, Preview, Title};
pub use orders::legal::{Field, Form, Group, Hint, Legal, Offer, begins_with, description};
pub use orders::refusal::{Refusal, RefusalCode};
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
pub use rules::snapshot::is_snapshot;
pub use seat::seats::Seats;
pub use seat::{Outcome, Place, Seat, SeatName, Viewer, Visibility};
pub use view::board_text::{BoardText, TextLine};
pub use view::item::Item;
pub use view::panel::{Block, Card, CardLook, Cell, Column, Pair, Panel, Row};
pub use view::summary::{SeatFact, SeatSummary};
pub use view::{Narration, Presentation, Standing};
pub use voice::{Narrator, Perspective, Voice};
