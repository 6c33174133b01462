//! Checks an exported game with nothing but the file: its chain, what of it is open, and of a whole
//! one the fold, today's rules and every draw. Needs no database.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::export::goes_on;
use super::file::{
    self, Event, File, Header, KnownStep, Line, Shown, Sight, WITHOUT_NONCES, Wrong,
};
use super::vouched::voucher;
use super::{judged, sight};
use crate::service::error::ServiceError;
use crate::service::game::audit::{self, Audited, DiceReport};
use crate::service::game::live::Live;
use crate::titles;
use ravenpost_log::act::Opening;
use ravenpost_log::chain::{Blinding, Leaf, shown};
use ravenpost_log::proof::note::Key;
use ravenpost_log::{Act, GameId, Hash, Nonce, StoredEvent};
use ravenpost_rules::numbers::{Seq, Step};

/// A file that holds.
pub struct Verified {
    pub header: Header,
    pub game: GameId,
    /// How many lines tell of an event.
    pub events: usize,
    /// Of a whole game: all of it, and what more was found in it.
    pub whole: Option<Whole>,
    /// The key of the server that vouches for it, if one does.
    pub voucher: Option<Key>,
}

impl fmt::Debug for Verified {
    /// Without the game itself, which may have secrets.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let told = (&self.game, self.events, self.header.sight);
        out.debug_tuple("Verified").field(&told).finish()
    }
}

/// A whole game out of a file.
pub struct Whole {
    /// Folded, and with its secret.
    pub live: Live,
    /// Of one that goes on: until when its server was awake.
    pub awake: Option<DateTime<Utc>>,
    pub log: Vec<Arc<StoredEvent>>,
    pub secret: Option<[u8; 32]>,
    pub audited: Audited,
    pub dice: DiceReport,
}

/// Checks a file. What is wrong is said with the line at which it shows.
pub fn verify(text: &str) -> Result<Verified, Wrong> {
    check(text, true)
}

/// The same, without asking what today's rules would say: that is no fault of a file.
pub(super) fn holds(text: &str) -> Result<Verified, Wrong> {
    check(text, false)
}

fn check(text: &str, rules: bool) -> Result<Verified, Wrong> {
    let File { header, lines, signed } = file::read(text)?;
    let game = GameId::parse(&header.game).ok_or_else(|| Wrong::at(1, "no game has that id"))?;
    let voucher = voucher(text, &header, &game, signed.as_ref())?;
    let (events, whole) = match header.sight {
        Sight::Whole => {
            // Facts that no game leads to may pass a title's own limits, which stops the fold.
            let fold = AssertUnwindSafe(|| whole(&header, &game, lines, rules));
            let folded = catch_unwind(fold);
            let whole = folded.map_err(|_| Wrong::at(2, "its facts lead to no position"))??;
            (whole.log.len(), Some(whole))
        }
        Sight::Seat(_) | Sight::Watcher => (steps(&header, &game, &lines)?, None),
    };
    Ok(Verified { header, game, events, whole, voucher })
}

fn whole(header: &Header, game: &GameId, lines: Vec<Line>, rules: bool) -> Result<Whole, Wrong> {
    let mut log = Vec::with_capacity(lines.len());
    for (at, line) in lines.into_iter().enumerate() {
        let Line::Event(event) = line else {
            return Err(Wrong::at(at + 2, "is no event, and this is a whole game"));
        };
        let stored = nonce(header, &event).and_then(|nonce| stored(game, event, nonce));
        log.push(Arc::new(stored.map_err(|what| Wrong::at(at + 2, what))?));
    }
    judged::acts(log.iter().map(Arc::as_ref))?;
    let secret = header.secret.as_deref().map(secret).transpose()?;
    if titles::find(&header.title).is_none() {
        let what = format!("\"{}\" is a title that this program does not have", header.title);
        return Err(Wrong::at(1, what));
    }
    let broken = |error: ServiceError| Wrong::at(1, error.to_string());
    let (audited, live) = audit::look_over(game, &log, secret, rules, None).map_err(broken)?;
    if let Some(broken) = &audited.broken {
        let line = usize::try_from(broken.position).unwrap_or(0) + 1;
        return Err(Wrong::at(line, broken.to_string()));
    }
    if let Some((step, what)) = audited.wrongs().into_iter().next() {
        return Err(Wrong::at(1, format!("step {step}: {what}")));
    }
    if let Some(what) = audited.secret.map(str::to_owned).or_else(|| audited.books.clone()) {
        return Err(Wrong::at(1, what));
    }
    let live = live.ok_or_else(|| Wrong::at(2, "the game does not begin with its opening"))?;
    let told = live.log.event(Seq(1)).map(|first| first.act.clone());
    agrees(header, told, live.step(), live.tip.shown)?;
    forked(game, &live).map_err(|what| Wrong::at(2, what))?;
    let awake = awake(header, &live)?;
    let dice = audit::derived_early(&live).map_err(broken)?;
    if !dice.holds() {
        return Err(Wrong::at(1, "a draw is not what the secret gives"));
    }
    Ok(Whole { live, awake, log, secret, audited, dice })
}

/// Whether a fork may come from where it says: a step of another game, as a seat of the table or
/// everybody knew it.
fn forked(game: &GameId, live: &Live) -> Result<(), &'static str> {
    let Some(fork) = &live.course.fork else { return Ok(()) };
    match GameId::parse(&fork.game) {
        None => Err("no game has the id of the one that it was forked from"),
        Some(parent) if parent == *game => Err("it says that it was forked from itself"),
        Some(_) if fork.step == Step::NONE => Err("it was forked from a step that no game has"),
        Some(_) if fork.eye.is_some_and(|seat| live.course.chair(seat).is_none()) => {
            Err("it was forked from what a seat knew that this table does not have")
        }
        Some(_) => Ok(()),
    }
}

/// Until when the server of a game that goes on was awake. Only a game that goes on says so.
fn awake(header: &Header, live: &Live) -> Result<Option<DateTime<Utc>>, Wrong> {
    match (header.running, goes_on(live.course.status)) {
        (None, false) => Ok(None),
        (None, true) => Err(Wrong::at(1, "the game goes on, and the first line does not say so")),
        (Some(_), false) => Err(Wrong::at(1, "the game does not go on, as the first line says")),
        (Some(at), true) => match DateTime::from_timestamp_millis(at) {
            Some(at) => Ok(Some(at)),
            None => Err(Wrong::at(1, "there is no such moment")),
        },
    }
}

fn secret(hex: &str) -> Result<[u8; 32], Wrong> {
    let bytes = data_encoding::HEXLOWER.decode(hex.as_bytes()).ok();
    let bytes = bytes.and_then(|bytes| bytes.try_into().ok());
    bytes.ok_or_else(|| Wrong::at(1, "the secret has 64 hexadecimal digits"))
}

/// What the event's blindings are made from. Only newer files and chains know such a thing.
fn nonce(header: &Header, event: &Event) -> Result<Option<Nonce>, &'static str> {
    let Some(digits) = &event.nonce else { return Ok(None) };
    if header.format == WITHOUT_NONCES || header.chain == 1 {
        return Err("has a nonce, which no event of such a file or chain has");
    }
    let nonce = data_encoding::HEXLOWER.decode(digits.as_bytes()).ok();
    let nonce = nonce.and_then(|bytes| bytes.try_into().ok());
    nonce.map(Some).ok_or("a nonce has 32 hexadecimal digits")
}

fn stored(game: &GameId, event: Event, nonce: Option<Nonce>) -> Result<StoredEvent, &'static str> {
    Ok(StoredEvent {
        position: event.number.0,
        game: game.clone(),
        seq: event.number,
        at: DateTime::from_timestamp_millis(event.at).ok_or("there is no such moment")?,
        kind: event.kind,
        seat: event.seat,
        act: event.act,
        known: event.known,
        facts: event.facts,
        draws: event.draws,
        nonce,
        hash: event.hash,
    })
}

/// Whether the first line says what the game itself does.
fn agrees(header: &Header, first: Option<Act>, step: Step, head: Hash) -> Result<(), Wrong> {
    let Some(Act::Opened(Opening { title, name, chain, .. })) = first else {
        return Err(Wrong::at(2, "the game does not begin with its opening"));
    };
    if (&title, &name, chain) != (&header.title, &header.name, header.chain) {
        return Err(Wrong::at(1, "the game was opened otherwise than the first line says"));
    }
    if (step, head) != (header.step, header.head) {
        return Err(Wrong::at(1, "the game ends otherwise than the first line says"));
    }
    Ok(())
}

/// Checks a game that somebody knows in part.
fn steps(header: &Header, game: &GameId, lines: &[Line]) -> Result<usize, Wrong> {
    let (mut step, mut before, mut first) = (Step::NONE, shown::genesis(game), None);
    let mut events = 0;
    for (at, line) in lines.iter().enumerate() {
        let wrong = |what: &str| Wrong::at(at + 2, what);
        let event = match line {
            Line::Step(event) => event,
            Line::View(_) if at + 1 == lines.len() => continue,
            _ => return Err(wrong("is no step, and this is a part of a game")),
        };
        if event.step != step + u64::from(!event.own) {
            return Err(wrong("a step before it is missing"));
        }
        sight::fits(event, header.sight).map_err(wrong)?;
        if hash(game, before, event).map_err(wrong)? != event.hash {
            return Err(wrong("its hash does not follow from it and the step before"));
        }
        if !event.own {
            (step, before) = (event.step, event.hash);
        }
        first = first.or_else(|| opening(event));
        events += 1;
    }
    let seats = match &first {
        Some(Act::Opened(opening)) => opening.table.seats,
        _ => 0,
    };
    if let Sight::Seat(seat) = header.sight
        && !(1..=seats).contains(&seat.0)
    {
        return Err(Wrong::at(1, "it is the sight of a seat that this table does not have"));
    }
    agrees(header, first, step, before)?;
    Ok(events)
}

/// The act of an event, if it is open.
fn opening(event: &KnownStep) -> Option<Act> {
    match &event.leaves[1] {
        Shown::Open { text, .. } => serde_json::from_str(text.lines().next()?).ok(),
        _ => None,
    }
}

/// The hash that an event must have after the hash before.
fn hash(game: &GameId, before: Hash, event: &KnownStep) -> Result<Hash, &'static str> {
    let [at_end, by_actor, others] = &event.leaves;
    let leaves = [leaf(at_end)?.hash(), leaf(by_actor)?.hash(), leaf(others)?.hash()];
    let (kind, seat) = (event.kind.as_str(), event.seat.map(|seat| seat.0));
    let (step, at, facts) = (event.step, event.at, event.facts.as_str());
    Ok(shown::Shown { game, before, step, at, kind, seat, facts, leaves }.hash())
}

fn leaf(told: &Shown) -> Result<Leaf<'_>, &'static str> {
    Ok(match told {
        Shown::Hidden { hash } => Leaf::Hidden(*hash),
        Shown::Open { blinding, text } => {
            Leaf::Of { blinding: read(blinding)?, bytes: text.as_bytes().into() }
        }
        Shown::Seats { blinding, leaves } => {
            let leaves = leaves.iter().map(leaf).collect::<Result<_, _>>()?;
            Leaf::Seats { blinding: read(blinding)?, leaves }
        }
    })
}

fn read(blinding: &str) -> Result<Blinding, &'static str> {
    let bytes = data_encoding::HEXLOWER.decode(blinding.as_bytes()).ok();
    let blinding = bytes.and_then(|bytes| bytes.try_into().ok());
    blinding.ok_or("a blinding has 32 hexadecimal digits")
}
