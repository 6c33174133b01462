//! The legend of the board's signs (R2, R6).

use ravenpost_rules::view::scene::Mark::{
    Ground, Harbour, Last, Piece, Several, Space, Stormy, Target, Threatened, Wanted,
};
use ravenpost_rules::view::scene::{Mark, Sign};

const fn sign(marks: &'static [Mark], name: &'static str, means: &'static str) -> Sign {
    Sign { marks, name, means }
}

pub const LEGEND: &[Sign] = &[
    sign(&[Ground("forest")], "Forest", "yields Wood"),
    sign(&[Ground("pasture")], "Pasture", "yields Sheep"),
    sign(&[Ground("field")], "Field", "yields Grain"),
    sign(&[Ground("hill")], "Hill", "yields Stone"),
    sign(&[Piece("farmstead", "red", "F")], "Farmstead", "settles a district"),
    sign(&[Piece("tower", "blue", "T")], "Tower", "fears no pirate; 1 point each century"),
    sign(&[Piece("church", "yellow", "C")], "Church", "3 points each century; one in a district"),
    sign(
        &[Piece("farmstead", "neutral", "")],
        "Neutral farmstead",
        "nobody's; settling beside it costs 1 Silver",
    ),
    sign(&[Piece("ship", "red", "")], "Ship", "keeps its coast safe"),
    sign(&[Several("ship", "blue")], "A number", "so many of them"),
    sign(
        &[Piece("pirate", "neutral", "")],
        "Pirate",
        "without a ship beside it, it threatens its coast",
    ),
    sign(&[Stormy], "Denser waves", "a sea with a pirate"),
    sign(
        &[Threatened],
        "Hatched edge",
        "a threatened coast: no settling, and farmsteads yield nothing",
    ),
    sign(&[Harbour], "Harbour", "where ships are built"),
    sign(
        &[Space("Wood")],
        "A space in a box",
        "Wisby buys each good once a generation; Roma holds one assembly",
    ),
    sign(&[Wanted("Wood")], "Marked +", "in high demand: 1 Silver more"),
    sign(&[Piece("worker", "red", "")], "A worker in a box", "the space is taken"),
    sign(&[Last], "Dashed outline", "something happened here since your last order"),
    sign(&[Target], "Dot", "can be chosen now"),
];
