//! Names of seats in lines and sentences.

use ravenpost_rules::{Narrator, Seat, SeatName, Voice};

/// Seat colours in seat order (R1.5).
pub const COLOURS: &[&str] = &[
    "red",
    "blue",
    "green",
    "yellow",
    "white",
    "black",
    "orange",
    "purple",
    "pink",
    "brown",
    "grey",
    "turquoise",
];

/// The word for a seat in notation: "red".
pub fn seat_word(seat: Seat) -> &'static str {
    COLOURS[seat.index().min(COLOURS.len() - 1)]
}

/// Finds the seat of a colour.
pub fn seat_of(word: &str) -> Option<Seat> {
    COLOURS.iter().position(|colour| *colour == word).map(Seat::at)
}

/// The name of a seat in sentences: "Red".
pub fn seat_name(seat: Seat) -> String {
    SeatName::by_colour(seat_word(seat)).name
}

/// Speaks of a seat in a sentence.
pub fn voice(narrator: &Narrator, seat: Seat) -> Voice<'_> {
    narrator.voice(seat, seat_name(seat))
}
