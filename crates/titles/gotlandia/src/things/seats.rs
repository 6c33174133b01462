//! What the seats are called.

use ravenpost_rules::Seat;

/// The colours, in seat order.
pub const COLOURS: &[&str] = &["red", "blue", "yellow", "green"];

/// The colour of a seat as a word: `red`.
pub fn colour(seat: Seat) -> &'static str {
    COLOURS[seat]
}

/// The same as a name: "Red".
pub fn name(seat: Seat) -> &'static str {
    ["Red", "Blue", "Yellow", "Green"][seat]
}
