//! The legend of the board (R2, R3, R10.12).

use ravenpost_rules::view::scene::Mark::{Harbour, Kind, Last, Piece, Space, Target};
use ravenpost_rules::view::scene::{Mark, Sign};

const fn sign(marks: &'static [Mark], name: &'static str, means: &'static str) -> Sign {
    Sign { marks, name, means }
}

pub const LEGEND: &[Sign] = &[
    sign(&[Piece("disks", "red", "2")], "Disks", "whose area it is, and how many lie there"),
    sign(&[Piece("berserkur", "red", "B")], "Berserkur", "takes land"),
    sign(&[Piece("godi", "red", "G")], "Godi", "converts land, casts Runes"),
    sign(&[Piece("kaupmadur", "red", "K")], "Kaupmadur", "buys land, trades"),
    sign(&[Piece("knerrir", "red", "")], "Knerrir", "the ship"),
    sign(
        &[Piece("axe", "neutral", "")],
        "Axe tokens",
        "2 more for an attacker, 4 with the Axe Forge",
    ),
    sign(&[Piece("rune", "neutral", "D")], "Rune", "D one more, T two more, F one stronger"),
    sign(&[Piece("curse", "neutral", "B")], "Curse", "B yields nothing"),
    sign(&[Piece("theirs", "blue", "Y")], "Theirs are yours", "the yield goes to this colour"),
    sign(&[Kind("forest")], "Woodcutting", "timber"),
    sign(&[Kind("sheep")], "Sheep", "wool or meat"),
    sign(&[Kind("cattle")], "Cattle", "hide or meat"),
    sign(&[Kind("quarry")], "Quarry", "stone"),
    sign(&[Kind("iron")], "Iron mine", "iron"),
    sign(&[Kind("gold")], "Gold mine", "gold"),
    sign(&[Kind("village")], "Village", "a recruit; trade"),
    sign(&[Kind("camp")], "Barbarian camp", "strength 3; brings Axe tokens"),
    sign(&[Kind("sacred")], "Sacred location", "where Runes are bought"),
    sign(&[Harbour], "Harbour", "where a ship lies"),
    sign(&[Space("red")], "Docks", "ships that are off the board"),
    sign(&[Last], "Dashed outline", "something happened here since your last order"),
    sign(&[Target], "Dot", "can be chosen now"),
];
