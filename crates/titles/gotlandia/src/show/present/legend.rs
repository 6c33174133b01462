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
    sign(&[Piece("tower", "blue", "T")], "Tower", "safe from pirates; 1 point each century"),
    sign(&[Piece("church", "yellow", "C")], "Church", "3 points each century; one per district"),
    sign(
        &[Piece("farmstead", "neutral", "")],
        "Neutral farmstead",
        "belongs to no player; settling in its district costs 1 Silver",
    ),
    sign(&[Piece("ship", "red", "")], "Ship", "keeps its coast safe"),
    sign(&[Several("ship", "blue")], "A number", "how many there are"),
    sign(&[Piece("pirate", "neutral", "")], "Pirate", "threatens its coast if no ship is there"),
    sign(&[Stormy], "Denser waves", "a sea with a pirate"),
    sign(
        &[Threatened],
        "Hatched edge",
        "a threatened coast: no settling, and farmsteads yield nothing",
    ),
    sign(&[Harbour], "Harbour", "ships are built here"),
    sign(
        &[Space("Wood")],
        "A space in a box",
        "each generation, one sale per resource in Wisby and one assembly in Roma",
    ),
    sign(&[Wanted("Wood")], "Marked +", "in high demand: sells for 1 extra Silver"),
    sign(&[Piece("worker", "red", "")], "A worker in a box", "the space is occupied"),
    sign(&[Last], "Dashed outline", "changed since your last move"),
    sign(&[Target], "Dot", "can be chosen now"),
];
