//! The form of the daily seal: a text of plain lines, of which the SHA-256 is the seal, so that
//! everybody can make it again with the tools that a machine has. `docs/seals.md` has all of it to
//! the byte. This is frozen: golden vectors in the tests keep it.

pub mod read;

use chrono::NaiveDate;
use sha2::{Digest, Sha256};

use crate::event::Hash;
use crate::ids::GameId;
use ravenpost_rules::numbers::Step;

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
    /// What a seal of version 1 tells of it: nothing, to who does not know the game and how it
    /// stood.
    pub fn leaf(&self) -> Hash {
        let SealedEnd { game, step, head } = self;
        of(&format!("ravenpost sealed 1\n{}\n{step}\n{}\n", game.hex(), head.hex()))
    }

    /// What a seal of version 2 tells of it. The day stands in it, so that the lines of two days
    /// have nothing in common, whatever went on in between.
    pub fn leaf_of(&self, day: NaiveDate) -> Hash {
        let SealedEnd { game, step, head } = self;
        of(&format!("ravenpost sealed 2\nday {day}\n{}\n{step}\n{}\n", game.hex(), head.hex()))
    }
}

/// What the lines that stand for no game are made of. Whoever has it can tell them apart, so it is
/// shown to nobody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Padding(pub [u8; 32]);

impl Padding {
    fn line(self, number: usize) -> Hash {
        of(&format!("ravenpost sealed nothing\n{}\n{number}\n", Hash(self.0).hex()))
    }
}

/// How many lines a seal of version 2 has over so many games.
pub fn lines(games: u64) -> u64 {
    games.max(1).next_power_of_two()
}

/// What a seal has beside the ends that it is over. Of version 1 it has nothing, of version 2 its
/// padding, of version 3 also the key with which the server signs then.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Form {
    /// What the lines are made of that stand for no game; from version 2 on.
    pub padding: Option<Padding>,
    /// The key with which the server signs then; in version 3.
    pub key: Option<String>,
}

/// What stands in seals for a game's id.
pub fn name(game: &GameId) -> Hash {
    of(&format!("ravenpost sealed game\n{game}\n"))
}

/// What the first seal has in the place of the one before.
pub const NONE: Hash = Hash([0; 32]);

/// The text of a seal. Lines stand in the order of their digits, so that it does not show which
/// of today's games was which of yesterday's. From version 2 on it does not tell how many games
/// there are: other lines fill it up to the next power of two.
pub fn text(
    day: NaiveDate,
    before: Hash,
    ends: impl IntoIterator<Item = SealedEnd>,
    form: &Form,
) -> String {
    let Form { padding, key } = form;
    let leaf = |end: SealedEnd| if padding.is_some() { end.leaf_of(day) } else { end.leaf() };
    let mut leaves: Vec<Hash> = ends.into_iter().map(leaf).collect();
    let (version, count) = match padding {
        None => (1, "games"),
        Some(padding) => {
            let games = leaves.len();
            let all = usize::try_from(lines(games as u64)).unwrap_or(games);
            leaves.extend((games..all).map(|number| padding.line(number)));
            (if key.is_some() { 3 } else { 2 }, "lines")
        }
    };
    let mut leaves: Vec<String> = leaves.iter().map(Hash::hex).collect();
    leaves.sort_unstable();
    let before = before.hex();
    let mut head = format!("ravenpost seal {version}\nday {day}\nbefore {before}\n");
    if let (3, Some(key)) = (version, key) {
        head = format!("{head}key {key}\n");
    }
    let head = format!("{head}{count} {}\n", leaves.len());
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
        let one = SealedEnd { game: name(&game), step: Step(42), head: Hash([7; 32]) };
        let two = SealedEnd { step: Step(43), ..one };
        let day = NaiveDate::from_ymd_opt(2026, 11, 22).unwrap();
        let text = text(day, NONE, [one, two], &Form::default());
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

    #[test]
    fn the_form_of_a_seal_of_version_2_is_frozen_and_tells_no_number() {
        let game = GameId::parse("k3v9w2mq7xhd").unwrap();
        let end = SealedEnd { game: name(&game), step: Step(42), head: Hash([7; 32]) };
        let day = NaiveDate::from_ymd_opt(2026, 11, 22).unwrap();
        let form = Form { padding: Some(Padding([9; 32])), key: None };
        let text_of = |games: u64| {
            let ends = (0..games).map(|step| SealedEnd { step: Step(step), ..end });
            text(day, NONE, ends, &form)
        };
        for (games, lines) in [(0, 1), (1, 1), (2, 2), (3, 4), (5, 8), (8, 8), (9, 16)] {
            let text = text_of(games);
            assert_eq!(text.lines().count(), 4 + lines, "{games} games");
            assert!(text.contains(&format!("\nlines {lines}\n")), "{text}");
        }
        let first = text_of(3);
        assert!(first.starts_with("ravenpost seal 2\nday 2026-11-22\nbefore 0000"), "{first}");
        // Of a game that has not gone on no line is as on the day before.
        let later = text(day.succ_opt().unwrap(), NONE, [end], &form);
        assert!(!later.contains(&end.leaf_of(day).hex()));
        let short = [end.leaf_of(day).hex(), of(&first).hex()].map(|hash| hash[..12].to_owned());
        assert_eq!(short, ["ae6250a39b57", "f1da139262c8"]);
        // Version 3 names the key, and is otherwise the same.
        let key = Some("raven.example/seals+ef94ecbe+AepK".to_owned());
        let named = text(day, NONE, [end], &Form { key, ..form.clone() });
        let plain = text(day, NONE, [end], &form);
        let named = named.replace("key raven.example/seals+ef94ecbe+AepK\n", "");
        assert_eq!(named.replace("ravenpost seal 3\n", "ravenpost seal 2\n"), plain);
    }
}
