//! The legend of the board: shapes identify pieces, marks and colours their owners.

use ravenpost_rules::view::scene::Mark::{
    Arrow, BlackLine, Climate, Ground, Held, Last, Meant, Piece, Planned, Stormy, Strait, Target,
};
use ravenpost_rules::view::scene::{Mark, Sign};

const fn sign(marks: &'static [Mark], name: &'static str, means: &'static str) -> Sign {
    Sign { marks, name, means }
}

pub const LEGEND: &[Sign] = &[
    sign(
        &[Piece("village", "red", ""), Piece("village-walled", "red", "")],
        "Village",
        "the second one has a fortification",
    ),
    sign(
        &[Piece("city", "red", ""), Piece("city-walled", "red", "")],
        "City",
        "the second one has a fortification",
    ),
    sign(&[Piece("dock", "red", "")], "Dock", ""),
    sign(&[Piece("port", "red", "")], "Port", ""),
    sign(&[Piece("works", "red", "6")], "Construction", "with its progress, from 0 to 12 points"),
    sign(&[Piece("siege", "neutral", "")], "Encircled", "a fence around a settlement"),
    sign(
        &[Piece("light", "red", "3")],
        "Light infantry",
        "the number of units; * means inside walls or at a quay",
    ),
    sign(&[Piece("heavy", "red", "2")], "Heavy infantry", ""),
    sign(&[Piece("riders", "red", "2")], "Cavalry", ""),
    sign(&[Piece("mercenaries", "red", "1")], "Mercenaries", ""),
    sign(&[Piece("elephants", "red", "1")], "War elephants", ""),
    sign(&[Piece("machines", "red", "1")], "Siege machines", ""),
    sign(&[Piece("transports", "red", "2")], "Transport ships", ""),
    sign(&[Piece("galleys", "red", "2")], "War ships", ""),
    sign(&[Piece("corsairs", "red", "1")], "Corsairs", ""),
    sign(
        &[
            Piece("sheep", "red", ""),
            Piece("pigs", "red", ""),
            Piece("cattle", "red", ""),
            Piece("horses", "red", ""),
        ],
        "Herds at pasture",
        "sheep, pigs, cattle, horses",
    ),
    sign(&[Piece("stable", "red", "")], "Stabled herds", "shown by their first letters"),
    sign(&[Piece("crop", "red", "4")], "Grain in the field", ""),
    sign(&[Piece("grain", "neutral", "5")], "Grain in store", ""),
    sign(&[Piece("fish", "neutral", "2")], "Fish in store", ""),
    sign(&[Piece("looted", "neutral", "")], "Looted", ""),
    sign(&[Held("red")], "Band along the edge", "which player controls the field"),
    sign(&[Ground("yellow")], "Yellow", "3 grain"),
    sign(&[Ground("green")], "Green", "2 grain"),
    sign(&[Ground("brown")], "Brown", "mountains: 1 grain; movement ends here"),
    sign(&[Ground("turquoise")], "Turquoise", "wetlands: 1 grain; movement ends here"),
    sign(&[Ground("grey")], "Grey", "cannot be sown"),
    sign(&[Climate], "White hatching", "the map's second climate"),
    sign(&[Stormy], "Denser waves", "a stormy sea"),
    sign(&[BlackLine], "Black line with rungs", "mountains or a river that cannot be crossed"),
    sign(&[Strait], "Dotted line", "a strait that can be crossed"),
    sign(&[Arrow("red")], "Arrow", "where units have moved"),
    sign(&[Meant("red")], "Dashed arrow", "a move you have planned; only you can see it"),
    sign(&[Last], "Dashed outline", "something changed here since your last move"),
    sign(&[Planned], "Dotted outline", "a field named on your sheet; only you can see it"),
    sign(&[Target], "Dot", "you can choose this now"),
];
