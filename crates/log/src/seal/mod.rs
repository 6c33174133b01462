//! The form of the daily seal: a text of plain lines, of which the SHA-256 is the seal, so that
//! everybody can make it again with the tools that a machine has. `docs/seals.md` has all of it to
//! the byte. This is frozen: golden vectors in the tests keep it.

pub mod lines;
pub mod read;

pub use lines::SealLines;

use chrono::NaiveDate;
use sha2::{Digest, Sha256};

use crate::event::Hash;
use crate::ids::GameId;
use ravenpost_rules::numbers::Step;

/// The first line of a seal: the format, with its version.
pub const FORMAT: &str = "ravenpost daily seal 1";

/// What stands in a seal for the key of a server that has none.
pub const NO_KEY: &str = "none";

/// The end of a game's log as far as everybody may know it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SealedEnd {
    /// What stands for the game's id.
    pub game: Hash,
    /// The last step that everybody may know of.
    pub step: Step,
    /// The hash of that step.
    pub head: Hash,
}

impl SealedEnd {
    /// Its line in the seal of that day, which reveals nothing to a reader who does not know the
    /// game and its head. The day is part of it, so the lines of two days have nothing in common.
    pub fn leaf_of(&self, day: NaiveDate) -> Hash {
        let SealedEnd { game, step, head } = self;
        of(&format!("ravenpost seal line 1\nday {day}\n{}\n{step}\n{}\n", game.hex(), head.hex()))
    }
}

/// What the lines that stand for no game are made of. Whoever has it can tell them apart, so it is
/// shown to nobody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Padding(pub [u8; 32]);

impl Padding {
    fn line(self, number: usize) -> Hash {
        of(&format!("ravenpost seal padding 1\n{}\n{number}\n", Hash(self.0).hex()))
    }
}

/// How many lines a seal over so many games has.
pub fn lines(games: u64) -> u64 {
    games.max(1).next_power_of_two()
}

/// What a seal has besides the heads of the games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Form {
    /// What the lines are made of that stand for no game.
    pub padding: Padding,
    /// The key with which the server signs on that day; none where its key is lost.
    pub key: Option<String>,
}

/// What stands in seals for a game's id.
pub fn name(game: &GameId) -> Hash {
    of(&format!("ravenpost seal game 1\n{game}\n"))
}

/// What the first seal has in the place of the one before.
pub const NONE: Hash = Hash([0; 32]);

/// The text of a seal: the first words name the format and its version. Lines are sorted, so they
/// do not show which of today's games was which of yesterday's. Padding lines fill it up to a power
/// of two, so it does not tell how many games there are.
pub fn text(
    day: NaiveDate,
    before: Hash,
    ends: impl IntoIterator<Item = SealedEnd>,
    form: &Form,
) -> String {
    let leaves = ends.into_iter().map(|end| end.leaf_of(day)).collect();
    SealLines::of(day, before, leaves, form).parts().collect()
}

/// The hash of such a text: the seal itself.
pub fn of(text: &str) -> Hash {
    Hash(Sha256::digest(text.as_bytes()).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "raven.example/seals+ef94ecbe+AepK";

    fn form() -> Form {
        Form { padding: Padding([9; 32]), key: Some(KEY.to_owned()) }
    }

    #[test]
    fn the_form_of_a_seal_is_frozen_and_tells_no_number() {
        let game = GameId::parse("k3v9w2mq7xhd").unwrap();
        let end = SealedEnd { game: name(&game), step: Step(42), head: Hash([7; 32]) };
        let day = NaiveDate::from_ymd_opt(2026, 11, 22).unwrap();
        let text_of = |games: u64| {
            let ends = (0..games).map(|step| SealedEnd { step: Step(step), ..end });
            text(day, NONE, ends, &form())
        };
        for (games, lines) in [(0, 1), (1, 1), (2, 2), (3, 4), (5, 8), (8, 8), (9, 16)] {
            let text = text_of(games);
            assert_eq!(text.lines().count(), 5 + lines, "{games} games");
            assert!(text.contains(&format!("\nlines {lines}\n")), "{text}");
        }
        let first = text_of(3);
        let head = format!("{FORMAT}\nday 2026-11-22\nbefore {}\nkey {KEY}\n", "0".repeat(64));
        assert!(first.starts_with(&head), "{first}");
        // A game that has not gone on has another line than on the day before.
        let tomorrow = day.succ_opt().unwrap();
        let later = text(tomorrow, NONE, [end], &form());
        assert!(!later.contains(&end.leaf_of(day).hex()));
        let short = [name(&game).hex(), end.leaf_of(day).hex(), of(&first).hex()];
        assert_eq!(
            short.map(|hash| hash[..12].to_owned()),
            ["97eeb55dc4c4", "fc3eb0682a07", "96e0c88c4fd2"]
        );
    }
}
