//! Checks the log as a whole: every event's hash, every game's numbers, and that no position is
//! missing. Reads columns as bytes, so that a damaged row is named and not merely refused.

use std::collections::BTreeMap;

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqlitePool};

use super::chain::{Broken, Hash, Head};
use super::packed::{self, Raw};
use super::{GameId, StoreError};

/// So many events are held in memory at a time.
const CHUNK: u32 = 4_000;

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
        let (chunk, before) =
            (packed::of_all(reader, walk.position, CHUNK).await?, walk.report.events);
        for event in chunk.rows()? {
            walk.step(&event?);
        }
        progress(walk.report.events);
        if walk.report.events == before {
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

    fn step(&mut self, event: &Raw<'_>) {
        self.position = event.position;
        self.report.events += 1;
        let seq = u64::try_from(event.seq).unwrap_or(0);
        if self.position != self.expected {
            self.broken(event.game, seq, "its position does not follow the one before");
        }
        self.expected = self.position.wrapping_add(1);
        let head = match self.judge(event) {
            Ok(head) => {
                if self.listed.get(event.game) == Some(&head) {
                    self.listed.remove(event.game);
                }
                head
            }
            Err(what) => {
                self.broken(event.game, seq, what);
                // Whatever follows is judged by what is stored, so that one fault is told once.
                Head { seq, hash: Hash(event.hash.try_into().unwrap_or([0; 32])) }
            }
        };
        match self.heads.get_mut(event.game) {
            Some(known) => *known = head,
            None => drop(self.heads.insert(event.game.to_vec(), head)),
        }
    }

    fn judge(&self, event: &Raw<'_>) -> Result<Head, &'static str> {
        let before = match self.heads.get(event.game) {
            Some(head) => *head,
            None => Head::genesis(&event.id().ok_or("no game has that id")?),
        };
        let link = event.link().ok_or("no seat has that number")?;
        if link.seq != before.seq + 1 {
            return Err("an event before it is missing");
        }
        let hash = link.hash(before.hash);
        if event.hash != hash.0.as_slice() {
            return Err("its hash does not follow from it and the event before");
        }
        Ok(Head { seq: link.seq, hash })
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
