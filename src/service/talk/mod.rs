//! What people say beside the board and what they note for themselves.
//!
//! None of it is part of the game: no event knows of it, no rule sees it, `audit` does not print
//! it. Words to the table are for those who sit there, whenever they came; words to some seats are
//! for the persons who sat there then. Whoever watches, whoever only looks after the table, and
//! whoever has left read none. With a person all that the person said and noted goes.

pub mod beside;
pub(in crate::service) mod letter;
pub mod mute;
pub mod note;
pub mod read_mark;
pub mod say;
