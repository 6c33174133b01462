//! Moving a whole house between the engines, and copying one from PostgreSQL into a file: all
//! tables, byte for byte, looked over from what the target gives back before anything counts.

mod carry;
mod file;
mod held;
mod server;
mod sum;

use crate::error::StoreError;
use crate::log::audit::Report;

/// How far it has come: a table, and how many of its rows.
pub struct Progress<'a> {
    /// Whether the rows are being read back already.
    pub reads_back: bool,
    pub table: &'a str,
    pub rows: u64,
}

/// What is asked of a move.
pub struct MovePlan<'p> {
    /// What becomes of a setting, by its key and value: nothing is what stays behind.
    pub setting: fn(&str, &str) -> Option<String>,
    pub told: &'p mut dyn FnMut(Progress<'_>),
    /// Whether single damaged games keep nobody from moving.
    pub anyway: bool,
    /// The day, for the mark that is left behind.
    pub day: String,
}

/// A house that was moved, or copied.
#[derive(Debug)]
pub struct Moved {
    pub tables: usize,
    pub rows: u64,
    /// What the log was found to be, at the target.
    pub log: Report,
    pub seals: usize,
}

/// Why nothing was moved. The target is as it was, but for tables without a row.
#[derive(Debug, thiserror::Error)]
pub enum MoveError {
    /// What stands in the way, and what would help.
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

/// What happened in the midst of it, in words: it was undone on the other side.
fn broke_off(why: MoveError) -> MoveError {
    let again = "nothing was moved, and it can be begun anew";
    MoveError::Refused(match why {
        MoveError::Store(StoreError::Full) => {
            format!("the target has no room: make room there; {again}")
        }
        MoveError::Store(why @ (StoreError::Unavailable(_) | StoreError::Database(_))) => {
            format!("it broke off: {why}; {again}")
        }
        other => return other,
    })
}

fn refused<T>(why: impl Into<String>) -> Result<T, MoveError> {
    Err(MoveError::Refused(why.into()))
}
