//! Why the clock, and not a person, did something: why a default order was played, and why a game
//! got fresh bytes for its draws.

use serde::{Deserialize, Serialize};

/// Why a fallback was played for a seat that somebody plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Absence {
    /// It did not answer in time.
    Silence,
    /// Nobody waits for it, and all others had answered.
    NotAwaited,
    /// Its player is on vacation, and all others had answered; since the fifth conduct.
    Away,
}

/// Why a game got an epoch while it went on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Renewal {
    /// A backup was put in place by the command for it.
    Restored,
    /// The database lay behind what it had come to.
    Behind,
    /// The game came from another server, or out of a file.
    Imported,
    /// Whoever runs the server said so.
    ByHand,
}
