//! The log of a game, as anybody can read and check it: acts, events, the chain of hashes over
//! them, the forms of seals and signatures, and exported games.
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
