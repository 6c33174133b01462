//! The log of a game, as anybody can read and check it: acts, events, the chain of hashes over
//! them, the forms of seals and signatures, and exported games.
//!
//! One [`Act`] is what somebody did at a table, or the server did for them; with the facts that it
//! led to it is stored as an event, and [`chain`] says how each event's hash covers the one before.
//! [`table`] folds acts into who sits where and whose clock runs, [`conduct`] judges whether an act
//! might be done, [`draws`] draws a game's numbers again, [`export`] checks all of it in a file,
//! and [`evidence`] holds files, seals and letters against each other. `docs/export.md` and
//! `docs/seals.md` in the project have the forms to the byte.
//!
//! Nothing in here reads a clock, does I/O or knows a title. The server builds on it, and so does
//! `ravenpost-verify`, the program of this crate, with which a stranger checks what a server gave
//! out, with none of the server's code in it.

pub mod act;
pub mod chain;
pub mod conduct;
pub mod draws;
pub mod event;
pub mod evidence;
pub mod export;
pub mod ids;
pub mod letter;
pub mod names;
pub mod proof;
pub mod seal;
pub mod span;
pub mod table;

pub use act::Act;
pub use chain::{Broken, Head};
pub use event::{Hash, NewEvent, Nonce, StoredEvent};
pub use ids::{At, GameId};
