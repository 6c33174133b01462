//! Exported games: the file format, and the checks that need nothing else. `docs/verify/exports.md`
//! describes the format.

pub mod acts;
pub mod file;
pub mod header_check;
pub mod partial;
pub mod read;
mod scope;
pub mod signature;
pub mod whole;

pub use read::{Checked, check};
