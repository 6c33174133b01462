//! The verifiable log of a game: acts, events, the hash chain, the formats of seals and signatures,
//! and exported games.
//!
//! An [`Act`] is something that a player did at a table, or that the server did. It is stored as an
//! event together with the facts it led to. [`chain`] describes how each event's hash covers the
//! previous one. The other modules build on that:
//!
//! - [`table`] folds acts into seats and clocks.
//! - [`conduct`] decides whether an act is allowed.
//! - [`draws`] rederives a game's random draws.
//! - [`export`] checks all of this in a file.
//! - [`evidence`] compares files, seals and emails with each other.
//!
//! `docs/verify/exports.md` and `docs/verify/seals.md` in the repository specify the formats to the
//! byte.
//!
//! Nothing here reads a clock, does I/O or knows a title. The server builds on this crate, and so
//! does `ravenpost-verify`, its binary, which checks a server's output without any of the server's
//! code.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

pub mod act;
pub mod chain;
pub mod conduct;
pub mod draws;
pub mod email;
pub mod event;
pub mod evidence;
pub mod export;
pub mod ids;
pub mod names;
pub mod proof;
pub mod seal;
pub mod span;
pub mod table;

pub use act::{Act, ActKind};
pub use chain::{Broken, Head};
pub use event::{Hash, NewEvent, Nonce, StoredEvent};
pub use ids::{At, GameId};
