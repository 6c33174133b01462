//! Outages that are being made good just now. Pages are served meanwhile, so a game may be asked
//! for before its turn has come: whoever works on it makes it good first, and whoever only looks is
//! shown the clocks as they will be.

use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};

use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::game::batch::Batch;
use crate::service::game::clock_rows::known_rows;
use crate::service::game::folded::Game;
use ravenpost_log::Act;
use ravenpost_log::act::Outage;
use ravenpost_log::table::pending::Time;
use ravenpost_log::table::status::{GameStatus, Status};
use ravenpost_store::lists::deadlines::Deadline;

/// An outage that not all games know of yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Missed {
    pub from: DateTime<Utc>,
    /// When it was noticed that it is over.
    pub noticed: DateTime<Utc>,
    /// Only clocks that want something by then are moved, if a moment is given.
    pub until: Option<DateTime<Utc>>,
    pub what: Outage,
    /// Other nodes make it good as well: what a game was given back since it was noticed is all.
    pub shared: bool,
}

/// All of them: one of each kind at most.
#[derive(Default)]
pub(in crate::service) struct AllMissed {
    all: Mutex<Vec<Missed>>,
    /// When the last was noticed of which all games know that this program can read.
    told: Mutex<Option<DateTime<Utc>>>,
}

impl Missed {
    /// What a game has lost by it when it is over at `to`, and was not given back yet.
    pub fn lost_by(&self, live: &Game, to: DateTime<Utc>) -> Option<Time> {
        let lost = (live.course.lost_from(self.from), to);
        // Since it was noticed some node was up: what was asked only then has lost nothing.
        let own = (lost.0, self.noticed);
        let later = live.begun_at().is_none_or(|begun| begun >= self.noticed);
        let known = self.shared && (later || own.0 >= own.1 || !live.course.loses(own));
        let running = live.course.status == Status::Running && !known;
        let lost_any = running && live.course.loses(lost);
        (lost_any && self.is_about(live)).then_some(lost)
    }

    /// Whether its clocks are among those that are moved. What an instruction does soon counts for
    /// nothing: that an outage stands in the log would tell the others of it.
    fn is_about(&self, live: &Game) -> bool {
        let Some(until) = self.until else { return true };
        let soon = |row: Deadline| row.due_at.into_iter().chain(row.next_at).any(|at| at <= until);
        known_rows(live).into_iter().any(soon)
    }
}

impl AllMissed {
    /// From now on an outage is being made good; in the place of one of its kind that could not be.
    pub(super) fn note(&self, missed: Missed) {
        let mut all = self.all();
        all.retain(|one| one.what != missed.what);
        all.push(missed);
    }

    /// All games know of it.
    pub(super) fn is_over(&self, what: Outage) {
        self.all().retain(|one| one.what != what);
    }

    /// All games that this program can read know of what was noticed then: of the others a newer
    /// one takes care.
    pub(super) fn told_here(&self, noticed: DateTime<Utc>) {
        *self.told.lock().unwrap_or_else(PoisonError::into_inner) = Some(noticed);
    }

    /// Whether that is so.
    pub(super) fn is_told_here(&self, noticed: DateTime<Utc>) -> bool {
        *self.told.lock().unwrap_or_else(PoisonError::into_inner) == Some(noticed)
    }

    fn all(&self) -> MutexGuard<'_, Vec<Missed>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> Vec<Missed> {
        self.all().clone()
    }
}

impl Service {
    /// Notes what the game has lost before anything else is done in it.
    pub(super) fn made_good_first(&self, batch: &mut Batch) -> Result<(), ServiceError> {
        for missed in self.0.missed.now() {
            if let Some((from, to)) = missed.lost_by(&batch.live, batch.now) {
                batch.note(Act::OutageCompensated { from, until: to, component: missed.what })?;
            }
        }
        Ok(())
    }

    /// The course of a game with the clocks as they will be when all is made good.
    pub(in crate::service) fn course_shown(&self, live: &Game) -> GameStatus {
        let mut course = live.course.clone();
        for missed in self.0.missed.now() {
            if let Some((from, to)) = missed.lost_by(live, missed.noticed) {
                // What one of them gave back, another does not give back again.
                let from = course.lost_from(from);
                if course.loses((from, to)) {
                    course.make_good(missed.what, (from, to));
                }
            }
        }
        course
    }

    /// Whether some games do not know yet of an outage that is over.
    pub fn is_behind(&self) -> bool {
        !self.0.missed.all().is_empty()
    }
}
