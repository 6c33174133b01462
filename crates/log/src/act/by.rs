//! Who did something that not everyone may do.

use serde::{Deserialize, Serialize};

use ravenpost_rules::Seat;

/// Who did what an organiser, the admin of the server, the table or, within limits, a player may
/// do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum By {
    /// The organiser, with the organiser's seat if the organiser plays.
    Organiser(Option<Seat>),
    /// The admin of the server, with the admin's seat if the admin plays.
    Admin(Option<Seat>),
    /// The table, by a vote.
    Table,
    /// The player on that seat.
    Player(Seat),
}

impl By {
    /// The seat of the person who did it.
    pub fn seat(self) -> Option<Seat> {
        match self {
            By::Organiser(seat) | By::Admin(seat) => seat,
            By::Player(seat) => Some(seat),
            By::Table => None,
        }
    }
}
