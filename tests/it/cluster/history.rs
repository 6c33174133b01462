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
use ravenpost_store::PlayerId;
use ravenpost_store::log::idempotency;

use super::cards::{Cards, MayKnow};
use super::deeds::Use;
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
    /// A page with its step, the end of the chain and the cards on it, as somebody who sits at the
    /// table or anybody was shown it.
    Shown { step: u64, head: String, reader: Option<PlayerId>, cards: Cards },
    /// An order was taken, or something else was done.
    Taken(Use, Idempotency),
    /// It was refused, and had been offered at that step.
    Refused { by: Use, seen: u64, said: String },
    /// Nobody ever said what became of it.
    Unknown(Use, Idempotency),
    /// The game was another node's, which knows more of it.
    Away,
}

/// Seconds for a decision at tables at which nobody plays.
pub const SLEEPERS: u32 = 600;

/// Seconds by which a node's clock is set wrong for a while.
pub const OFF: i64 = 5;
/// How far two clocks may be apart where none is set wrong.
const APART: TimeDelta = TimeDelta::seconds(1);

/// When a node's clock was set wrong, and when it was set right again.
#[derive(Clone, Copy)]
pub struct SetWrong {
    pub from: DateTime<Utc>,
    pub to: DateTime<Utc>,
}

/// How far what happened from one moment to another may be apart from what others say of it. What a
/// node with a wrong clock has stored lies as far ahead as that clock was.
fn apart(from: DateTime<Utc>, to: DateTime<Utc>, wrong: &[SetWrong]) -> TimeDelta {
    let off = TimeDelta::seconds(OFF);
    let touches = |one: &SetWrong| from <= one.to + off + APART && one.from - APART <= to;
    if wrong.iter().any(touches) { off + APART } else { APART }
}

/// What was found out about it.
#[derive(Default, Debug)]
pub struct Findings {
    pub wrong: Vec<String>,
    pub pages: usize,
    /// What was answered as done, by the kind of form.
    pub done: BTreeMap<Use, usize>,
    /// Pages of games that the node asked knew too little of.
    pub away: usize,
    pub rewinds: usize,
    pub by_bots: usize,
    pub refused: usize,
    pub unknown: usize,
    pub by_mail: usize,
    pub lapses: usize,
    /// Letters from the mailbox elsewhere that were seen to.
    pub by_mailbox: usize,
    /// Cards on pages, and those of them in the reader's own hand.
    pub cards: usize,
    pub own_cards: usize,
}

/// Holds all that was told of a game against its log.
pub async fn game(
    app: &App,
    id: &GameId,
    told: &[&Told],
    replies: usize,
    wrong: &[SetWrong],
    into: &mut Findings,
) {
    let live = app.service.live(id).await.expect("a game");
    let mut taken: BTreeMap<u64, &Told> = BTreeMap::new();
    let mut kept: BTreeMap<Use, usize> = BTreeMap::new();
    let (mut orders, mut may_know) = (Vec::new(), MayKnow::of(&live));
    for one in told {
        match &one.what {
            What::Taken(by, key) => {
                *into.done.entry(*by).or_default() += 1;
                match stored(app, key).await {
                    None => into.wrong.push(format!("{id}: an answered {by:?} is not there")),
                    Some(seq) => {
                        *kept.entry(*by).or_default() += 1;
                        orders.push((one, seq));
                        if taken.insert(seq, one).is_some() {
                            into.wrong.push(format!("{id}, event {seq}: it answers two forms"));
                        }
                    }
                }
            }
            What::Unknown(by, key) => {
                into.unknown += 1;
                *kept.entry(*by).or_default() += usize::from(stored(app, key).await.is_some());
            }
            What::Away => into.away += 1,
            What::Shown { step, head, reader, cards } => {
                into.pages += 1;
                if !went_through(&live, *step, head) {
                    into.wrong.push(format!("{id}: step {step} was shown as {head}, and is not"));
                }
                may_know.holds(*step, *reader, cards, into);
            }
            // What no page offered may be refused as it stands.
            What::Refused { by: Use::Propose | Use::Organise | Use::Away, .. } => {
                into.refused += 1;
            }
            What::Refused { seen, said, .. } => {
                into.refused += 1;
                let known = one.at + apart(one.at, one.at, wrong);
                let later = live.log.iter().any(|e| e.step.0 > *seen && e.event.at <= known);
                if !later {
                    into.wrong.push(format!("{id}: refused at step {seen} for no reason: {said}"));
                }
            }
        }
    }
    in_order(&live, told, &orders, into);
    by_whom(&live, &kept, replies, into);
    in_time(&live, wrong, into);
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

/// What is in the log somebody did, and nothing else is.
fn by_whom(live: &Game, kept: &BTreeMap<Use, usize>, replies: usize, into: &mut Findings) {
    let count = |of: &dyn Fn(&Act) -> bool| live.log.iter().filter(|one| of(one.act)).count();
    let id = &live.id;
    for by in Use::ALL {
        let (found, given) = (count(&|act| by.led_to(act)), kept.get(&by).copied().unwrap_or(0));
        if found != given {
            into.wrong.push(format!("{id}: {found} of {by:?} by page, and {given} were given"));
        }
    }
    let mail = count(&|act| matches!(act, Act::Ordered { via: Via::Email, .. }));
    into.rewinds += count(&|act| matches!(act, Act::Rewound { .. }));
    into.by_bots += count(&|act| matches!(act, Act::Ordered { via: Via::Bot, .. }));
    if mail > replies {
        into.wrong.push(format!("{id}: {mail} orders by letter, and {replies} were written"));
    }
    into.by_mail += mail;
}

/// No seat's time is up before it is, nor twice for one question.
fn in_time(live: &Game, wrong: &[SetWrong], into: &mut Findings) {
    let Some(span) = live.course.pace.turn else { return };
    let Some(began) = live.log.iter().next().map(|first| first.event.at) else { return };
    let mut asked: BTreeMap<_, DateTime<Utc>> = BTreeMap::new();
    for entry in live.log.iter() {
        if let Act::TimedOut { seat, .. } = entry.act {
            into.lapses += 1;
            let since = asked.get(seat).copied().unwrap_or(began);
            let least = TimeDelta::seconds(i64::from(span)) - apart(since, entry.event.at, wrong);
            if entry.event.at - since < least {
                let (id, seq) = (&live.id, entry.event.seq);
                into.wrong.push(format!("{id}, event {seq}: time was up after less than {span} s"));
            }
            asked.insert(*seat, entry.event.at);
        }
    }
}
