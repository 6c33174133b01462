//! A whole server as a folder of files: every game in a file of its own, and an index that says
//! which they are, with the seals and, if asked, the people. `docs/export.md` has it in words.

pub mod folder;
mod goers;
pub mod index;
pub mod pack;
pub mod unpack;

pub use goers::KnownPeople;
