//! Names and colours of the seats.

use ravenpost_rules::{Narrator, Seat, Voice};

/// The colours, in seat order.
pub const COLOURS: &[&str] = &["red", "blue", "yellow", "green"];

/// Returns the colour of a seat as a word: `red`.
pub fn colour(seat: Seat) -> &'static str {
    COLOURS[seat]
}

/// Returns the name of a seat: "Red".
pub fn name(seat: Seat) -> &'static str {
    ["Red", "Blue", "Yellow", "Green"][seat]
}

/// Speaks of a seat in a sentence.
pub fn voice(narrator: &Narrator, seat: Seat) -> Voice<'_> {
    narrator.voice(seat, name(seat))
}
