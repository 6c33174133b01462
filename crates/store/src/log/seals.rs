//! The daily seals and their entries. Rows are only ever added.

use std::collections::BTreeMap;

use chrono::NaiveDate;

use super::checkpoints::SealWalk;
use crate::error::StoreError;
use crate::sql::column::{FromRow, Row, bad, int};
use crate::sql::unreadable_rows::all_readable;
use crate::sql::{Reader, Readers, Tx, sql};
use ravenpost_log::Hash;
use ravenpost_log::seal::{self, Form, Padding, SealLines, SealedEnd};

const LATEST: &str = "SELECT * FROM seal ORDER BY day DESC LIMIT $1";

const OF_DAY: &str = "SELECT * FROM seal WHERE day = $1";

const BEFORE: &str = "SELECT hash FROM seal WHERE day < $1 ORDER BY day DESC LIMIT $2";

const PUT: &str = "INSERT INTO seal \
    (day, game_count, hash, last_position, padding, server_key, checkpoint) \
    VALUES ($1, $2, $3, $4, $5, $6, $7)";

const KEEP: &str = "INSERT INTO seal_entry (game_hash, day, step, head) VALUES ($1, $2, $3, $4)";

/// A page of games, each with its last entry up to a day.
const ENDS: &str = "SELECT ended.game_hash, entry.step, entry.head FROM (\
        SELECT game_hash FROM seal_end WHERE game_hash > $1 ORDER BY game_hash LIMIT $3) AS ended \
    LEFT JOIN seal_entry AS entry ON entry.game_hash = ended.game_hash AND entry.day = (\
        SELECT max(day) FROM seal_entry AS known \
        WHERE known.game_hash = ended.game_hash AND known.day <= $2) \
    ORDER BY ended.game_hash";

/// After an import of another server's seals, the games' positions in their logs are unknown.
const ALL_ENDS: &str = "INSERT INTO seal_end (game_hash, day, step, last_seq) \
    SELECT game_hash, max(day), 0, 0 FROM seal_entry GROUP BY game_hash";

const ALL: &str = "SELECT * FROM seal ORDER BY day";

const SEALED: &str = "SELECT game_hash, step, head, day FROM seal_entry ORDER BY day, game_hash";

/// How many games are read at once.
const AT_ONCE: u32 = 5000;

/// How many damaged seals are skipped in search of a readable one.
const DAMAGED: u32 = 16;

/// A seal with the ends that changed since the previous one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredSeal {
    pub day: NaiveDate,
    pub games: u64,
    pub hash: Hash,
    pub form: Form,
    /// The signed checkpoint of all seals up to this one.
    pub note: Option<String>,
    pub ends: Vec<SealedEnd>,
}

/// A seal over the ends of all games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seal {
    /// The day in UTC; each day has at most one seal.
    pub day: NaiveDate,
    /// How many games it covers. Only the admin may see this.
    pub games: u64,
    pub hash: Hash,
    pub form: Form,
    /// The signed checkpoint of all seals up to this one.
    pub note: Option<String>,
    /// The position of the last event when it was made.
    pub(super) position: u64,
}

impl FromRow for Seal {
    fn from_row(row: &Row) -> Result<Seal, StoreError> {
        let padding: &[u8] = row.get("padding")?;
        let padding = padding.try_into().map_err(|_| bad("the padding has the wrong length"))?;
        Ok(Seal {
            day: row.day("day")?,
            games: row.count("game_count")?,
            hash: Hash(row.hash("hash")?),
            position: row.count("last_position")?,
            form: Form { padding: Padding(padding), key: row.get("server_key")? },
            note: row.get("checkpoint")?,
        })
    }
}

impl Seal {
    /// Returns the number of lines of its text.
    pub fn lines(&self) -> u64 {
        seal::lines(self.games)
    }
}

impl FromRow for SealedEnd {
    fn from_row(row: &Row) -> Result<SealedEnd, StoreError> {
        Ok(SealedEnd {
            game: Hash(row.hash("game_hash")?),
            step: row.step("step")?,
            head: Hash(row.hash("head")?),
        })
    }
}

pub(super) async fn store(tx: &mut Tx, seal: &Seal) -> Result<(), StoreError> {
    let Seal { day, games, hash, form: Form { padding, key }, note, position } = seal;
    let put = sql(PUT).bind(day.to_string()).bind(int(*games)).bind(hash.0.as_slice());
    let put = put.bind(int(*position)).bind(padding.0.as_slice());
    put.bind(key.as_deref()).bind(note.as_deref()).run(tx).await?;
    Ok(())
}

/// Returns the newest readable seal.
pub async fn last(reader: impl Into<Reader<'_>>) -> Result<Option<Seal>, StoreError> {
    Ok(latest(reader, DAMAGED).await?.into_iter().next())
}

/// Returns the newest seals, newest first.
pub async fn latest(reader: impl Into<Reader<'_>>, limit: u32) -> Result<Vec<Seal>, StoreError> {
    sql(LATEST).bind(limit).readable(reader).await
}

/// Returns the seal of a day, if it has one.
pub async fn of_day(
    reader: impl Into<Reader<'_>>,
    day: NaiveDate,
) -> Result<Option<Seal>, StoreError> {
    sql(OF_DAY).bind(day.to_string()).one_if(reader).await
}

/// Returns the lines of an existing seal.
pub async fn lines_of(reader: &Readers, made: &Seal) -> Result<SealLines, StoreError> {
    let before = sql(BEFORE).bind(made.day.to_string()).bind(DAMAGED).rows(reader).await?;
    let before = all_readable(&before, |row| row.hash("hash"))?.first().copied();
    lines(reader, made.day, before.map_or(seal::NONE, Hash), &made.form).await
}

/// Returns the lines of a seal over all games as they were on that day. They are read in pages,
/// because there may be a million.
pub async fn lines(
    reader: &Readers,
    day: NaiveDate,
    before: Hash,
    form: &Form,
) -> Result<SealLines, StoreError> {
    let (mut leaves, mut after) = (Vec::new(), Vec::new());
    loop {
        let ends = sql(ENDS).bind(after.as_slice()).bind(day.to_string()).bind(AT_ONCE);
        let rows = ends.rows(reader).await?;
        let Some(last) = rows.last() else { break };
        after = last.get::<&[u8]>("game_hash")?.to_vec();
        let there = |row: &Row| match row.count_if("step")? {
            None => Ok(None),
            Some(_) => SealedEnd::from_row(row).map(Some),
        };
        let ends = all_readable(&rows, there)?.into_iter().flatten();
        leaves.extend(ends.map(|end| end.leaf_of(day)));
    }
    Ok(SealLines::of(day, before, leaves, form))
}

/// Returns all seals with their new entries, oldest first.
pub async fn history(reader: impl Into<Reader<'_>>) -> Result<Vec<StoredSeal>, StoreError> {
    let mut reader = reader.into();
    let made: Vec<Seal> = sql(ALL).readable(reader.again()).await?;
    let rows = sql(SEALED).rows(reader).await?;
    let sealed = all_readable(&rows, |row| Ok((row.day("day")?, SealedEnd::from_row(row)?)))?;
    let mut sealed = sealed.into_iter().peekable();
    let mut all = Vec::with_capacity(made.len());
    for Seal { day, games, hash, form, note, .. } in made {
        let mut ends = Vec::new();
        while let Some((_, end)) = sealed.next_if(|(at, _)| *at <= day) {
            ends.push(end);
        }
        all.push(StoredSeal { day, games, hash, form, note, ends });
    }
    Ok(all)
}

/// Returns the first day whose seal does not follow from its entries and the previous seal, or
/// whose checkpoint contradicts it.
pub fn broken(all: &[StoredSeal]) -> Option<NaiveDate> {
    let (mut ends, mut before, mut last) = (BTreeMap::new(), seal::NONE, None);
    let mut walk = SealWalk::default();
    for stored in all {
        ends.extend(stored.ends.iter().map(|end| (end.game.0, *end)));
        let text = seal::text(stored.day, before, ends.values().copied(), &stored.form);
        let follows = last < Some(stored.day) && stored.games == ends.len() as u64;
        let signed = walk.holds(&stored.hash, stored.form.key.as_deref(), stored.note.as_deref());
        if !follows || !signed || seal::of(&text) != stored.hash {
            return Some(stored.day);
        }
        (before, last) = (stored.hash, Some(stored.day));
    }
    None
}

/// Imports all seals of another server, if there are none yet. The next seal will then check every
/// game, because the imported seals do not refer to positions in this log.
pub async fn take_in(tx: &mut Tx, all: &[StoredSeal]) -> Result<(), StoreError> {
    for StoredSeal { day, games, hash, form, note, ends } in all.iter().cloned() {
        let written = day.to_string();
        for SealedEnd { game, step, head } in ends {
            let keep = sql(KEEP).bind(game.0.as_slice()).bind(written.as_str()).bind(int(step));
            keep.bind(head.0.as_slice()).run(&mut *tx).await?;
        }
        store(tx, &Seal { day, games, hash, form, note, position: 0 }).await?;
    }
    sql(ALL_ENDS).run(tx).await?;
    Ok(())
}
