//! Checks the log as a whole: every event's hash, every game's numbers, and that no position is
//! missing. Reads columns as bytes, so that a damaged row is named and not merely refused.

use std::collections::BTreeMap;

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqlitePool};

use super::chain::{Broken, Hash, Head, Link};
use super::{GameId, StoreError};

/// So many events are held in memory at a time.
const CHUNK: i64 = 2_000;

const NEXT: &str = "SELECT position, CAST(game AS BLOB), seq, at, CAST(kind AS BLOB), seat, \
    CAST(act AS BLOB), CAST(facts AS BLOB), CAST(draws AS BLOB), hash FROM event NOT INDEXED \
    WHERE position > ? ORDER BY position LIMIT ?";

const HEADS: &str = "SELECT id, version, head FROM game ORDER BY id";

/// What a check of the whole log found.
#[derive(Clone, Debug, Default)]
pub struct Report {
    pub events: u64,
    /// The head of every game that was found sound up to its end.
    pub heads: BTreeMap<GameId, Head>,
    pub broken: Vec<Broken>,
}

/// Checks the whole log, a chunk at a time, and tells how far it has come after each.
pub async fn whole(
    reader: &SqlitePool,
    mut progress: impl FnMut(u64),
) -> Result<Report, StoreError> {
    // The list comes first: games that go on meanwhile are then ahead of it, never behind.
    let mut walk = Walk::new();
    for row in sqlx::query(HEADS).fetch_all(reader).await? {
        walk.expect(&row)?;
    }
    loop {
        let query = sqlx::query(NEXT).bind(walk.position).bind(CHUNK);
        let rows = query.fetch_all(reader).await?;
        for row in &rows {
            walk.step(row)?;
        }
        progress(walk.report.events);
        if rows.is_empty() {
            break;
        }
    }
    Ok(walk.finish())
}

struct Walk {
    /// The last one seen. A damaged position may be anything, so none is left out.
    position: i64,
    /// The one that should come next.
    expected: i64,
    report: Report,
    /// By the games' ids as they are stored, which need not be ids.
    heads: BTreeMap<Vec<u8>, Head>,
    /// How far the list of games says each has come: a log cut off at its end shows here.
    listed: BTreeMap<Vec<u8>, Head>,
}

impl Walk {
    fn new() -> Walk {
        Walk {
            position: i64::MIN,
            expected: 1,
            report: Report::default(),
            heads: BTreeMap::new(),
            listed: BTreeMap::new(),
        }
    }

    fn step(&mut self, row: &SqliteRow) -> Result<(), StoreError> {
        self.position = row.try_get(0)?;
        self.report.events += 1;
        let Ok(event) = Raw::read(row) else {
            self.broken(b"?", 0, "it cannot be read");
            return Ok(());
        };
        if self.position != self.expected {
            self.broken(event.game, event.seq, "its position does not follow the one before");
        }
        self.expected = self.position.wrapping_add(1);
        let head = match self.judge(&event) {
            Ok(head) => {
                if self.listed.get(event.game) == Some(&head) {
                    self.listed.remove(event.game);
                }
                head
            }
            Err(what) => {
                self.broken(event.game, event.seq, what);
                // Whatever follows is judged by what is stored, so that one fault is told once.
                Head { seq: event.seq, hash: Hash(event.hash.try_into().unwrap_or([0; 32])) }
            }
        };
        self.heads.insert(event.game.to_vec(), head);
        Ok(())
    }

    fn judge(&self, event: &Raw<'_>) -> Result<Head, &'static str> {
        let id = std::str::from_utf8(event.game).ok().and_then(GameId::parse);
        let id = id.ok_or("no game has that id")?;
        let before = self.heads.get(event.game).copied().unwrap_or_else(|| Head::genesis(&id));
        if event.seq != before.seq + 1 {
            return Err("an event before it is missing");
        }
        let seat = event.seat.map(u8::try_from).transpose();
        let link = Link {
            game: event.game,
            seq: event.seq,
            at: event.at,
            kind: event.kind,
            seat: seat.map_err(|_| "no seat has that number")?,
            act: event.act,
            facts: event.facts,
            draws: event.draws,
        };
        let hash = link.hash(before.hash);
        if event.hash != hash.0.as_slice() {
            return Err("its hash does not follow from it and the event before");
        }
        Ok(Head { seq: event.seq, hash })
    }

    fn expect(&mut self, row: &SqliteRow) -> Result<(), StoreError> {
        let game: &str = row.try_get(0)?;
        let version: i64 = row.try_get(1)?;
        let hash = row.try_get::<&[u8], _>(2)?.try_into().unwrap_or([0; 32]);
        let head = Head { seq: u64::try_from(version).unwrap_or(0), hash: Hash(hash) };
        self.listed.insert(game.as_bytes().to_vec(), head);
        Ok(())
    }

    fn broken(&mut self, game: &[u8], seq: u64, what: &'static str) {
        let game = String::from_utf8_lossy(game).into_owned();
        self.report.broken.push(Broken { game, seq, position: self.position, what });
    }

    fn finish(mut self) -> Report {
        for (game, head) in std::mem::take(&mut self.listed) {
            self.broken(&game, head.seq, "the list of games tells of another event here");
        }
        for (game, head) in self.heads {
            let id = std::str::from_utf8(&game).ok().and_then(GameId::parse);
            if let Some(id) = id
                && !self.report.broken.iter().any(|broken| broken.game == id.as_str())
            {
                self.report.heads.insert(id, head);
            }
        }
        self.report
    }
}

/// An event's columns, as they are.
struct Raw<'r> {
    game: &'r [u8],
    seq: u64,
    at: i64,
    kind: &'r [u8],
    seat: Option<i64>,
    act: &'r [u8],
    facts: &'r [u8],
    draws: &'r [u8],
    hash: &'r [u8],
}

impl<'r> Raw<'r> {
    fn read(row: &'r SqliteRow) -> Result<Raw<'r>, sqlx::Error> {
        Ok(Raw {
            game: row.try_get_unchecked(1)?,
            seq: u64::try_from(row.try_get_unchecked::<i64, _>(2)?).unwrap_or(0),
            at: row.try_get_unchecked(3)?,
            kind: row.try_get_unchecked(4)?,
            seat: row.try_get_unchecked(5)?,
            act: row.try_get_unchecked(6)?,
            facts: row.try_get_unchecked(7)?,
            draws: row.try_get_unchecked(8)?,
            hash: row.try_get_unchecked(9)?,
        })
    }
}
