//! Care of stored data: erasing a person, deleting what is obsolete, and finding invalid rows.

pub mod erase;
mod loose_rows;
pub mod tidy_up;
