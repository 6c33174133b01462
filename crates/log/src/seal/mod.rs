//! The format of the daily seal: a text of plain lines whose SHA-256 is the seal, so that anyone
//! can recompute it with standard tools. `docs/verify/seals.md` specifies it to the byte. It is
//! frozen by golden vectors in the tests.

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

/// The value of the key line if the server has no key.
pub const NO_KEY: &str = "none";

/// The public end of a game's log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SealedEnd {
    /// The hash that represents the game's id.
    pub game: Hash,
    /// The last step that everyone may know of.
    pub step: Step,
    /// The hash of that step.
    pub head: Hash,
}

impl SealedEnd {
    /// Returns its line in the seal of that day. The line reveals nothing to a reader who does not
    /// know the game and its head. It depends on the day, so the lines of two days have nothing in
    /// common.
    pub fn leaf_of(&self, day: NaiveDate) -> Hash {
        let SealedEnd { game, step, head } = self;
        of(&format!("ravenpost seal line 1\nday {day}\n{}\n{step}\n{}\n", game.hex(), head.hex()))
    }
}

/// The secret from which padding lines are derived. It would reveal which lines are padding, so it
/// is never published.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Padding(pub [u8; 32]);

impl Padding {
    fn line(self, number: usize) -> Hash {
        of(&format!("ravenpost seal padding 1\n{}\n{number}\n", Hash(self.0).hex()))
    }
}

/// Returns the number of lines of a seal over this many games.
pub fn lines(games: u64) -> u64 {
    games.max(1).next_power_of_two()
}

/// What a seal needs besides the heads of the games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Form {
    /// The secret for the padding lines.
    pub padding: Padding,
    /// The server's signing key on that day; `None` if it is lost.
    pub key: Option<String>,
}

/// Returns the hash that represents a game's id in seals.
pub fn name(game: &GameId) -> Hash {
    of(&format!("ravenpost seal game 1\n{game}\n"))
}

/// The predecessor's hash in the first seal.
pub const NONE: Hash = Hash([0; 32]);

/// Returns the text of a seal, which begins with the format and its version. Lines are sorted, so
/// games cannot be followed from one day to the next. Padding lines fill it up to a power of two,
/// which hides the number of games.
pub fn text(
    day: NaiveDate,
    before: Hash,
    ends: impl IntoIterator<Item = SealedEnd>,
    form: &Form,
) -> String {
    let leaves = ends.into_iter().map(|end| end.leaf_of(day)).collect();
    SealLines::of(day, before, leaves, form).parts().collect()
}

/// Returns the hash of a seal's text, which is the seal itself.
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
    fn seal_text_is_frozen_and_hides_the_number_of_games() {
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
        // A game without new steps has a different line each day.
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
