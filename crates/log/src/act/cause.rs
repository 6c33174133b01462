//! Why the clock, rather than a person, did something: why a default order was played, and why a
//! game got fresh bytes for its draws.

use serde::{Deserialize, Serialize};

/// Why the default order was played for a seat that a person plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Absence {
    /// It is not waited for, and all others had answered.
    NotAwaited,
    /// Its player is on vacation, and all others had answered.
    Vacation,
}

/// Why a game started a new epoch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Renewal {
    /// A backup was restored by the command for it.
    Restored,
    /// The database was found behind what the server had already written.
    DatabaseBehind,
    /// The game came from another server, or from a file.
    Imported,
    /// The admin asked for it.
    Requested,
}
