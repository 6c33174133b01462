//! Reasons for acts of the server: why a default order was played without a deadline, and why a
//! game started a new epoch.

use serde::{Deserialize, Serialize};

/// Why the default order was played for a person's seat although no deadline had passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Absence {
    /// The seat is not waited for, and all others had answered.
    NotAwaited,
    /// The player is on vacation, and all others had answered.
    Vacation,
}

/// Why a game started a new epoch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Renewal {
    /// A backup was restored with the restore command.
    Restored,
    /// The database was older than what the server had already written.
    DatabaseBehind,
    /// The game was imported from another server or from a file.
    Imported,
    /// The admin asked for it.
    Requested,
}
