//! A whole server as a folder: one file for each game, and an index with the list of games, the
//! seals and, if requested, the people. The format is described in `docs/verify/exports.md`.

pub mod folder;
pub mod index;
pub mod pack;
mod people;
pub mod unpack;

pub use people::KnownPeople;
