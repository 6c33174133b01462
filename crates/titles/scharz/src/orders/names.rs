//! What seats are called in lines and sentences.

use ravenpost_rules::{Seat, SeatName};

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

/// The word of a seat: "red".
pub fn seat_word(seat: Seat) -> &'static str {
    COLOURS[seat.index().min(COLOURS.len() - 1)]
}

/// The seat of a colour.
pub fn seat_of(word: &str) -> Option<Seat> {
    COLOURS.iter().position(|colour| *colour == word).map(Seat::at)
}

/// A seat as sentences name it: "Red".
pub fn seat_name(seat: Seat) -> String {
    SeatName::by_colour(seat_word(seat)).name
}
