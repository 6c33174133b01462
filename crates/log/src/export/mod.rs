//! Exported games: the file format, and the checks that need nothing else. `docs/verify/exports.md`
//! describes the format.

pub mod acts;
pub mod agrees;
pub mod file;
pub mod part;
pub mod read;
mod scope;
pub mod vouched;
pub mod whole;

pub use read::{Checked, check};
