//! Checks the log as a whole: every event's hash, every game's numbers, and that no position is
//! missing. Reads columns as bytes, so that a damaged row is named and not merely refused.

use std::collections::BTreeMap;

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqlitePool};

use super::chain::{Broken, Hash, Head, Link};
use super::column::int;
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
    let mut walk = Walk::default();
    for row in sqlx::query(HEADS).fetch_all(reader).await? {
        walk.expect(&row)?;
    }
    loop {
        let query = sqlx::query(NEXT).bind(int(walk.position)).bind(CHUNK);
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

#[derive(Default)]
struct Walk {
    position: u64,
    report: Report,
    /// By the games' ids as they are stored, which need not be ids.
    heads: BTreeMap<Vec<u8>, Head>,
    /// How far the list of games says each has come: a log cut off at its end shows here.
    listed: BTreeMap<Vec<u8>, Head>,
}

impl Walk {
    fn step(&mut self, row: &SqliteRow) -> Result<(), StoreError> {
        let position: i64 = row.try_get(0)?;
        let position = u64::try_from(position).unwrap_or(0);
        self.report.events += 1;
        let game: &[u8] = row.try_get_unchecked(1)?;
        let seq: i64 = row.try_get_unchecked(2)?;
        let seq = u64::try_from(seq).unwrap_or(0);
        if position != self.position + 1 {
            self.broken(game, seq, "its position is not the one after the event before");
        }
        self.position = position;
        match self.judge(row, game, seq)? {
            Ok(head) => {
                if self.listed.get(game) == Some(&head) {
                    self.listed.remove(game);
                }
                self.heads.insert(game.to_vec(), head);
            }
            Err(what) => {
                self.broken(game, seq, what);
                // Whatever follows is judged by what is stored, so that one fault is told once.
                let hash = row.try_get_unchecked::<&[u8], _>(9)?.try_into().unwrap_or([0; 32]);
                self.heads.insert(game.to_vec(), Head { seq, hash: Hash(hash) });
            }
        }
        Ok(())
    }

    fn judge(
        &self,
        row: &SqliteRow,
        game: &[u8],
        seq: u64,
    ) -> Result<Result<Head, &'static str>, StoreError> {
        let Some(id) = std::str::from_utf8(game).ok().and_then(GameId::parse) else {
            return Ok(Err("no game has that id"));
        };
        let before = self.heads.get(game).copied().unwrap_or_else(|| Head::genesis(&id));
        if seq != before.seq + 1 {
            return Ok(Err("an event before it is missing"));
        }
        let seat: Option<i64> = row.try_get_unchecked(5)?;
        let Ok(seat) = seat.map(u8::try_from).transpose() else {
            return Ok(Err("no seat has that number"));
        };
        let link = Link {
            game,
            seq,
            at: row.try_get_unchecked(3)?,
            kind: row.try_get_unchecked(4)?,
            seat,
            act: row.try_get_unchecked(6)?,
            facts: row.try_get_unchecked(7)?,
            draws: row.try_get_unchecked(8)?,
        };
        let hash = link.hash(before.hash);
        if row.try_get_unchecked::<&[u8], _>(9)? != hash.0.as_slice() {
            return Ok(Err("its hash does not follow from it and the event before"));
        }
        Ok(Ok(Head { seq, hash }))
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
        self.report.broken.push(Broken { game, seq, what });
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
