//! Moves an installation between a file and PostgreSQL, and copies one from PostgreSQL into a file.
//! All tables are copied byte for byte and verified by reading the target back before the move
//! takes effect.

mod carry;
mod checksum;
mod file;
mod server;
mod source_lock;

use crate::error::StoreError;
use crate::log::audit::Report;

/// The progress: a table, and how many of its rows are done.
pub struct Progress<'a> {
    /// Whether the rows are being read back.
    pub reads_back: bool,
    pub table: &'a str,
    pub rows: u64,
}

/// The options of a move.
pub struct MovePlan<'p> {
    /// Maps a setting's key and value to its new value; `None` leaves it behind.
    pub setting: fn(&str, &str) -> Option<String>,
    pub on_progress: &'p mut dyn FnMut(Progress<'_>),
    /// Whether to continue despite damaged games.
    pub anyway: bool,
    /// The date for the record that is left behind.
    pub day: String,
}

/// The result of a move or copy.
#[derive(Debug)]
pub struct Moved {
    pub tables: usize,
    pub rows: u64,
    /// The audit of the log at the target.
    pub log: Report,
    pub seals: usize,
}

/// Why nothing was moved. The target is unchanged, except perhaps for empty tables.
#[derive(Debug, thiserror::Error)]
pub enum MoveError {
    /// The reason, and what to do about it.
    #[error("{0}")]
    Refused(String),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for MoveError {
    fn from(error: sqlx::Error) -> MoveError {
        MoveError::Store(error.into())
    }
}

/// Describes a failure in the middle of a move, which was rolled back at the target.
fn broke_off(why: MoveError) -> MoveError {
    MoveError::Refused(match why {
        MoveError::Store(StoreError::Full) => "the disk of the target is full, so nothing was \
            moved. Free some space and start again"
            .to_owned(),
        MoveError::Store(why @ (StoreError::Unavailable(_) | StoreError::Database(_))) => {
            format!("interrupted: {why}; nothing was moved. Start again")
        }
        other => return other,
    })
}

fn refused<T>(why: impl Into<String>) -> Result<T, MoveError> {
    Err(MoveError::Refused(why.into()))
}
