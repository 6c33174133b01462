//! The originator of an act that needs authority.

use serde::{Deserialize, Serialize};

use ravenpost_rules::Seat;

/// Who performed an act that takes the authority of the organiser, the admin or the table. Players
/// may perform some of these acts within limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// Returns the seat of the person who acted, if they play.
    pub fn seat(self) -> Option<Seat> {
        match self {
            By::Organiser(seat) | By::Admin(seat) => seat,
            By::Player(seat) => Some(seat),
            By::Table => None,
        }
    }
}
