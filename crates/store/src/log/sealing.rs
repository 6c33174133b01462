//! Makes the daily seal while games continue.
//!
//! The games that changed since the last seal are entered in batches, each in a short transaction.
//! The seal's contents are read and hashed outside any transaction, and the seal itself is one row.
//! The entries of an interrupted attempt are reused by the next one. An entry records the end of a
//! game at some moment of the day and is never removed.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use serde_json::{Value, json};

use super::checkpoints;
use super::seals::{self, Seal};
use crate::error::StoreError;
use crate::log::events;
use crate::sql::column::{Row, int};
use crate::sql::unreadable_rows::all_readable;
use crate::sql::{Reader, Text, Tx, on_postgres, sql};
use ravenpost_log::proof::signer::Signer;
use ravenpost_log::seal::{self, Form, SealLines};
use ravenpost_log::{GameId, Hash};

/// How many positions of the log are read per batch.
const SPAN: u64 = 1000;

const ENTRIES: &str = "SELECT count(*) AS n FROM seal_entry WHERE day > $1 AND day <= $2";
const ANY_TODAY: &str = "SELECT 1 FROM seal_entry WHERE day = $1 LIMIT 1";
const GAMES: &str =
    "SELECT DISTINCT game FROM event WHERE position > $1 AND position <= $2 ORDER BY game";
const KNOWN: Text = Text::Each {
    sqlite: "SELECT game_hash, day, step, last_seq FROM seal_end \
    WHERE game_hash IN (SELECT unhex(value) FROM json_each($1))",
    postgres: on_postgres::KNOWN_ENDS,
};
/// The public events since the last entry; the visibility of other events begins with another
/// character (`chain/by_visibility.rs`). The bare column is taken from the row with the maximum.
/// Only SQLite guarantees that.
const NEWER: Text = Text::Each {
    sqlite: "SELECT game, count(*) AS steps, max(seq) AS last_seq, hash AS head \
    FROM json_each($1) AS known \
    JOIN event ON game = known.value ->> 'game' AND seq > known.value ->> 'last_seq' \
    WHERE substr(visibility, 1, 1) = '*' GROUP BY game ORDER BY game",
    postgres: on_postgres::NEWER_ENDS,
};
const ENTER: Text = Text::Each {
    sqlite: "INSERT INTO seal_entry (game_hash, day, step, head) \
    SELECT unhex(value ->> 'game_hash'), $2, value ->> 'step', unhex(value ->> 'head') \
    FROM json_each($1)",
    postgres: on_postgres::ENTER_ENDS,
};
const GO_ON: Text = Text::Each {
    sqlite: "INSERT INTO seal_end (game_hash, day, step, last_seq) \
    SELECT unhex(value ->> 'game_hash'), $2, value ->> 'step', value ->> 'last_seq' \
    FROM json_each($1) WHERE true \
    ON CONFLICT (game_hash) DO UPDATE SET day = excluded.day, step = excluded.step, \
    last_seq = excluded.last_seq",
    postgres: on_postgres::GO_ON_FROM_ENDS,
};

/// A seal that is being made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draft {
    pub day: NaiveDate,
    /// The previous seal.
    pub before: Hash,
    last: Option<NaiveDate>,
    /// The seal covers new events at positions after this one, up to and including `up_to`.
    after: u64,
    up_to: u64,
    /// The position at which the next seal starts.
    position: u64,
}

/// A game that has changed, with its new end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MovedGame {
    name: Hash,
    step: u64,
    head: Hash,
    last_seq: u64,
}

/// The newest entry of a game.
#[derive(Clone, Copy)]
struct Known {
    step: u64,
    last_seq: u64,
    today: bool,
}

/// Starts a seal. Returns `None` if that day or a later one already has its seal, because the clock
/// was set back or another node was faster.
pub async fn begin(tx: &mut Tx, day: NaiveDate) -> Result<Option<Draft>, StoreError> {
    let last = seals::last(&mut *tx).await?;
    if last.as_ref().is_some_and(|last| last.day >= day) {
        return Ok(None);
    }
    let broke_off = sql(ANY_TODAY).bind(day.to_string()).row_if(&mut *tx).await?.is_some();
    let up_to = events::last_position(tx).await?;
    let (before, after) = last.as_ref().map_or((seal::NONE, 0), |last| (last.hash, last.position));
    // A game that was entered today may have changed since, so the next seal starts at the same
    // position.
    let position = if broke_off { after } else { up_to };
    Ok(Some(Draft { day, before, last: last.map(|last| last.day), after, up_to, position }))
}

impl Draft {
    /// Returns the position at which to start.
    pub fn first(&self) -> u64 {
        self.after
    }

    /// Returns the position after a batch; `None` at the end.
    pub fn next(&self, from: u64) -> Option<u64> {
        let next = from.saturating_add(SPAN);
        (next < self.up_to).then_some(next)
    }

    /// Returns the games that changed in the batch at `from` and have no entry today.
    pub async fn moved(
        &self,
        reader: impl Into<Reader<'_>>,
        from: u64,
    ) -> Result<Vec<MovedGame>, StoreError> {
        let mut reader = reader.into();
        let up_to = from.saturating_add(SPAN).min(self.up_to);
        let rows = sql(GAMES).bind(int(from)).bind(int(up_to)).rows(reader.again()).await?;
        let games: Vec<GameId> = all_readable(&rows, |row| row.game("game"))?;
        if games.is_empty() {
            return Ok(Vec::new());
        }
        let names: Vec<String> = games.iter().map(|game| seal::name(game).hex()).collect();
        let rows = sql(KNOWN).bind(Value::from(names).to_string()).rows(reader.again()).await?;
        let known: BTreeMap<[u8; 32], Known> =
            all_readable(&rows, |row| self.known(row))?.into_iter().collect();
        let of = |game: &GameId| known.get(&seal::name(game).0).copied();
        let asked = games.iter().filter_map(|game| match of(game) {
            Some(known) if known.today => None,
            known => {
                let last_seq = known.map_or(0, |known| known.last_seq);
                Some(json!({ "game": game.as_str(), "last_seq": last_seq }))
            }
        });
        let asked = Value::from(asked.collect::<Vec<_>>()).to_string();
        let rows = sql(NEWER).bind(asked).rows(reader).await?;
        all_readable(&rows, |row| {
            let name = seal::name(&row.game("game")?);
            // If a game's last entry is unknown, its steps are counted from the start.
            let known = known.get(&name.0).filter(|known| known.last_seq > 0);
            let step = known.map_or(0, |known| known.step) + row.count("steps")?;
            let (last_seq, head) = (row.count("last_seq")?, Hash(row.hash("head")?));
            Ok(MovedGame { name, step, last_seq, head })
        })
    }

    fn known(&self, row: &Row) -> Result<([u8; 32], Known), StoreError> {
        let today = row.day("day")? == self.day;
        let (step, last_seq) = (row.count("step")?, row.count("last_seq")?);
        Ok((row.hash("game_hash")?, Known { step, last_seq, today }))
    }

    /// Adds entries for games that have changed.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] if another node has already entered one of them.
    pub async fn enter(&self, tx: &mut Tx, moved: &[MovedGame]) -> Result<(), StoreError> {
        let rows = moved.iter().map(|game| {
            json!({
                "game_hash": game.name.hex(),
                "step": game.step,
                "head": game.head.hex(),
                "last_seq": game.last_seq,
            })
        });
        let (rows, day) = (Value::from(rows.collect::<Vec<_>>()).to_string(), self.day.to_string());
        sql(ENTER).bind(rows.as_str()).bind(day.as_str()).run(&mut *tx).await?;
        sql(GO_ON).bind(rows).bind(day).run(tx).await?;
        Ok(())
    }

    /// Returns how many entries are new since the previous seal.
    pub async fn entries(&self, reader: impl Into<Reader<'_>>) -> Result<u64, StoreError> {
        let last = self.last.map(|day| day.to_string()).unwrap_or_default();
        sql(ENTRIES).bind(last).bind(self.day.to_string()).row(reader).await?.count("n")
    }

    /// Stores the seal over these lines. With a signer, the seal names its key and the checkpoint
    /// of all seals is signed. Returns `None` if another node was faster.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] if an entry was added since `entries` were counted.
    pub async fn finish(
        &self,
        tx: &mut Tx,
        lines: &Finished,
        entries: u64,
        signer: Option<&Signer>,
    ) -> Result<Option<Seal>, StoreError> {
        let last = seals::last(&mut *tx).await?.map(|last| last.day);
        if last.is_some_and(|last| last >= self.day) {
            return Ok(None);
        }
        if last != self.last || self.entries(&mut *tx).await? != entries {
            return Err(StoreError::Conflict);
        }
        let note = match signer {
            Some(signer) => checkpoints::next(&mut *tx, &lines.hash, signer).await?,
            None => None,
        };
        let Finished { hash, games, form } = lines.clone();
        let seal = Seal { day: self.day, games, hash, form, note, position: self.position };
        seals::store(tx, &seal).await?;
        Ok(Some(seal))
    }
}

/// The hashed contents of a seal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    hash: Hash,
    games: u64,
    form: Form,
}

impl Finished {
    /// Hashes the lines of a seal, which takes some time if there are many games.
    pub fn of(lines: &SealLines, form: &Form) -> Finished {
        Finished { hash: lines.hash(), games: lines.games(), form: form.clone() }
    }
}
