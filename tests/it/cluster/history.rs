//! What players were told, and when; and whether all of it is true of the log that is there in the
//! end.

use std::collections::BTreeMap;
use std::time::Instant;

use chrono::{DateTime, TimeDelta, Utc};
use ravenpost::service::Idempotency;
use ravenpost::service::game::folded::Game;
use ravenpost_log::act::Via;
use ravenpost_log::chain::short;
use ravenpost_log::{Act, GameId};
use ravenpost_store::log::idempotency;

use crate::harness::app::App;

/// What somebody was told by one request.
pub struct Told {
    pub game: GameId,
    /// When it was asked for first, and when it was told.
    pub called: Instant,
    pub back: Instant,
    pub at: DateTime<Utc>,
    pub what: What,
}

pub enum What {
    /// A page with its step and the end of the chain.
    Shown { step: u64, head: String },
    /// An order was taken.
    Taken(Idempotency),
    /// An order was refused that had been offered at that step.
    Refused { seen: u64, said: String },
    /// Nobody ever said what became of it.
    Unknown(Idempotency),
}

/// Seconds for a decision at tables at which nobody plays.
pub const SLEEPERS: u32 = 600;

/// What was found out about it.
#[derive(Default, Debug)]
pub struct Findings {
    pub wrong: Vec<String>,
    pub pages: usize,
    pub orders: usize,
    pub refused: usize,
    pub unknown: usize,
    pub by_mail: usize,
    pub lapses: usize,
}

/// Holds all that was told of a game against its log.
pub async fn game(app: &App, id: &GameId, told: &[&Told], replies: usize, into: &mut Findings) {
    let live = app.service.live(id).await.expect("a game");
    let mut taken: BTreeMap<u64, &Told> = BTreeMap::new();
    let mut kept = 0;
    let mut orders = Vec::new();
    for one in told {
        match &one.what {
            What::Taken(key) => {
                into.orders += 1;
                match stored(app, key).await {
                    None => into.wrong.push(format!("{id}: an answered order is not there")),
                    Some(seq) => {
                        kept += 1;
                        orders.push((one, seq));
                        if taken.insert(seq, one).is_some() {
                            into.wrong.push(format!("{id}, event {seq}: it answers two orders"));
                        }
                    }
                }
            }
            What::Unknown(key) => {
                into.unknown += 1;
                kept += usize::from(stored(app, key).await.is_some());
            }
            What::Shown { step, head } => {
                into.pages += 1;
                if !went_through(&live, *step, head) {
                    into.wrong.push(format!("{id}: step {step} was shown as {head}, and is not"));
                }
            }
            What::Refused { seen, said } => {
                into.refused += 1;
                // Clocks of nodes agree to a second.
                let known = one.at + TimeDelta::seconds(1);
                let later = live.log.iter().any(|e| e.step.0 > *seen && e.event.at <= known);
                if !later {
                    into.wrong.push(format!("{id}: refused at step {seen} for no reason: {said}"));
                }
            }
        }
    }
    in_order(&live, told, &orders, into);
    by_whom(&live, kept, replies, into);
    in_time(&live, into);
}

/// The event that an order led to.
async fn stored(app: &App, key: &Idempotency) -> Option<u64> {
    let found = idempotency::find(app.service.store().read(), key.as_str()).await;
    found.expect("readable").map(|answered| answered.seq.0)
}

fn went_through(live: &Game, step: u64, head: &str) -> bool {
    live.log.iter().any(|e| e.step.0 == step && short(&e.event.hash) == head)
}

/// Whoever asks after somebody was told of a step is told of no earlier one, and an order that was
/// given after another was answered comes after it.
fn in_order(live: &Game, told: &[&Told], orders: &[(&&Told, u64)], into: &mut Findings) {
    let step_of = |seq: u64| live.log.iter().find(|e| e.event.seq.0 == seq).map(|e| e.step.0);
    // What each request told: the step, and the event where it was an order.
    let mut facts: Vec<(&Told, u64, Option<u64>)> = Vec::new();
    for one in told {
        if let What::Shown { step, .. } = one.what {
            facts.push((one, step, None));
        }
    }
    facts.extend(orders.iter().map(|(one, seq)| (**one, step_of(*seq).unwrap_or(0), Some(*seq))));
    let mut by_back: Vec<usize> = (0..facts.len()).collect();
    by_back.sort_by_key(|at| facts[*at].0.back);
    let mut by_call: Vec<usize> = (0..facts.len()).collect();
    by_call.sort_by_key(|at| facts[*at].0.called);
    let (mut floor, mut last, mut next) = (0, None, 0);
    for at in by_call {
        let (one, step, seq) = facts[at];
        while next < by_back.len() && facts[by_back[next]].0.back < one.called {
            let (_, step, seq) = facts[by_back[next]];
            (floor, last, next) = (step.max(floor), seq.max(last), next + 1);
        }
        let id = &live.id;
        if step < floor {
            into.wrong.push(format!("{id}: step {step} is told after step {floor} was"));
        }
        if seq.is_some() && seq <= last {
            into.wrong.push(format!("{id}: order {seq:?} was given after {last:?} was answered"));
        }
    }
}

/// Orders are in the log that somebody gave, and no others.
fn by_whom(live: &Game, kept: usize, replies: usize, into: &mut Findings) {
    let ordered = |way: fn(&Via) -> bool| {
        let of = |act: &Act| matches!(act, Act::Ordered { via, .. } if way(via));
        live.log.iter().filter(|entry| of(entry.act)).count()
    };
    let (page, mail) = (ordered(|via| *via == Via::Page), ordered(|via| *via == Via::Mail));
    let id = &live.id;
    if page != kept {
        into.wrong.push(format!("{id}: {page} orders by page, and {kept} were given"));
    }
    if mail > replies {
        into.wrong.push(format!("{id}: {mail} orders by letter, and {replies} were written"));
    }
    into.by_mail += mail;
}

/// No seat's time is up before it is, nor twice for one question.
fn in_time(live: &Game, into: &mut Findings) {
    let Some(span) = live.course.pace.turn else { return };
    let Some(began) = live.log.iter().next().map(|first| first.event.at) else { return };
    let mut asked: BTreeMap<_, DateTime<Utc>> = BTreeMap::new();
    for entry in live.log.iter() {
        if let Act::Lapsed { seat, .. } = entry.act {
            into.lapses += 1;
            let since = asked.get(seat).copied().unwrap_or(began);
            // A deadline is told in whole milliseconds, and clocks of nodes agree to a second.
            let least = TimeDelta::seconds(i64::from(span)) - TimeDelta::seconds(1);
            if entry.event.at - since < least {
                let (id, seq) = (&live.id, entry.event.seq);
                into.wrong.push(format!("{id}, event {seq}: time was up after less than {span} s"));
            }
            asked.insert(*seat, entry.event.at);
        }
    }
}
