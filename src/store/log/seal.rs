//! The form of the daily seal: a text of plain lines, of which the SHA-256 is the seal, so that
//! everybody can make it again with the tools that a machine has. `docs/seals.md` has all of it to
//! the byte. This is frozen: golden vectors in the tests keep it.

use chrono::NaiveDate;
use sha2::{Digest, Sha256};

use crate::store::event::Hash;
use crate::store::ids::GameId;

/// The end of a game's log as far as everybody may know it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct End {
    /// What stands for the game's id.
    pub game: Hash,
    /// The last step that everybody may know of, and its hash.
    pub step: u64,
    pub head: Hash,
}

impl End {
    /// What a seal tells of it: nothing, to who does not know the game and how it stood.
    pub fn leaf(&self) -> Hash {
        let End { game, step, head } = self;
        of(&format!("ravenpost sealed 1\n{}\n{step}\n{}\n", game.hex(), head.hex()))
    }
}

/// What stands in seals for a game's id.
pub fn name(game: &GameId) -> Hash {
    of(&format!("ravenpost sealed game\n{game}\n"))
}

/// What the first seal has in the place of the one before.
pub const NONE: Hash = Hash([0; 32]);

/// The text of a seal. Leaves stand in the order of their digits, so that it does not show which
/// of today's games was which of yesterday's.
pub fn text(day: NaiveDate, before: Hash, ends: impl IntoIterator<Item = End>) -> String {
    let mut leaves: Vec<String> = ends.into_iter().map(|end| end.leaf().hex()).collect();
    leaves.sort_unstable();
    let head =
        format!("ravenpost seal 1\nday {day}\nbefore {}\ngames {}\n", before.hex(), leaves.len());
    leaves.iter().fold(head, |text, leaf| text + leaf + "\n")
}

/// The hash of such a text: the seal itself.
pub fn of(text: &str) -> Hash {
    Hash(Sha256::digest(text.as_bytes()).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_of_a_seal_is_frozen() {
        let game = GameId::parse("k3v9w2mq7xhd").unwrap();
        let one = End { game: name(&game), step: 42, head: Hash([7; 32]) };
        let two = End { step: 43, ..one };
        let day = NaiveDate::from_ymd_opt(2026, 11, 22).unwrap();
        let text = text(day, NONE, [one, two]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[..2], ["ravenpost seal 1", "day 2026-11-22"]);
        assert_eq!(lines[2..4], [&format!("before {}", "0".repeat(64)), "games 2"]);
        let short = [name(&game).hex(), one.leaf().hex(), of(&text).hex()].map(|hash| {
            let (short, _) = hash.split_at(12);
            short.to_owned()
        });
        assert_eq!(short, ["75c3714d94cf", "f56cf8d92d8e", "047e7ce2ff12"]);
        assert!(text.ends_with('\n') && lines[4] < lines[5]);
    }
}
