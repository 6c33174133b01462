//! Who did what is not everybody's to do.

use serde::{Deserialize, Serialize};

use ravenpost_rules::Seat;

/// Who did what an organiser, the operator of the server or the whole table may do, and what of it
/// a player may.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum By {
    /// The organiser, who sits on that seat or on none.
    Organiser(Option<Seat>),
    /// The operator of the server, likewise.
    Operator(Option<Seat>),
    /// The table, by its vote.
    Table,
    /// A player of the table, who sits on that seat; since the third conduct.
    Player(Seat),
}

impl By {
    /// The seat of whoever did it.
    pub fn seat(self) -> Option<Seat> {
        match self {
            By::Organiser(seat) | By::Operator(seat) => seat,
            By::Player(seat) => Some(seat),
            By::Table => None,
        }
    }
}
