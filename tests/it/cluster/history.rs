//! Records what players were told and when, and checks it against the final log.

use std::collections::BTreeMap;
use std::time::Instant;

use chrono::{DateTime, TimeDelta, Utc};
use ravenpost::service::Idempotency;
use ravenpost::service::game::core::folded::Game;
use ravenpost_log::act::Via;
use ravenpost_log::chain::short;
use ravenpost_log::{Act, GameId};
use ravenpost_store::PlayerId;
use ravenpost_store::log::idempotency;

use super::cards::{Cards, Knowledge};
use super::operations::Use;
use crate::harness::app::App;

/// The response to one request.
pub struct Told {
    pub game: GameId,
    /// The times of the first attempt and of the response.
    pub called: Instant,
    pub back: Instant,
    pub at: DateTime<Utc>,
    pub what: What,
}

pub enum What {
    /// A page with its step, its chain head and its cards, as shown to a player of the game or to a
    /// spectator.
    Shown { step: u64, head: String, reader: Option<PlayerId>, cards: Cards },
    /// An order or another action was accepted.
    Taken(Use, Idempotency),
    /// It was refused; `seen` is the step of the page from which it was sent.
    Refused { by: Use, seen: u64, said: String },
    /// It was refused; `seen` is the step of the page it was posted from.
    Unknown(Use, Idempotency),
    /// The node did not know the format of the game, which a newer node has written.
    Away,
}

/// Seconds per decision in games without active players.
pub const SLEEPERS: u32 = 600;

/// Seconds by which a node's clock is temporarily wrong.
pub const OFF: i64 = 5;
/// Maximum difference between two correct clocks.
const APART: TimeDelta = TimeDelta::seconds(1);

/// The period during which a node's clock was wrong.
#[derive(Clone, Copy)]
pub struct ClockError {
    pub from: DateTime<Utc>,
    pub to: DateTime<Utc>,
}

/// Returns the tolerance for comparing times in a period. What a node with a wrong clock has stored
/// is in the future by the clock's error.
fn apart(from: DateTime<Utc>, to: DateTime<Utc>, wrong: &[ClockError]) -> TimeDelta {
    let off = TimeDelta::seconds(OFF);
    let touches = |one: &ClockError| from <= one.to + off + APART && one.from - APART <= to;
    if wrong.iter().any(touches) { off + APART } else { APART }
}

/// The results of the check.
#[derive(Default, Debug)]
pub struct Findings {
    pub wrong: Vec<String>,
    pub pages: usize,
    /// Confirmed actions by kind of form.
    pub done: BTreeMap<Use, usize>,
    /// Pages of games whose format the node did not know.
    pub away: usize,
    pub rewinds: usize,
    pub by_bots: usize,
    pub refused: usize,
    pub unknown: usize,
    pub by_mail: usize,
    pub lapses: usize,
    /// Emails from the external mailbox that were processed.
    pub by_mailbox: usize,
    /// Cards on pages, and those of them in the reader's own hand.
    pub cards: usize,
    pub own_cards: usize,
}

/// Checks all responses about a game against its log.
pub async fn game(
    app: &App,
    id: &GameId,
    told: &[&Told],
    replies: usize,
    wrong: &[ClockError],
    into: &mut Findings,
) {
    let game = app.service.games().load(id).await.expect("a game");
    let mut taken: BTreeMap<u64, &Told> = BTreeMap::new();
    let mut kept: BTreeMap<Use, usize> = BTreeMap::new();
    let (mut orders, mut may_know) = (Vec::new(), Knowledge::of(&game));
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
                if !went_through(&game, *step, head) {
                    into.wrong.push(format!("{id}: step {step} was shown as {head}, and is not"));
                }
                may_know.holds(*step, *reader, cards, into);
            }
            // Actions that no page offered may be refused.
            What::Refused { by: Use::Propose | Use::Organise | Use::Away, .. } => {
                into.refused += 1;
            }
            What::Refused { seen, said, .. } => {
                into.refused += 1;
                let known = one.at + apart(one.at, one.at, wrong);
                let later = game.log.iter().any(|e| e.step.0 > *seen && e.event.at <= known);
                if !later {
                    into.wrong.push(format!("{id}: refused at step {seen} for no reason: {said}"));
                }
            }
        }
    }
    in_order(&game, told, &orders, into);
    by_whom(&game, &kept, replies, into);
    in_time(&game, wrong, into);
}

/// Returns the event that an order led to.
async fn stored(app: &App, key: &Idempotency) -> Option<u64> {
    let found = idempotency::find(app.service.store().read(), key.as_str()).await;
    found.expect("readable").map(|answered| answered.seq.0)
}

fn went_through(game: &Game, step: u64, head: &str) -> bool {
    game.log.iter().any(|e| e.step.0 == step && short(&e.event.hash) == head)
}

/// Checks that a request made after a step was shown returns no earlier step, and that an order
/// given after another was answered comes after it in the log.
fn in_order(game: &Game, told: &[&Told], orders: &[(&&Told, u64)], into: &mut Findings) {
    let step_of = |seq: u64| game.log.iter().find(|e| e.event.seq.0 == seq).map(|e| e.step.0);
    // For each response: the step, and the event if it was an order.
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
        let id = &game.id;
        if step < floor {
            into.wrong.push(format!("{id}: step {step} is told after step {floor} was"));
        }
        if seq.is_some() && seq <= last {
            into.wrong.push(format!("{id}: order {seq:?} was given after {last:?} was answered"));
        }
    }
}

/// Checks that the acts in the log match the confirmed actions.
fn by_whom(game: &Game, kept: &BTreeMap<Use, usize>, replies: usize, into: &mut Findings) {
    let count = |of: &dyn Fn(&Act) -> bool| game.log.iter().filter(|one| of(one.act)).count();
    let id = &game.id;
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
        into.wrong.push(format!("{id}: {mail} orders by email, and {replies} were written"));
    }
    into.by_mail += mail;
}

/// Checks that no timeout is early, and that no decision times out twice.
fn in_time(game: &Game, wrong: &[ClockError], into: &mut Findings) {
    let Some(span) = game.status.pace.turn else { return };
    let Some(began) = game.log.iter().next().map(|first| first.event.at) else { return };
    let mut asked: BTreeMap<_, DateTime<Utc>> = BTreeMap::new();
    for entry in game.log.iter() {
        if let Act::TimedOut { seat, .. } = entry.act {
            into.lapses += 1;
            let since = asked.get(seat).copied().unwrap_or(began);
            let least = TimeDelta::seconds(i64::from(span)) - apart(since, entry.event.at, wrong);
            if entry.event.at - since < least {
                let (id, seq) = (&game.id, entry.event.seq);
                into.wrong.push(format!("{id}, event {seq}: time was up after less than {span} s"));
            }
            asked.insert(*seat, entry.event.at);
        }
    }
}
