//! Looking a log over: the chain, the fold, today's rules on yesterday's orders, and every draw.

use std::sync::Arc;

use crate::rules::dice::{Draw, Luck};
use crate::rules::{Act, Dice};
use crate::service::Service;
use crate::service::begins::Begins;
use crate::service::course::Status;
use crate::service::error::ServiceError;
use crate::service::live::Live;
use crate::service::log::Entry;
use crate::store::chain::{self, Broken, Head};
use crate::store::{GameId, StoredEvent, events};

/// What an audit of one game found.
#[derive(Clone, Debug, Default)]
pub struct Audited {
    pub events: u64,
    pub orders: u64,
    /// The broken event and what is wrong with it; nothing after it was looked at.
    pub broken: Option<Broken>,
    /// Stored orders that today's rules would have answered otherwise: step and how.
    pub changed: Vec<(u64, String)>,
    /// What the title's own bookkeeping says.
    pub books: Option<String>,
    /// What is wrong with the secret of the dice; without it no order was decided again.
    pub secret: Option<&'static str>,
    pub head: Option<Head>,
}

impl Audited {
    /// Whether nothing at all was found.
    pub fn clean(&self) -> bool {
        let sound = self.broken.is_none() && self.books.is_none() && self.secret.is_none();
        sound && self.changed.is_empty()
    }
}

/// One draw, derived again.
#[derive(Clone, Debug)]
pub struct Checked {
    pub step: u64,
    pub draw: Draw,
    /// What the secret gives for it.
    pub derived: u32,
}

/// Every draw of a finished game.
#[derive(Clone, Debug, Default)]
pub struct DiceReport {
    pub secret: String,
    pub commitment: String,
    pub commitment_holds: bool,
    pub draws: Vec<Checked>,
}

impl DiceReport {
    /// Whether the secret is the one committed to and gives every number drawn.
    pub fn holds(&self) -> bool {
        self.commitment_holds && self.draws.iter().all(|draw| draw.draw.was == draw.derived)
    }
}

impl Service {
    /// Audits one game from its stored rows.
    pub async fn audit_game(&self, id: &GameId) -> Result<Audited, ServiceError> {
        let log = events::history(self.store().read(), id).await?;
        let secret = match self.told_secret(&log) {
            Some(secret) => Some(secret),
            None => self.secret(id).await?,
        };
        if log.is_empty() {
            return Err(ServiceError::NotFound("game"));
        }
        let opened = Live::fold(id, &[Arc::new(log[0].clone())]);
        let begins = match opened {
            Ok(opened) => self.begins(&opened.course, opened.title).await?,
            // What is wrong with it the audit says.
            Err(_) => None,
        };
        audit(id, &log, secret, begins)
    }

    /// The secret, where the log itself tells it at its end.
    fn told_secret(&self, log: &[StoredEvent]) -> Option<[u8; 32]> {
        let told = log.iter().rev().find(|event| event.kind == "ended")?;
        let Ok(Act::Ended { secret, .. }) = serde_json::from_str(&told.act) else { return None };
        data_encoding::HEXLOWER.decode(secret.as_bytes()).ok()?.try_into().ok()
    }

    /// Derives every draw of a game that is over.
    pub async fn verify_dice(&self, id: &GameId) -> Result<DiceReport, ServiceError> {
        let live = self.live(id).await?;
        derived(&live)
    }
}

/// Derives every draw of a game that is over.
pub fn derived(live: &Live) -> Result<DiceReport, ServiceError> {
    if live.course.status != Status::Over {
        return Err(ServiceError::refused("the secret is told when the game is over"));
    }
    derived_early(live)
}

/// The same of a game that may go on, from the secret that is with it: for whoever has that anyway.
pub(in crate::service) fn derived_early(live: &Live) -> Result<DiceReport, ServiceError> {
    let told = live.log.iter().find_map(|entry| match entry.act {
        Act::Ended { secret, .. } => Some(secret.clone()),
        _ => None,
    });
    let own = || live.luck().map(|luck| data_encoding::HEXLOWER.encode(&luck.secret));
    match told.or_else(own) {
        Some(secret) => report(live, secret),
        None => Err(ServiceError::corrupt(&live.id, "has lost the secret of its dice")),
    }
}

/// Audits a log: chain, fold, books, and each order under today's rules. A fork's beginning is
/// decided again where the game that it comes from is at hand; else its chain alone speaks for it.
pub fn audit(
    id: &GameId,
    log: &[StoredEvent],
    secret: Option<[u8; 32]>,
    begins: Option<Arc<Begins>>,
) -> Result<Audited, ServiceError> {
    let log: Vec<_> = log.iter().cloned().map(Arc::new).collect();
    look_over(id, &log, secret, (true, begins)).map(|(audited, _)| audited)
}

/// The same, with the game that was folded on the way where its chain holds. What today's rules
/// would say is no fault of a log, and is not asked where nobody reads it.
pub(in crate::service) fn look_over(
    id: &GameId,
    log: &[Arc<StoredEvent>],
    secret: Option<[u8; 32]>,
    (rules, begins): (bool, Option<Arc<Begins>>),
) -> Result<(Audited, Option<Live>), ServiceError> {
    let mut audited = Audited { events: log.len() as u64, ..Audited::default() };
    match chain::verify(id, log, secret) {
        Ok(head) => audited.head = Some(head),
        Err(broken) => {
            let opened = log.first().map(|first| Live::fold(id, std::slice::from_ref(first)));
            audited.secret =
                opened.and_then(Result::ok).and_then(|opened| wrong_secret(&opened, secret));
            audited.broken = Some(broken);
            return Ok((audited, None));
        }
    }
    let mut live: Option<Live> = None;
    for event in log {
        let event = event.clone();
        let Some(live) = live.as_mut() else {
            let opened = Live::fold(id, &[event])?;
            let true_secret = secret.filter(|secret| committed(&opened, secret));
            let mut opened = opened.with_secret(true_secret);
            opened.begins.clone_from(&begins);
            live = Some(opened);
            continue;
        };
        if rules
            && let Some(luck) = live.luck()
            && let Some(how) = judge(live, &event, &luck)
        {
            audited.changed.push((live.step() + u64::from(event.is_open()), how));
        }
        live.take(event)?;
        let last = live.log.last();
        audited.orders += u64::from(last.is_some_and(|last| last.has_facts()));
        if audited.books.is_none() && live.has_started() {
            audited.books = live.position.audit().err();
        }
    }
    audited.secret = live.as_ref().and_then(|live| wrong_secret(live, secret));
    Ok((audited, live))
}

fn committed(live: &Live, secret: &[u8; 32]) -> bool {
    Luck::commitment(secret) == live.course.commitment
}

/// What is wrong with the secret that a game's dice hang on: kept while it is played, told at its
/// end. A table that was closed needs none any more.
fn wrong_secret(live: &Live, secret: Option<[u8; 32]>) -> Option<&'static str> {
    match secret {
        Some(secret) if committed(live, &secret) => None,
        Some(_) => Some("the secret of the dice is not the one committed to at the opening"),
        None if live.course.status == Status::Cancelled => None,
        None => Some("the secret of the dice is lost"),
    }
}

/// What today's rules would say differently of a stored event; nothing when they agree.
fn judge(live: &Live, event: &StoredEvent, luck: &Luck) -> Option<String> {
    let act: Act = serde_json::from_str(&event.act).ok()?;
    let mut dice = luck.dice(live.step() + 1);
    let decided = match &act {
        Act::Started if live.course.fork.is_some() => {
            let (begins, table) = (live.begins.as_ref()?, &live.course.table);
            let before = begins.decide_as_before(table, &mut luck.dice(live.step() + 1));
            if before.is_some_and(|before| before.is_ok_and(|began| began.facts == event.facts)) {
                return None;
            }
            Ok(begins.decide(table, &mut dice).ok()?)
        }
        Act::Started => live.title.open(&live.course.table, &mut dice),
        Act::Ordered { seat, order, .. } | Act::Lapsed { seat, order, .. } => {
            live.position.decide(*seat, order, &mut dice)
        }
        Act::Rang => Ok(live.position.ring()),
        Act::Rewound { to } => Ok(live.resealed(*to, &mut dice).ok()?),
        Act::Left { seat } => Ok(live.deserted(*seat)),
        Act::Ended { agreed: Some(places), .. } => return live.not_agreed(places),
        _ => return None,
    };
    match decided {
        Ok(decided) if decided.facts == event.facts => None,
        Ok(_) => Some("leads to other facts today".to_owned()),
        Err(refusals) => {
            let why: Vec<String> = refusals.iter().map(ToString::to_string).collect();
            Some(format!("would be refused today: {}", why.join("; ")))
        }
    }
}

fn report(live: &Live, secret: String) -> Result<DiceReport, ServiceError> {
    let corrupt = || ServiceError::corrupt(&live.id, "tells a secret that is none");
    let bytes = data_encoding::HEXLOWER.decode(secret.as_bytes()).map_err(|_| corrupt())?;
    let bytes: [u8; 32] = bytes.try_into().map_err(|_| corrupt())?;
    let salts = live.course.chairs.iter().map(|chair| chair.salt.clone()).collect();
    let luck = Luck { secret: bytes, game: live.id.to_string(), salts };
    let commitment = live.course.commitment.clone();
    let mut report = DiceReport {
        commitment_holds: Luck::commitment(&bytes) == commitment,
        commitment,
        secret,
        draws: Vec::new(),
    };
    for entry in live.log.iter() {
        derive(&luck, &entry, &mut report.draws)?;
    }
    Ok(report)
}

/// Draws an event's numbers again, purpose by purpose, with the bounds that were stored.
fn derive(luck: &Luck, entry: &Entry, into: &mut Vec<Checked>) -> Result<(), ServiceError> {
    let stored: Vec<(String, Vec<(u32, u32)>)> =
        serde_json::from_str(&entry.event.draws).map_err(|error| {
            ServiceError::Broken(anyhow::anyhow!("draws of {}: {error}", entry.event.seq))
        })?;
    let mut dice: Dice = luck.dice(entry.step);
    for (purpose, pairs) in stored {
        let mut stream = dice.stream(&purpose);
        for (of, was) in pairs {
            let derived = if of == 0 { u32::MAX } else { stream.below(of) };
            let draw = Draw { purpose: purpose.clone(), of, was };
            into.push(Checked { step: entry.step, draw, derived });
        }
    }
    Ok(())
}
