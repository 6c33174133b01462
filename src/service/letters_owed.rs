//! Which letters a batch of events owes, and to whom. Their text is written later, when they are
//! sent, from what is true then; the debt is stored with the events.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::Settings;
use super::batch::Batch;
use super::live::Live;
use crate::letters::Kind;
use crate::rules::act::Stage;
use crate::rules::{Act, Seat};
use crate::store::outbox::Owed;
use crate::store::{GameId, PlayerId};

/// What a letter needs to know besides its row: kept as JSON in the outbox.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Payload {
    /// The seat the letter tells of, where it is not the reader's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<Seat>,
    /// The event after which "since then" begins.
    #[serde(default)]
    pub after: u64,
}

/// The letters owed for a batch.
pub(super) fn owed(before: Option<&Live>, batch: &Batch, settings: &Settings) -> Vec<Owed> {
    let mut desk = Desk { batch, holders: &batch.live.people, settings, letters: Vec::new() };
    let first = batch.after;
    let new = batch.live.log.iter().filter(|entry| entry.event.seq > first);
    for entry in new {
        desk.of_act(&entry.act, entry.event.seq);
    }
    desk.turns(before);
    desk.letters
}

struct Desk<'a> {
    batch: &'a Batch,
    holders: &'a [(Seat, PlayerId)],
    settings: &'a Settings,
    letters: Vec<Owed>,
}

impl Desk<'_> {
    fn of_act(&mut self, act: &Act, seq: u64) {
        let payload = Payload { after: self.batch.after, ..Payload::default() };
        match act {
            Act::Started => self.everybody(Kind::Started, seq, &payload),
            Act::Joined { seat, .. } => {
                let about = Payload { about: Some(*seat), ..payload };
                for (reader, player) in self.holders {
                    if reader != seat {
                        self.owe(Kind::Joined, (*reader, *player), seq, &about);
                    }
                }
            }
            Act::Lapsed { seat, .. } => self.once(Kind::DeadlinePassed, *seat, &payload),
            Act::Reminded { seat, stage } => {
                let kind = match stage {
                    Stage::Half => Kind::HalfLeft,
                    Stage::Fifth => Kind::FifthLeft,
                    Stage::Last => Kind::LastCall,
                };
                self.once(kind, *seat, &payload);
            }
            Act::Ended { .. } => self.everybody(Kind::GameOver, seq, &payload),
            Act::Cancelled => self.everybody(Kind::Cancelled, seq, &payload),
            Act::TakenBack { seat, .. } => self.taken_back(*seat, seq, &payload),
            Act::Opened(_)
            | Act::Left { .. }
            | Act::Ordered { .. }
            | Act::Outage { .. }
            | Act::Rang => {}
        }
    }

    /// Turn letters: for each person asked something that was not asked before.
    fn turns(&mut self, before: Option<&Live>) {
        let live = &self.batch.live;
        for (seat, wait) in &live.course.waits {
            let old = before.and_then(|before| before.course.waits.get(seat));
            let same = old.is_some_and(|old| {
                old.since == wait.since && old.decision == wait.decision || old.put == wait.put
            });
            let going_on = wait.since < self.batch.now;
            if !same && !going_on {
                let after = self.last_order_of(*seat);
                let payload = Payload { after, ..Payload::default() };
                self.once(Kind::YourTurn, *seat, &payload);
            }
        }
    }

    /// Whoever was told of an order that no longer stands is told so.
    fn taken_back(&mut self, seat: Seat, seq: u64, payload: &Payload) {
        let about = Payload { about: Some(seat), ..payload.clone() };
        let was_awaited: Vec<_> =
            self.holders.iter().filter(|(reader, _)| *reader != seat).collect();
        for (reader, player) in was_awaited {
            if !self.batch.live.course.waits.contains_key(reader) {
                self.owe(Kind::TakenBack, (*reader, *player), seq, &about);
            }
        }
    }

    fn last_order_of(&self, seat: Seat) -> u64 {
        let own = |act: &Act| matches!(act, Act::Ordered { seat: giver, .. } if *giver == seat);
        let log = self.batch.live.log.iter().rev();
        log.filter(|entry| own(&entry.act)).map(|entry| entry.event.seq).next().unwrap_or(0)
    }

    fn everybody(&mut self, kind: Kind, seq: u64, payload: &Payload) {
        for (seat, player) in self.holders {
            if self.batch.live.course.manned(*seat) {
                self.owe(kind, (*seat, *player), seq, payload);
            }
        }
    }

    /// One letter of a kind to a seat, whatever happened how often in this batch.
    fn once(&mut self, kind: Kind, seat: Seat, payload: &Payload) {
        let holder = self.holders.iter().find(|(held, _)| *held == seat);
        let Some((_, player)) = holder.filter(|_| self.batch.live.course.manned(seat)) else {
            return;
        };
        let owed = |letter: &Owed| letter.kind == kind.key() && letter.seat == Some(seat);
        if !self.letters.iter().any(owed) {
            self.owe(kind, (seat, *player), self.batch.live.version(), payload);
        }
    }

    fn owe(&mut self, kind: Kind, (seat, player): (Seat, PlayerId), seq: u64, payload: &Payload) {
        let id = &self.batch.live.id;
        let domain = &self.settings.mail_domain;
        self.letters.push(Owed {
            message_id: message_id(kind, id, (seat, seq), domain),
            to_player: Some(player),
            address: None,
            kind: kind.key().to_owned(),
            game: Some(id.clone()),
            seat: Some(seat),
            seq: Some(seq),
            payload: serde_json::to_string(payload).unwrap_or_default(),
            references: thread(id, seat, domain),
            at: self.batch.now,
            due_at: self.batch.now,
        });
    }
}

/// A letter's Message-ID: made of what it tells, so that the same letter cannot be owed twice.
fn message_id(kind: Kind, game: &GameId, (seat, seq): (Seat, u64), domain: &str) -> String {
    format!("{}.{seq}.{seat}.{game}@{domain}", kind.key())
}

/// The name of a seat's thread in a game: every letter of it refers to this.
fn thread(game: &GameId, seat: Seat, domain: &str) -> String {
    format!("thread.{seat}.{game}@{domain}")
}

/// When a letter is sent at the latest moment that still makes sense.
pub(super) fn stale(live: &Live, kind: Kind, seat: Option<Seat>, seq: u64) -> bool {
    let Some(seat) = seat else { return false };
    let wait = live.course.waits.get(&seat);
    match kind {
        Kind::YourTurn => wait.is_none_or(|wait| wait.put > seq && wait.since > since(live, seq)),
        Kind::HalfLeft | Kind::FifthLeft | Kind::LastCall => {
            wait.is_none_or(|wait| wait.since > since(live, seq))
        }
        _ => false,
    }
}

fn since(live: &Live, seq: u64) -> DateTime<Utc> {
    let entry = live.log.iter().find(|entry| entry.event.seq == seq);
    entry.map_or(DateTime::<Utc>::MAX_UTC, |entry| entry.event.at)
}
