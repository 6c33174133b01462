//! The legend of the board (R2, R3).

use ravenpost_rules::view::scene::Mark::{Last, Piece, Space, Standing, Target, Wanted};
use ravenpost_rules::view::scene::{Mark, Sign};

const fn sign(marks: &'static [Mark], name: &'static str, means: &'static str) -> Sign {
    Sign { marks, name, means }
}

pub const LEGEND: &[Sign] = &[
    sign(
        &[Piece("stead", "purple", "2")],
        "Stead",
        "shows who controls a District; the number is its value, which is its number of farms",
    ),
    sign(
        &[
            Piece("sword", "red", ""),
            Piece("sheep", "green", ""),
            Piece("ring", "blue", ""),
            Piece("spindle", "white", ""),
        ],
        "Discs",
        "farms in red, green, blue and white",
    ),
    sign(
        &[Standing("thingman", "orange", "O")],
        "Thingman on a border",
        "counts as being in both areas; the letter is the faction",
    ),
    sign(
        &[Standing("stone", "neutral", "")],
        "A side of Þingvellir",
        "Thingmen here can sue; a stone marks an empty side",
    ),
    sign(&[Piece("fame", "pink", "")], "Wordfame", "22 wins"),
    sign(&[Piece("ship", "orange", "")], "Ship", "Thingmen at sea"),
    sign(
        &[Space("Ride")],
        "A space of the Laws",
        "a statute; each Law has three, from the bottom up",
    ),
    sign(&[Wanted("Ride")], "Marked +", "the proposed statute"),
    sign(&[Piece("arson", "neutral", "")], "Arson", "a burnt District (with Advanced Outlawry)"),
    sign(
        &[Piece("outlaw", "neutral", "")],
        "The Outlaw",
        "the Outlaw's lair (with Advanced Outlawry)",
    ),
    sign(&[Last], "Dashed outline", "something changed here since your last move"),
    sign(&[Target], "Dot", "you can choose this now"),
];
