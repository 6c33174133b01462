//! Exported games: the file, and what can be checked of it with nothing else. `docs/export.md` has
//! the form.

pub mod acts;
pub mod agrees;
pub mod file;
pub mod part;
pub mod read;
mod sight;
pub mod vouched;
pub mod whole;

pub use read::{Checked, check};
