//! What a unit has done this round, as bits. Facts and documents serialise words instead.

/// March capacity used.
pub const SPENT: u16 = 1;
/// Second march capacity used (R10.17).
pub const AGAIN: u16 = 2;
/// Free steps of cavalry used, in the three sub-phases.
pub const RODE: [u16; 3] = [4, 8, 16];
/// Stopped for the round by mountains or wetlands (R10.5).
pub const STUCK: u16 = 32;
/// Free step of a warship used (R11.1).
pub const SLIPPED: u16 = 64;
/// Entered its field this round.
pub const ENTERED: u16 = 128;
/// Emerged from a settlement this round (R12.20).
pub const SALLIED: u16 = 256;
/// Gained experience this round (R23.3).
pub const TRAINED: u16 = 512;
/// Boarded at a quay; its ship may still leave (R10.8).
pub const WAITING: u16 = 1024;
/// Boarded or ferried; no more movement in this march.
pub const CARRIED: u16 = 2048;
/// The first of two bits that count what a ship has ferried (R10.11a).
pub const FERRIED: u16 = 4096;

/// The word of each bit, lowest first. Facts store these words.
const WORDS: [&str; 14] = [
    "spent",
    "spent-again",
    "rode",
    "rode-again",
    "rode-retreat",
    "stuck",
    "slipped",
    "entered",
    "sallied",
    "trained",
    "waiting",
    "carried",
    "ferried-one",
    "ferried-two",
];

/// Single marks, lowest bit first.
pub fn each(marks: u16) -> impl Iterator<Item = u16> {
    (0..WORDS.len()).map(|at| 1 << at).filter(move |one| marks & one != 0)
}

/// The words of marks.
pub fn words(marks: u16) -> impl Iterator<Item = &'static str> {
    each(marks).map(|one| WORDS[one.trailing_zeros() as usize])
}

/// The mark for a word.
pub fn from_word(word: &str) -> Option<u16> {
    WORDS.iter().position(|known| *known == word).map(|at| 1 << at)
}
