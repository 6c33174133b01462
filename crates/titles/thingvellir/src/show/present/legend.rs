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
        "holds a District; the figure is its value, the number of farms",
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
        "stands in both areas; the letter is his faction",
    ),
    sign(
        &[Standing("stone", "neutral", "")],
        "A side of Þingvellir",
        "from here one sues; the stone stands where nobody does",
    ),
    sign(&[Piece("fame", "pink", "")], "Wordfame", "22 wins"),
    sign(&[Piece("ship", "orange", "")], "Ship", "Thingmen at sea"),
    sign(
        &[Space("Ride")],
        "A space in the box of Laws",
        "a statute; three in each Law, from the bottom up",
    ),
    sign(&[Wanted("Ride")], "Marked +", "the statute that is proposed"),
    sign(&[Piece("arson", "neutral", "")], "Arson", "a burnt District (option Outlawry)"),
    sign(&[Piece("outlaw", "neutral", "")], "The Outlaw", "his lair (option Outlawry)"),
    sign(&[Last], "Dashed outline", "something happened here since your last order"),
    sign(&[Target], "Dot", "can be chosen now"),
];
