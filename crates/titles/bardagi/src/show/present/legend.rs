//! The legend of the board (R2, R3, R10.12).

use ravenpost_rules::view::scene::Mark::{Harbour, Kind, Last, Piece, Space, Target};
use ravenpost_rules::view::scene::{Mark, Sign};

const fn sign(marks: &'static [Mark], name: &'static str, means: &'static str) -> Sign {
    Sign { marks, name, means }
}

pub const LEGEND: &[Sign] = &[
    sign(&[Piece("disks", "red", "2")], "Disks", "owner and number of disks"),
    sign(&[Piece("berserkur", "red", "B")], "Berserkur", "captures land"),
    sign(&[Piece("godi", "red", "G")], "Godi", "converts land, casts Runes"),
    sign(&[Piece("kaupmadur", "red", "K")], "Kaupmadur", "buys land, trades"),
    sign(&[Piece("knerrir", "red", "")], "Knerrir", "the ship"),
    sign(
        &[Piece("axe", "neutral", "")],
        "Axe tokens",
        "attackers pay 2 more for each, 4 with the Axe Forge",
    ),
    sign(&[Piece("rune", "neutral", "D")], "Rune", "D: yield +1, T: yield +2, F: defence +1"),
    sign(&[Piece("curse", "neutral", "B")], "Curse", "B: no yield"),
    sign(&[Piece("theirs", "blue", "Y")], "Theirs are yours", "the yield goes to this colour"),
    sign(&[Kind("forest")], "Woodcutting", "timber"),
    sign(&[Kind("sheep")], "Sheep", "wool or meat"),
    sign(&[Kind("cattle")], "Cattle", "hide or meat"),
    sign(&[Kind("quarry")], "Quarry", "stone"),
    sign(&[Kind("iron")], "Iron mine", "iron"),
    sign(&[Kind("gold")], "Gold mine", "gold"),
    sign(&[Kind("village")], "Village", "recruits and trade"),
    sign(&[Kind("camp")], "Barbarian camp", "strength 3; gives Axe tokens"),
    sign(&[Kind("sacred")], "Sacred location", "Runes can be bought here"),
    sign(&[Harbour], "Harbour", "ships can stop here"),
    sign(&[Space("red")], "Docks", "ships that are off the board"),
    sign(&[Last], "Dashed outline", "changed since your last move"),
    sign(&[Target], "Dot", "can be chosen now"),
];
