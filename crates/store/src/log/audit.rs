//! Checks the log: every event's hash, every game's numbers, gaps in positions, and references to
//! events that do not exist. Columns are read as bytes, so that damaged rows are reported rather
//! than only failing.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tokio::task::JoinHandle;

use super::precompute::{Ahead, Stand, ahead};
use crate::error::StoreError;
use crate::log::known_heads::{self, EventReference};
use crate::packed::{self, Packed, Raw};
use crate::sql::column::Row;
use crate::sql::{Conn, Reader, Readers, Tx, sql};
use ravenpost_log::act::read::Unread;
use ravenpost_log::chain::Chain;
use ravenpost_log::chain::{self, Tip};
use ravenpost_log::{Act, Broken, GameId, Hash, Head};
use ravenpost_rules::numbers::{Seq, Step};

/// How many events are read at a time. The next batch is read while one is checked.
const CHUNK: u32 = 1_000;

/// How many consecutive unreadable events end the audit.
const GIVE_UP: u32 = 100;

const SECRETS: &str = "SELECT game, secret FROM game_secret";

const HEADS: &str = "SELECT id, last_seq, head FROM game ORDER BY id";

/// The result of an audit.
#[derive(Clone, Debug, Default)]
pub struct Report {
    pub events: u64,
    /// The head of every game without faults.
    pub heads: BTreeMap<GameId, Head>,
    pub broken: Vec<Broken>,
    /// The first event of each game that has an act only a newer version knows. Its chain is
    /// checked like any other.
    pub newer: BTreeMap<GameId, NewerEvent>,
}

/// An event that a newer version wrote.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewerEvent {
    pub seq: Seq,
    /// What this version does not know.
    pub unread: Unread,
}

impl std::fmt::Display for NewerEvent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let NewerEvent { seq, unread } = self;
        write!(f, "event {seq} {unread}: the game was continued by a newer version")
    }
}

impl Report {
    /// Returns one hash over all heads, to be stored elsewhere; `None` if the log has faults.
    pub fn root(&self) -> Option<Hash> {
        self.broken.is_empty().then(|| chain::root(&self.heads))
    }
}

/// Audits the whole log in batches and reports the number of events after each.
pub async fn whole(reader: &Readers, progress: impl FnMut(u64)) -> Result<Report, StoreError> {
    let mut walk = LogWalk::referenced(reader).await?;
    walk.through(reader, i64::MAX, progress).await?;
    Ok(walk.finish())
}

/// Audits what a transaction has written so far, which other connections cannot see.
pub(crate) async fn own(tx: &mut Tx) -> Result<Report, StoreError> {
    let (mut walk, mut expected) = (LogWalk::referenced(&mut *tx).await?, 1);
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

/// Audits the first `events` events of the log, for comparison with a root from that time.
pub async fn upto(reader: &Readers, events: u64) -> Result<Report, StoreError> {
    let mut walk = LogWalk::new(reader).await?;
    walk.through(reader, crate::sql::column::int(events), |_| ()).await?;
    Ok(walk.finish())
}

/// Audits one game. This reads the whole log, because it trusts the rows themselves and not an
/// index.
pub async fn game(reader: &Readers, id: &GameId) -> Result<Report, StoreError> {
    let id = id.as_str().as_bytes();
    let mut walk = LogWalk::referenced(reader).await?;
    walk.listed.retain(|game, _| game == id);
    walk.referenced.retain(|referenced| referenced.game == id);
    walk.otherwise.retain(|referenced| referenced.game == id);
    walk.only = Some(id.to_vec());
    walk.through(reader, i64::MAX, |_| ()).await?;
    Ok(walk.finish())
}

/// The next batch of events, which is being read.
struct NextBatch(JoinHandle<Result<Packed, StoreError>>);

impl NextBatch {
    fn after(position: i64, reader: &Readers) -> NextBatch {
        let reader = reader.clone();
        NextBatch(tokio::spawn(async move { packed::of_all(&reader, position, CHUNK).await }))
    }

    /// Returns the batch; `None` if it could not be read completely, in which case smaller batches
    /// are tried.
    async fn read(self) -> Option<Packed> {
        self.0.await.ok()?.ok()
    }
}

struct LogWalk {
    /// The last position seen. Starts at the minimum, because damaged positions may have any value.
    position: i64,
    report: Report,
    /// Keyed by the games' ids as they are stored, which may be invalid.
    games: BTreeMap<Vec<u8>, Followed>,
    /// The secrets on which hashes depend, read in advance.
    secrets: BTreeMap<Vec<u8>, [u8; 32]>,
    /// The head of each game in the list of games, which reveals a truncated log.
    listed: BTreeMap<Vec<u8>, Head>,
    /// The last event of each game that another table refers to.
    referenced: Vec<EventReference>,
    /// Events that another table contradicts.
    otherwise: Vec<EventReference>,
    /// The only game to check; `None` for all.
    only: Option<Vec<u8>>,
    /// The kinds of acts parsed so far; one of each is enough.
    kinds: BTreeSet<Vec<u8>>,
}

/// A game whose events are being checked.
struct Followed {
    /// `None` if the first event, which determines the hashing, is missing.
    chain: Option<Arc<Chain>>,
    tip: Tip,
}

impl LogWalk {
    async fn new(reader: impl Into<Reader<'_>>) -> Result<LogWalk, StoreError> {
        let mut secrets = BTreeMap::new();
        for row in sql(SECRETS).rows(reader).await? {
            let (game, bytes): (&[u8], &[u8]) = (row.get("game")?, row.get("secret")?);
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
            referenced: Vec::new(),
            otherwise: Vec::new(),
            only: None,
            kinds: BTreeSet::new(),
        })
    }

    /// Starts with what other tables say about events. These must be read first: games that
    /// continue meanwhile are then ahead of them, never behind.
    async fn referenced(reader: impl Into<Reader<'_>>) -> Result<LogWalk, StoreError> {
        let mut reader = reader.into();
        let mut walk = LogWalk::new(reader.again()).await?;
        for row in sql(HEADS).rows(reader.again()).await? {
            walk.expect(&row)?;
        }
        walk.referenced = known_heads::referenced(reader.again()).await?;
        walk.otherwise = known_heads::otherwise(reader).await?;
        Ok(walk)
    }

    /// Checks the events of all games up to a position.
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
            coming = events.last().map(|last| NextBatch::after(last.position, reader));
            // PostgreSQL leaves gaps for transactions that were rolled back.
            if !self.take(&events, &mut expected, reader.is_file(), end) {
                return Ok(());
            }
            progress(self.report.events);
            if self.position == before {
                return Ok(());
            }
        }
    }

    /// Checks a batch of events. Returns `false` at an event beyond `end`.
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
                self.broken(event.game, seq, "its position does not follow the previous one");
            }
            self.step(event, ahead);
        }
        true
    }

    /// Reads the next events, in smaller batches if the disk fails. A single event that cannot be
    /// read is reported and skipped.
    async fn chunk(
        &mut self,
        reader: &Readers,
        coming: Option<NextBatch>,
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
                // An act of a newer version is part of the chain like any other.
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
                // The following events are checked against what is stored, so that each fault is
                // reported once.
                let (seq, tip, hash) = (number(event.seq), followed.tip, event.own_hash());
                followed.tip = match event.link() {
                    Some(link) => tip.after(&link, hash),
                    None => Tip { head: Head { seq, hash }, ..tip },
                };
                self.broken(event.game, seq, what);
            }
        }
    }

    /// Starts a game with its first stored event. If that does not determine the hashing, this is
    /// the only fault reported for the game.
    fn begin(&mut self, event: &Raw<'_>) -> Followed {
        let secret = self.secrets.get(event.game).copied();
        let chain = match event.id() {
            None => Err("the game id is invalid"),
            Some(_) if event.seq != 1 => Err("the previous event is missing"),
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
        let game: &[u8] = row.get("id")?;
        let version: i64 = row.get("last_seq")?;
        let hash = row.get::<&[u8]>("head")?.try_into().unwrap_or([0; 32]);
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
        let mut referenced = std::mem::take(&mut self.referenced);
        let known = |referenced: &EventReference| {
            self.games.get(&referenced.game).map_or(Seq::NONE, |game| game.tip.head.seq)
        };
        referenced.retain(|referenced| known(referenced) < referenced.seq);
        for EventReference { game, seq, what } in
            referenced.into_iter().chain(std::mem::take(&mut self.otherwise))
        {
            // References to a broken game would only repeat the fault.
            if !self.is_broken(&game) {
                self.broken(&game, seq, what);
            }
        }
        for (game, head) in std::mem::take(&mut self.listed) {
            if !self.is_broken(&game) {
                self.broken(&game, head.seq, "the list of games refers to a different event here");
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

    /// Returns the tip after the event, if the event follows from what is stored.
    fn judge(&self, event: &Raw<'_>, ahead: Ahead) -> Result<Tip, &'static str> {
        let link = event.link().ok_or("the seat number is invalid")?;
        let Some(chain) = &self.chain else { return Ok(self.tip.after(&link, event.own_hash())) };
        if link.seq != self.tip.head.seq + 1 {
            return Err("the previous event is missing");
        }
        let hash = match ahead {
            Some((tip, hash)) if tip == self.tip => hash,
            _ => chain.hash(&link, &self.tip),
        };
        if event.hash != hash.0.as_slice() {
            return Err("its hash does not follow from the event and the previous one");
        }
        if link.at < self.tip.at {
            return Err(chain::BACK_IN_TIME);
        }
        Ok(self.tip.after(&link, hash))
    }
}

/// Returns what this version does not know about an event, with its game.
fn unread(event: &Raw<'_>) -> Option<(GameId, NewerEvent)> {
    let Err(unread @ Unread::Newer(_)) = Act::read(std::str::from_utf8(event.act).ok()?) else {
        return None;
    };
    Some((event.id()?, NewerEvent { seq: number(event.seq), unread }))
}

fn number(stored: i64) -> Seq {
    Seq(u64::try_from(stored).unwrap_or(0))
}
