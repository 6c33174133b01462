//! The daily seals over all logs, and what each of them sealed. Only added to.

use std::collections::BTreeMap;

use chrono::NaiveDate;

use super::checkpoints::{self, SealWalk};
use crate::error::StoreError;
use crate::log::events;
use crate::sql::column::{FromRow, Row, bad, int};
use crate::sql::passed_over::all_readable;
use crate::sql::{Reader, Text, Tx, on_postgres, sql};
use ravenpost_log::Hash;
use ravenpost_log::proof::signer::Signer;
use ravenpost_log::seal::{self, Form, Padding, SealedEnd};

const LATEST: &str = "SELECT * FROM seal ORDER BY day DESC LIMIT $1";

const OF_DAY: &str = "SELECT * FROM seal WHERE day = $1";

const BEFORE: &str = "SELECT hash FROM seal WHERE day < $1 ORDER BY day DESC LIMIT $2";

const PUT: &str = "INSERT INTO seal \
    (day, game_count, hash, last_position, padding, server_key, checkpoint) \
    VALUES ($1, $2, $3, $4, $5, $6, $7)";

/// The games with events behind a position, as far as everybody may know of them: what somebody
/// may not know of begins with another letter than these (`chain/sorted.rs`). The bare columns are
/// those of the row with the largest number; SQLite alone has it so.
const MOVED: Text = Text::Each {
    sqlite: "SELECT game, count(*), hash, max(seq) FROM event \
    WHERE game IN (SELECT game FROM event WHERE position > $1) \
    AND substr(visibility, 1, 1) = '*' GROUP BY game ORDER BY game",
    postgres: on_postgres::MOVED,
};

const KEEP: &str = "INSERT INTO seal_entry (game_hash, day, step, head) VALUES ($1, $2, $3, $4)";

/// Each game's last entry up to a day; the bare columns as above.
const ENDS: Text = Text::Each {
    sqlite: "SELECT game_hash, step, head, max(day) FROM seal_entry WHERE day <= $1 \
    GROUP BY game_hash",
    postgres: on_postgres::ENDS,
};

const ALL: &str = "SELECT * FROM seal ORDER BY day";

const SEALED: &str = "SELECT game_hash, step, head, day FROM seal_entry ORDER BY day, game_hash";

/// Behind so many damaged seals no sound one is looked for.
const DAMAGED: u32 = 16;

/// A seal with the ends that were others than at the seal before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptSeal {
    pub day: NaiveDate,
    pub games: u64,
    pub hash: Hash,
    pub form: Form,
    /// The signed checkpoint of all seals up to this one.
    pub note: Option<String>,
    pub ends: Vec<SealedEnd>,
}

/// A seal over the ends of all logs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seal {
    /// Of which there is one at most, UTC.
    pub day: NaiveDate,
    /// How many games it is over: for nobody but whoever runs the server.
    pub games: u64,
    pub hash: Hash,
    pub form: Form,
    /// The signed checkpoint of all seals up to this one.
    pub note: Option<String>,
    /// The last event of all when it was made.
    position: u64,
}

impl FromRow for Seal {
    fn from_row(row: &Row) -> Result<Seal, StoreError> {
        let padding: &[u8] = row.get("padding")?;
        let padding = padding.try_into().map_err(|_| bad("a padding of another length"))?;
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
    /// How many lines its text has.
    pub fn lines(&self) -> u64 {
        seal::lines(self.games)
    }
}

impl FromRow for SealedEnd {
    fn from_row(row: &Row) -> Result<SealedEnd, StoreError> {
        Ok(SealedEnd { game: Hash(row.hash(0)?), step: row.step(1)?, head: Hash(row.hash(2)?) })
    }
}

/// The end of a game that has moved on, by its id.
fn end_of_game(row: &Row) -> Result<SealedEnd, StoreError> {
    Ok(SealedEnd { game: seal::name(&row.game(0)?), step: row.step(1)?, head: Hash(row.hash(2)?) })
}

/// Seals all logs as they stand. Nothing where that day, or a later one, has its seal already: a
/// clock that was set back, or somebody else who was faster. `padding` is random. With a
/// signer the seal names its key, and the checkpoint of all seals is signed.
pub async fn put(
    tx: &mut Tx,
    day: NaiveDate,
    padding: Padding,
    signer: Option<&Signer>,
) -> Result<Option<Seal>, StoreError> {
    let last = last(&mut *tx).await?;
    if last.as_ref().is_some_and(|last| last.day >= day) {
        return Ok(None);
    }
    let (before, after) = last.map_or((seal::NONE, 0), |last| (last.hash, last.position));
    let position = events::last_position(&mut *tx).await?;
    let written = day.to_string();
    let moved = sql(MOVED).bind(int(after)).rows(&mut *tx).await?;
    for SealedEnd { game, step, head } in all_readable(&moved, end_of_game)? {
        let keep = sql(KEEP).bind(game.0.as_slice()).bind(written.as_str()).bind(int(step));
        keep.bind(head.0.as_slice()).run(&mut *tx).await?;
    }
    let ends = ends(&mut *tx, day).await?;
    let games = ends.len() as u64;
    let form = Form { padding, key: signer.map(|signer| signer.key().to_string()) };
    let hash = seal::of(&seal::text(day, before, ends, &form));
    let note = match signer {
        Some(signer) => checkpoints::next(&mut *tx, &hash, signer).await?,
        None => None,
    };
    let seal = Seal { day, games, hash, form, note, position };
    store(tx, &seal).await?;
    Ok(Some(seal))
}

async fn store(tx: &mut Tx, seal: &Seal) -> Result<(), StoreError> {
    let Seal { day, games, hash, form: Form { padding, key }, note, position } = seal;
    let put = sql(PUT).bind(day.to_string()).bind(int(*games)).bind(hash.0.as_slice());
    let put = put.bind(int(*position)).bind(padding.0.as_slice());
    put.bind(key.as_deref()).bind(note.as_deref()).run(tx).await?;
    Ok(())
}

/// The newest seal that can be read, if there is one.
pub async fn last(reader: impl Into<Reader<'_>>) -> Result<Option<Seal>, StoreError> {
    Ok(latest(reader, DAMAGED).await?.into_iter().next())
}

/// The newest seals, the last one first.
pub async fn latest(reader: impl Into<Reader<'_>>, limit: u32) -> Result<Vec<Seal>, StoreError> {
    sql(LATEST).bind(limit).readable(reader).await
}

/// The seal of a day, if it has one.
pub async fn of_day(
    reader: impl Into<Reader<'_>>,
    day: NaiveDate,
) -> Result<Option<Seal>, StoreError> {
    sql(OF_DAY).bind(day.to_string()).one_if(reader).await
}

/// The text of a day's seal; nothing where it has none.
pub async fn text(
    reader: impl Into<Reader<'_>>,
    day: NaiveDate,
) -> Result<Option<String>, StoreError> {
    let mut reader = reader.into();
    let Some(made) = of_day(reader.again(), day).await? else { return Ok(None) };
    let before = sql(BEFORE).bind(day.to_string()).bind(DAMAGED).rows(reader.again()).await?;
    let before = all_readable(&before, |row| row.hash(0))?.first().copied();
    let before = before.map_or(seal::NONE, Hash);
    let ends = ends(reader, day).await?;
    Ok(Some(seal::text(day, before, ends, &made.form)))
}

/// All seals with what each was made over, the first one first.
pub async fn history(reader: impl Into<Reader<'_>>) -> Result<Vec<KeptSeal>, StoreError> {
    let mut reader = reader.into();
    let made: Vec<Seal> = sql(ALL).readable(reader.again()).await?;
    let rows = sql(SEALED).rows(reader).await?;
    let sealed = all_readable(&rows, |row| Ok((row.day(3)?, SealedEnd::from_row(row)?)))?;
    let mut sealed = sealed.into_iter().peekable();
    let mut all = Vec::with_capacity(made.len());
    for Seal { day, games, hash, form, note, .. } in made {
        let mut ends = Vec::new();
        while let Some((_, end)) = sealed.next_if(|(at, _)| *at <= day) {
            ends.push(end);
        }
        all.push(KeptSeal { day, games, hash, form, note, ends });
    }
    Ok(all)
}

/// The first day whose seal does not follow from what it was made over and from the one before, or
/// of which something else was signed.
pub fn broken(all: &[KeptSeal]) -> Option<NaiveDate> {
    let (mut ends, mut before, mut last) = (BTreeMap::new(), seal::NONE, None);
    let mut walk = SealWalk::default();
    for kept in all {
        ends.extend(kept.ends.iter().map(|end| (end.game.0, *end)));
        let text = seal::text(kept.day, before, ends.values().copied(), &kept.form);
        let follows = last < Some(kept.day) && kept.games == ends.len() as u64;
        let signed = walk.holds(&kept.hash, kept.form.key.as_deref(), kept.note.as_deref());
        if !follows || !signed || seal::of(&text) != kept.hash {
            return Some(kept.day);
        }
        (before, last) = (kept.hash, Some(kept.day));
    }
    None
}

/// Takes in all seals of another server, where there are none yet. The next one will look at every
/// game: none of the events here is known to come before these.
pub async fn take_in(tx: &mut Tx, all: &[KeptSeal]) -> Result<(), StoreError> {
    for KeptSeal { day, games, hash, form, note, ends } in all.iter().cloned() {
        let written = day.to_string();
        for SealedEnd { game, step, head } in ends {
            let keep = sql(KEEP).bind(game.0.as_slice()).bind(written.as_str()).bind(int(step));
            keep.bind(head.0.as_slice()).run(&mut *tx).await?;
        }
        store(tx, &Seal { day, games, hash, form, note, position: 0 }).await?;
    }
    Ok(())
}

/// How every game stood on a day.
async fn ends(reader: impl Into<Reader<'_>>, day: NaiveDate) -> Result<Vec<SealedEnd>, StoreError> {
    sql(ENDS).bind(day.to_string()).readable(reader).await
}
