//! Messages beside the board, and private notes.
//!
//! None of it is part of the game: events, rules and `audit` do not know of it. Messages to the
//! table can be read by all current players, including those who joined later. Messages to
//! individual seats can be read only by the people who held these seats at the time. Spectators,
//! organisers without a seat and former players can read none. When an account is deleted, its
//! messages and notes are deleted too.

pub mod block;
pub mod cursor;
pub(crate) mod email;
pub mod mute;
pub mod note;
pub mod read_mark;
pub mod report;
pub mod say;
pub mod table_talk;
