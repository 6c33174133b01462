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

/// How a question came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The seat answered.
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
            for (seat, wait) in before.into_iter().filter(|(seat, wait)| live.is_over(*seat, wait))
            {
                let (over, how) = (event.at, ended(&act, seat));
                past.insert((wait.asked, seat), PastClock { seat, wait, over, how });
            }
        }
        past.retain(|_, one| live.is_over(one.seat, &one.wait));
        Ok(past.into_values().collect())
    }

    /// Whether that question is put no more, nor only interrupted.
    fn is_over(&self, seat: Seat, wait: &Pending) -> bool {
        let now = self.course.waits.get(&seat);
        let stopped = self.course.stopped.get(&seat).map(|(wait, _)| wait);
        now.into_iter().chain(stopped).all(|one| one.asked != wait.asked)
    }
}

fn ended(act: &Act, seat: Seat) -> Ended {
    match act {
        Act::Ordered { seat: by, .. } if *by == seat => Ended::Answered,
        Act::Lapsed { seat: by, .. } if *by == seat => Ended::Lapsed,
        _ => Ended::Otherwise,
    }
}
