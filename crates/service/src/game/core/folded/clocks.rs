//! Every decision that a game has asked for, with its deadline and the reasons at the time. The log
//! is folded again, and the effect of each event on the clocks is recorded.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::Game;
use super::handles::GameClocks;
use crate::error::ServiceError;
use crate::game::core::fold_depth::Depth;
use crate::game::core::log::read_act;
use crate::game::core::return_points::marks;
use ravenpost_log::table::clock_state::pending::Pending;
use ravenpost_log::{Act, StoredEvent};
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Seq;

/// How a pending decision ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The seat answered, itself or by an instruction.
    Answered,
    /// Its time ran out, or it was not awaited.
    Lapsed,
    /// Another event ended it: a rewind, or the end of the game.
    Otherwise,
}

/// A decision that is no longer pending, with its last clock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PastClock {
    pub seat: Seat,
    pub wait: Pending,
    pub over: DateTime<Utc>,
    pub how: Ended,
    /// The act that ended it.
    pub by: Act,
    /// The number of that event.
    pub seq: Seq,
}

impl GameClocks<'_> {
    /// The decisions that are no longer pending, oldest first. One that was asked again is listed
    /// once, as it last ended.
    pub fn past_clocks(&self) -> Result<Vec<PastClock>, ServiceError> {
        let _depth = Depth::enter(&self.id)?;
        let log: Vec<Arc<StoredEvent>> = self.events().cloned().collect();
        let mut marks = marks(&log)?;
        let mut game = Game::before(&self.id, &self.first)?;
        let mut past = BTreeMap::new();
        for event in &log {
            let before = game.status.clocks.waits.clone();
            game.take_marked(event.clone(), &mut marks)?;
            let act = read_act(event)?;
            for (seat, wait) in before {
                let one = PastClock {
                    seat,
                    over: event.at,
                    how: ended(&act, seat),
                    wait,
                    by: act.clone(),
                    seq: event.seq,
                };
                if is_over(&game, &one) {
                    past.insert((one.wait.asked, seat), one);
                }
            }
        }
        past.retain(|_, one| is_over(&game, one));
        Ok(past.into_values().collect())
    }
}

/// Whether the decision is no longer pending. A decision that ended without an answer may only
/// have been interrupted.
fn is_over(game: &Game, past: &PastClock) -> bool {
    let same = |wait: &Pending| wait.asked == past.wait.asked;
    let stopped =
        game.status.clocks.stopped.get(&past.seat).filter(|_| past.how == Ended::Otherwise);
    let asked = game.status.clocks.waits.get(&past.seat).is_some_and(same);
    !asked && !stopped.is_some_and(|(wait, _)| same(wait))
}

fn ended(act: &Act, seat: Seat) -> Ended {
    match act {
        Act::Ordered { seat: by, .. } if *by == seat => Ended::Answered,
        Act::TimedOut { seat: by, .. } if *by == seat => Ended::Lapsed,
        _ => Ended::Otherwise,
    }
}
