//! The text of a seal in chunks, because it takes 68 MB with a million games.

use chrono::NaiveDate;
use sha2::{Digest, Sha256};

use super::{FORMAT, Form, NO_KEY, lines};
use crate::event::Hash;

/// Lines per chunk.
const PART: usize = 1000;

/// A seal's text, stored as its hashes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SealLines {
    head: String,
    games: u64,
    lines: Vec<Hash>,
}

impl SealLines {
    /// Creates a seal from the lines of all games, in any order.
    pub fn of(day: NaiveDate, before: Hash, leaves: Vec<Hash>, form: &Form) -> SealLines {
        let Form { padding, key } = form;
        let (games, mut all) = (leaves.len(), leaves);
        let count = usize::try_from(lines(games as u64)).unwrap_or(games);
        all.extend((games..count).map(|number| padding.line(number)));
        all.sort_unstable_by_key(|line| line.0);
        let (before, key) = (before.hex(), key.as_deref().unwrap_or(NO_KEY));
        let head = format!("{FORMAT}\nday {day}\nbefore {before}\nkey {key}\nlines {count}\n");
        SealLines { head, games: games as u64, lines: all }
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Returns the text chunk by chunk.
    pub fn parts(&self) -> impl Iterator<Item = String> + '_ {
        let parts = self.lines.chunks(PART).map(|part| {
            part.iter()
                .fold(String::with_capacity(65 * PART), |text, line| text + &line.hex() + "\n")
        });
        std::iter::once(self.head.clone()).chain(parts)
    }

    /// Returns the hash of the text, which is the seal itself.
    pub fn hash(&self) -> Hash {
        let mut hash = Sha256::new();
        self.parts().for_each(|part| hash.update(part.as_bytes()));
        Hash(hash.finalize().into())
    }
}
