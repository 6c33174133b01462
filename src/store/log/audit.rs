//! Checks the log: every event's hash, every game's numbers, that no position is missing, and that
//! nothing else tells of events that are not there. Reads columns as bytes, so that a damaged row
//! is named and not merely refused.

use std::collections::BTreeMap;

use crate::store::chain::{self, Broken, Head};
use crate::store::column::Row;
use crate::store::event::Hash;
use crate::store::packed::{self, Packed, Raw};
use crate::store::sql::{Readers, sql};
use crate::store::witness::{self, Told};
use crate::store::{GameId, Seq, StoreError};

/// So many events are held in memory at a time.
const CHUNK: u32 = 4_000;

/// After so many events in a row that the disk does not give back, no more are asked for.
const GIVE_UP: u32 = 100;

const HEADS: &str = "SELECT id, version, head FROM game ORDER BY id";

/// What a check of the log found.
#[derive(Clone, Debug, Default)]
pub struct Report {
    pub events: u64,
    /// The head of every game that was found sound up to its end.
    pub heads: BTreeMap<GameId, Head>,
    pub broken: Vec<Broken>,
}

impl Report {
    /// One hash over all heads, for keeping elsewhere. None of a log that is not sound.
    pub fn root(&self) -> Option<Hash> {
        self.broken.is_empty().then(|| chain::root(&self.heads))
    }
}

/// Checks the whole log, a chunk at a time, and tells how far it has come after each.
pub async fn whole(reader: &Readers, progress: impl FnMut(u64)) -> Result<Report, StoreError> {
    let mut walk = Walk::told(reader).await?;
    walk.through(reader, i64::MAX, progress).await?;
    Ok(walk.finish())
}

/// Checks the log as it was when it had so many events: for comparing with a root kept then.
pub async fn upto(reader: &Readers, events: u64) -> Result<Report, StoreError> {
    let mut walk = Walk::new();
    walk.through(reader, crate::store::column::int(events), |_| ()).await?;
    Ok(walk.finish())
}

/// Checks one game. Goes through the whole log for it: which rows are its own is what they say
/// themselves, not what an index says.
pub async fn game(reader: &Readers, id: &GameId) -> Result<Report, StoreError> {
    let id = id.as_str().as_bytes();
    let mut walk = Walk::told(reader).await?;
    walk.listed.retain(|game, _| game == id);
    walk.told.retain(|told| told.game == id);
    walk.otherwise.retain(|told| told.game == id);
    walk.only = Some(id.to_vec());
    walk.through(reader, i64::MAX, |_| ()).await?;
    Ok(walk.finish())
}

struct Walk {
    /// The last one seen. A damaged position may be anything, so none is left out.
    position: i64,
    report: Report,
    /// By the games' ids as they are stored, which need not be ids.
    heads: BTreeMap<Vec<u8>, Head>,
    /// How far the list of games says each has come: a log cut off at its end shows here.
    listed: BTreeMap<Vec<u8>, Head>,
    /// The last event of each game that something else tells of.
    told: Vec<Told>,
    /// Events that something else tells of otherwise.
    otherwise: Vec<Told>,
    /// The one game looked at; all when there is none.
    only: Option<Vec<u8>>,
}

impl Walk {
    fn new() -> Walk {
        Walk {
            position: i64::MIN,
            report: Report::default(),
            heads: BTreeMap::new(),
            listed: BTreeMap::new(),
            told: Vec::new(),
            otherwise: Vec::new(),
            only: None,
        }
    }

    /// Begins with what else tells of events. It has to come first: games that go on meanwhile are
    /// then ahead of it, never behind.
    async fn told(reader: &Readers) -> Result<Walk, StoreError> {
        let mut walk = Walk::new();
        for row in sql(HEADS).rows(reader).await? {
            walk.expect(&row)?;
        }
        walk.told = witness::told(reader).await?;
        walk.otherwise = witness::otherwise(reader).await?;
        Ok(walk)
    }

    /// Goes through the events of all games, up to a position.
    async fn through(
        &mut self,
        reader: &Readers,
        end: i64,
        mut progress: impl FnMut(u64),
    ) -> Result<(), StoreError> {
        let mut expected = 1;
        loop {
            let (chunk, before) = (self.chunk(reader).await?, self.position);
            for event in chunk.rows()? {
                let event = event?;
                if event.position > end {
                    return Ok(());
                }
                let follows = event.position == expected;
                self.position = event.position;
                expected = event.position.wrapping_add(1);
                if self.only.as_ref().is_some_and(|only| only != event.game) {
                    continue;
                }
                if !follows {
                    let seq = number(event.seq);
                    self.broken(event.game, seq, "its position does not follow the one before");
                }
                self.step(&event);
            }
            progress(self.report.events);
            if self.position == before {
                return Ok(());
            }
        }
    }

    /// The next events: as many as the disk gives back, down to one. One that it does not give
    /// back is named and passed over.
    async fn chunk(&mut self, reader: &Readers) -> Result<Packed, StoreError> {
        let (mut limit, mut lost) = (CHUNK, 0);
        loop {
            match packed::of_all(reader, self.position, limit).await {
                Err(StoreError::Corrupt(_)) if limit > 1 => limit /= 8,
                Err(StoreError::Corrupt(_)) if lost < GIVE_UP => {
                    lost += 1;
                    self.position = self.position.max(0) + 1;
                    self.broken(b"?", 0, "it cannot be read");
                }
                done => return done,
            }
            limit = limit.max(1);
        }
    }

    fn step(&mut self, event: &Raw<'_>) {
        self.report.events += 1;
        let head = match self.judge(event) {
            Ok(head) => {
                if self.listed.get(event.game) == Some(&head) {
                    self.listed.remove(event.game);
                }
                head
            }
            Err(what) => {
                let seq = number(event.seq);
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

    fn expect(&mut self, row: &Row) -> Result<(), StoreError> {
        let game: &[u8] = row.get(0)?;
        let version: i64 = row.get(1)?;
        let hash = row.get::<&[u8]>(2)?.try_into().unwrap_or([0; 32]);
        let head = Head { seq: number(version), hash: Hash(hash) };
        self.listed.insert(game.to_vec(), head);
        Ok(())
    }

    fn broken(&mut self, game: &[u8], seq: Seq, what: &'static str) {
        let game = String::from_utf8_lossy(game).into_owned();
        self.report.broken.push(Broken { game, seq, position: self.position, what });
    }

    fn is_broken(&self, game: &[u8]) -> bool {
        self.report.broken.iter().any(|broken| broken.game.as_bytes() == game)
    }

    fn finish(mut self) -> Report {
        let mut told = std::mem::take(&mut self.told);
        told.retain(|told| self.heads.get(&told.game).is_none_or(|head| head.seq < told.seq));
        for Told { game, seq, what } in told.into_iter().chain(std::mem::take(&mut self.otherwise))
        {
            // A game found broken in itself is contradicted as a matter of course.
            if !self.is_broken(&game) {
                self.broken(&game, seq, what);
            }
        }
        for (game, head) in std::mem::take(&mut self.listed) {
            if !self.is_broken(&game) {
                self.broken(&game, head.seq, "the list of games tells of another event here");
            }
        }
        for (game, head) in std::mem::take(&mut self.heads) {
            let id = std::str::from_utf8(&game).ok().and_then(GameId::parse);
            if let Some(id) = id.filter(|_| !self.is_broken(&game)) {
                self.report.heads.insert(id, head);
            }
        }
        self.report
    }
}

fn number(stored: i64) -> u64 {
    u64::try_from(stored).unwrap_or(0)
}
