//! Every question that a game has put, with its deadline and why that was then: the log is folded
//! once more, and what each event did to the clocks is looked at.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::Game;
use crate::service::error::ServiceError;
use crate::service::game::depth::Depth;
use crate::service::game::log::read_act;
use crate::service::game::marks::marks;
use ravenpost_log::table::pending::Pending;
use ravenpost_log::{Act, StoredEvent};
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Seq;

/// How a question came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The seat answered, by itself or by what it had left.
    Answered,
    /// Its time ran out, or nobody waited for it.
    Lapsed,
    /// Something else ended it: the table went back, the game was over.
    Otherwise,
}

/// A question that is over, with its clock as it was last.
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

impl Game {
    /// The questions that are over, oldest first. One that was put again is told once, as it ended
    /// last.
    pub fn past_clocks(&self) -> Result<Vec<PastClock>, ServiceError> {
        let _depth = Depth::enter(&self.id)?;
        let log: Vec<Arc<StoredEvent>> = self.events().cloned().collect();
        let mut marks = marks(&log)?;
        let mut live = Game::before(&self.id, &self.first)?;
        let mut past = BTreeMap::new();
        for event in &log {
            let before = live.course.waits.clone();
            live.take_marked(event.clone(), &mut marks)?;
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
                if live.is_over(&one) {
                    past.insert((one.wait.asked, seat), one);
                }
            }
        }
        past.retain(|_, one| live.is_over(one));
        Ok(past.into_values().collect())
    }

    /// Whether that question is put no more. One that its seat has not answered may be interrupted.
    fn is_over(&self, past: &PastClock) -> bool {
        let same = |wait: &Pending| wait.asked == past.wait.asked;
        let stopped = self.course.stopped.get(&past.seat).filter(|_| past.how == Ended::Otherwise);
        let asked = self.course.waits.get(&past.seat).is_some_and(same);
        !asked && !stopped.is_some_and(|(wait, _)| same(wait))
    }
}

fn ended(act: &Act, seat: Seat) -> Ended {
    match act {
        Act::Ordered { seat: by, .. } if *by == seat => Ended::Answered,
        Act::TimedOut { seat: by, .. } if *by == seat => Ended::Lapsed,
        _ => Ended::Otherwise,
    }
}
