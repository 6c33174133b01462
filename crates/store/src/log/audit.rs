//! Checks the log: every event's hash, every game's numbers, that no position is missing, and that
//! nothing else tells of events that are not there. Reads columns as bytes, so that a damaged row
//! is named and not merely refused.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tokio::task::JoinHandle;

use super::ahead::{Ahead, Stand, ahead};
use crate::error::StoreError;
use crate::log::known_heads::{self, Told};
use crate::packed::{self, Packed, Raw};
use crate::sql::column::Row;
use crate::sql::{Conn, Reader, Readers, Tx, sql};
use ravenpost_log::act::read::Unread;
use ravenpost_log::chain::Chain;
use ravenpost_log::chain::{self, Tip};
use ravenpost_log::{Act, Broken, GameId, Hash, Head};
use ravenpost_rules::numbers::{Seq, Step};

/// So many events are read at a time; while they are checked, as many that follow are being read.
const CHUNK: u32 = 1_000;

/// After so many events in a row that the disk does not give back, no more are asked for.
const GIVE_UP: u32 = 100;

const SECRETS: &str = "SELECT game, secret FROM game_secret";

const HEADS: &str = "SELECT id, last_seq, head FROM game ORDER BY id";

/// What a check of the log found.
#[derive(Clone, Debug, Default)]
pub struct Report {
    pub events: u64,
    /// The head of every game that was found sound up to its end.
    pub heads: BTreeMap<GameId, Head>,
    pub broken: Vec<Broken>,
    /// Of each game that a newer program has gone on with, by an act that this one does not know:
    /// the first such event. Its chain is judged as every other.
    pub newer: BTreeMap<GameId, NewerEvent>,
}

/// An event that a newer program wrote.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewerEvent {
    pub seq: Seq,
    /// What nobody here knows.
    pub unread: Unread,
}

impl std::fmt::Display for NewerEvent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let NewerEvent { seq, unread } = self;
        write!(f, "event {seq} {unread}: a newer one has gone on with the game, and reads it")
    }
}

impl Report {
    /// One hash over all heads, for keeping elsewhere. None of a log that is not sound.
    pub fn root(&self) -> Option<Hash> {
        self.broken.is_empty().then(|| chain::root(&self.heads))
    }
}

/// Checks the whole log, a chunk at a time, and tells how far it has come after each.
pub async fn whole(reader: &Readers, progress: impl FnMut(u64)) -> Result<Report, StoreError> {
    let mut walk = LogWalk::told(reader).await?;
    walk.through(reader, i64::MAX, progress).await?;
    Ok(walk.finish())
}

/// The same of what a transaction has written so far, which nobody else can see.
pub(crate) async fn own(tx: &mut Tx) -> Result<Report, StoreError> {
    let (mut walk, mut expected) = (LogWalk::told(&mut *tx).await?, 1);
    let without_gaps = matches!(tx.0, Conn::Sqlite(_));
    loop {
        let chunk = packed::of_all(&mut *tx, walk.position, CHUNK).await?;
        let events = chunk.rows()?.collect::<Result<Vec<_>, _>>()?;
        if events.is_empty() {
            return Ok(walk.finish());
        }
        walk.take(&events, &mut expected, without_gaps, i64::MAX);
    }
}

/// Checks the log as it was when it had so many events: for comparing with a root kept then.
pub async fn upto(reader: &Readers, events: u64) -> Result<Report, StoreError> {
    let mut walk = LogWalk::new(reader).await?;
    walk.through(reader, crate::sql::column::int(events), |_| ()).await?;
    Ok(walk.finish())
}

/// Checks one game. Goes through the whole log for it: which rows are its own is what they say
/// themselves, not what an index says.
pub async fn game(reader: &Readers, id: &GameId) -> Result<Report, StoreError> {
    let id = id.as_str().as_bytes();
    let mut walk = LogWalk::told(reader).await?;
    walk.listed.retain(|game, _| game == id);
    walk.told.retain(|told| told.game == id);
    walk.otherwise.retain(|told| told.game == id);
    walk.only = Some(id.to_vec());
    walk.through(reader, i64::MAX, |_| ()).await?;
    Ok(walk.finish())
}

/// The events that come next, while they are being read.
struct Coming(JoinHandle<Result<Packed, StoreError>>);

impl Coming {
    fn after(position: i64, reader: &Readers) -> Coming {
        let reader = reader.clone();
        Coming(tokio::spawn(async move { packed::of_all(&reader, position, CHUNK).await }))
    }

    /// Nothing where the disk did not give all of them back: they are asked for again, fewer at a
    /// time.
    async fn read(self) -> Option<Packed> {
        self.0.await.ok()?.ok()
    }
}

struct LogWalk {
    /// The last one seen. A damaged position may be anything, so none is left out.
    position: i64,
    report: Report,
    /// By the games' ids as they are stored, which need not be ids.
    games: BTreeMap<Vec<u8>, Followed>,
    /// What the hashes of each game hang on, read before any of them is looked at.
    secrets: BTreeMap<Vec<u8>, [u8; 32]>,
    /// How far the list of games says each has come: a log cut off at its end shows here.
    listed: BTreeMap<Vec<u8>, Head>,
    /// The last event of each game that something else tells of.
    told: Vec<Told>,
    /// Events that something else tells of otherwise.
    otherwise: Vec<Told>,
    /// The one game looked at; all when there is none.
    only: Option<Vec<u8>>,
    /// Kinds of acts that were read so far: one of each is enough.
    kinds: BTreeSet<Vec<u8>>,
}

/// A game whose events are being gone through.
struct Followed {
    /// None where its first event is not there to say how the others are hashed.
    chain: Option<Arc<Chain>>,
    tip: Tip,
}

impl LogWalk {
    async fn new(reader: impl Into<Reader<'_>>) -> Result<LogWalk, StoreError> {
        let mut secrets = BTreeMap::new();
        for row in sql(SECRETS).rows(reader).await? {
            let (game, bytes): (&[u8], &[u8]) = (row.get(0)?, row.get(1)?);
            if let Ok(secret) = bytes.try_into() {
                secrets.insert(game.to_vec(), secret);
            }
        }
        Ok(LogWalk {
            position: i64::MIN,
            report: Report::default(),
            games: BTreeMap::new(),
            secrets,
            listed: BTreeMap::new(),
            told: Vec::new(),
            otherwise: Vec::new(),
            only: None,
            kinds: BTreeSet::new(),
        })
    }

    /// Begins with what else tells of events. It has to come first: games that go on meanwhile are
    /// then ahead of it, never behind.
    async fn told(reader: impl Into<Reader<'_>>) -> Result<LogWalk, StoreError> {
        let mut reader = reader.into();
        let mut walk = LogWalk::new(reader.again()).await?;
        for row in sql(HEADS).rows(reader.again()).await? {
            walk.expect(&row)?;
        }
        walk.told = known_heads::told(reader.again()).await?;
        walk.otherwise = known_heads::otherwise(reader).await?;
        Ok(walk)
    }

    /// Goes through the events of all games, up to a position.
    async fn through(
        &mut self,
        reader: &Readers,
        end: i64,
        mut progress: impl FnMut(u64),
    ) -> Result<(), StoreError> {
        let (mut expected, mut coming) = (1, None);
        loop {
            let (chunk, before) = (self.chunk(reader, coming.take()).await?, self.position);
            let events = chunk.rows()?.collect::<Result<Vec<_>, _>>()?;
            coming = events.last().map(|last| Coming::after(last.position, reader));
            // PostgreSQL leaves gaps where a transaction was undone.
            if !self.take(&events, &mut expected, reader.is_file(), end) {
                return Ok(());
            }
            progress(self.report.events);
            if self.position == before {
                return Ok(());
            }
        }
    }

    /// Looks at events that come next. Not any further when one lies behind the end.
    fn take(
        &mut self,
        events: &[Raw<'_>],
        expected: &mut i64,
        without_gaps: bool,
        end: i64,
    ) -> bool {
        let stand = |game: &[u8]| self.games.get(game).and_then(Followed::stand);
        for (event, ahead) in events.iter().zip(ahead(events, stand)) {
            if event.position > end {
                return false;
            }
            let follows = event.position == *expected || !without_gaps;
            self.position = event.position;
            *expected = event.position.wrapping_add(1);
            if self.only.as_ref().is_some_and(|only| only != event.game) {
                continue;
            }
            if !follows {
                let seq = number(event.seq);
                self.broken(event.game, seq, "its position does not follow the one before");
            }
            self.step(event, ahead);
        }
        true
    }

    /// The next events: as many as the disk gives back, down to one. One that it does not give
    /// back is named and passed over.
    async fn chunk(
        &mut self,
        reader: &Readers,
        coming: Option<Coming>,
    ) -> Result<Packed, StoreError> {
        if let Some(coming) = coming
            && let Some(chunk) = coming.read().await
        {
            return Ok(chunk);
        }
        let (mut limit, mut lost) = (CHUNK, 0);
        loop {
            match packed::of_all(reader, self.position, limit).await {
                Err(StoreError::Corrupt(_)) if limit > 1 => limit /= 8,
                Err(StoreError::Corrupt(_)) if lost < GIVE_UP => {
                    lost += 1;
                    self.position = self.position.max(0) + 1;
                    self.broken(b"?", Seq::NONE, "it cannot be read");
                }
                done => return done,
            }
            limit = limit.max(1);
        }
    }

    fn step(&mut self, event: &Raw<'_>, ahead: Ahead) {
        self.report.events += 1;
        if !self.games.contains_key(event.game) {
            let followed = self.begin(event);
            self.games.insert(event.game.to_vec(), followed);
        }
        let Some(followed) = self.games.get_mut(event.game) else { return };
        match followed.judge(event, ahead) {
            Ok(tip) => {
                followed.tip = tip;
                // A newer program's act follows from what was before it as any other.
                if !self.kinds.contains(event.kind) {
                    match unread(event) {
                        None => drop(self.kinds.insert(event.kind.to_vec())),
                        Some((game, newer)) => drop(self.report.newer.entry(game).or_insert(newer)),
                    }
                }
                if self.listed.get(event.game) == Some(&tip.head) {
                    self.listed.remove(event.game);
                }
            }
            Err(what) => {
                // Whatever follows is judged by what is stored, so that one fault is told once.
                let (seq, tip, hash) = (number(event.seq), followed.tip, event.own_hash());
                followed.tip = match event.link() {
                    Some(link) => tip.after(&link, hash),
                    None => Tip { head: Head { seq, hash }, ..tip },
                };
                self.broken(event.game, seq, what);
            }
        }
    }

    /// A game of which this is the first event that is there. Where it does not say how the others
    /// are hashed, that is the one fault that is told of them.
    fn begin(&mut self, event: &Raw<'_>) -> Followed {
        let secret = self.secrets.get(event.game).copied();
        let chain = match event.id() {
            None => Err("no game has that id"),
            Some(_) if event.seq != 1 => Err("an event before it is missing"),
            Some(id) => Chain::of(&id, event.act, secret),
        };
        match chain {
            Ok(chain) => Followed { tip: chain.genesis(), chain: Some(Arc::new(chain)) },
            Err(what) => {
                self.broken(event.game, number(event.seq), what);
                let head = Head { seq: Seq::NONE, hash: Hash([0; 32]) };
                let tip = Tip { head, step: Step::NONE, shown: head.hash, at: i64::MIN };
                Followed { chain: None, tip }
            }
        }
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
        let known =
            |told: &Told| self.games.get(&told.game).map_or(Seq::NONE, |game| game.tip.head.seq);
        told.retain(|told| known(told) < told.seq);
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
        for (game, followed) in std::mem::take(&mut self.games) {
            let id = std::str::from_utf8(&game).ok().and_then(GameId::parse);
            if let Some(id) = id.filter(|_| !self.is_broken(&game)) {
                self.report.heads.insert(id, followed.tip.head);
            }
        }
        self.report
    }
}

impl Followed {
    fn stand(&self) -> Option<Stand> {
        Some((Arc::clone(self.chain.as_ref()?), self.tip))
    }

    /// Where the game stands after the event, if that follows from what is stored.
    fn judge(&self, event: &Raw<'_>, ahead: Ahead) -> Result<Tip, &'static str> {
        let link = event.link().ok_or("no seat has that number")?;
        let Some(chain) = &self.chain else { return Ok(self.tip.after(&link, event.own_hash())) };
        if link.seq != self.tip.head.seq + 1 {
            return Err("an event before it is missing");
        }
        let hash = match ahead {
            Some((tip, hash)) if tip == self.tip => hash,
            _ => chain.hash(&link, &self.tip),
        };
        if event.hash != hash.0.as_slice() {
            return Err("its hash does not follow from it and the event before");
        }
        if link.at < self.tip.at {
            return Err(chain::BACK_IN_TIME);
        }
        Ok(self.tip.after(&link, hash))
    }
}

/// What nobody here knows of an event, and whose it is.
fn unread(event: &Raw<'_>) -> Option<(GameId, NewerEvent)> {
    match Act::read(std::str::from_utf8(event.act).ok()?) {
        Err(unread @ Unread::Newer(_)) => {
            Some((event.id()?, NewerEvent { seq: number(event.seq), unread }))
        }
        _ => None,
    }
}

fn number(stored: i64) -> Seq {
    Seq(u64::try_from(stored).unwrap_or(0))
}
