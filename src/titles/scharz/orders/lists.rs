//! Lists of words that slots of lines take.

use super::super::state::doctrine::{
    Festival, Flight, HerdFate, LootWhat, Luck, Sack, Spare, Stance, Withdraw,
};
use super::super::state::pact::Bond;
use super::super::things::{Building, Good, Herd, Kind};

/// Five levels of command, from none.
pub const COMMANDS: &[&str] = &["none", "bad", "average", "better", "brilliant"];
pub const GOALS: &[&str] = &["a", "b", "c", "d", "e"];

/// A list: what one of its words is called, its words, and how many of its first cannot be written.
pub struct Words {
    pub what: &'static str,
    pub words: &'static [&'static str],
    pub skip: usize,
}

/// The list behind a slot; none for slots that take no word of a list.
pub fn words(slot: &str) -> Option<Words> {
    let list = |what, words| Some(Words { what, words, skip: 0 });
    let later = |what, words| Some(Words { what, words, skip: 1 });
    match slot {
        "<herd>" => list("a herd", Herd::WORDS),
        "<good>" => list("goods", Good::WORDS),
        "<building>" => list("a building", Building::WORDS),
        "<kind>" => list("a type of unit", Kind::WORDS),
        "<pen>" => list("a place for herds", &["pasture", "stable"]),
        "<luck>" => list("a kind of roll", Luck::WORDS),
        "<if>" => later("a condition", Stance::WORDS),
        "<stance>" => list("a stance", Stance::WORDS),
        "<withdrawal>" => list("a way to withdraw", Withdraw::WORDS),
        "<emerge>" => list("a way to emerge", &["never", "if-even"]),
        "<spare>" => list("a use of spare swords", Spare::WORDS),
        "<fate>" => list("a fate of herds", HerdFate::WORDS),
        "<loot>" => list("a way to loot", LootWhat::WORDS),
        "<retreat>" => list("a way to retreat", &["none", "threatened"]),
        "<harbour>" => list("a way to harbour", &["never", "cold"]),
        "<auto>" => list("a way to sow", &["off", "auto"]),
        "<all>" => list("a way to recruit", &["off", "all"]),
        "<festival>" => list("a size of festival", Festival::WORDS),
        "<command>" => later("a level of command", COMMANDS),
        "<bond>" => later("a pact", Bond::WORDS),
        "<sack>" => list("a fate of a settlement", Sack::WORDS),
        "<flight>" => list("a time to escape", Flight::WORDS),
        "<goal>" => list("a goal of Might", GOALS),
        _ => None,
    }
}
