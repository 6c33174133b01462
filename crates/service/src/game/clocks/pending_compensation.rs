//! Outages that are being compensated. Pages are served meanwhile, so a game may be requested
//! before it is compensated. Work on a game compensates it first; a page shows the clocks as they
//! will be.

use crate::handles::Clocks;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::game::clocks::clock_rows::known_rows;
use crate::game::core::batch::Batch;
use crate::game::core::folded::Game;
use ravenpost_log::Act;
use ravenpost_log::act::Outage;
use ravenpost_log::table::clock_state::pending::Time;
use ravenpost_log::table::status::{GameStatus, Status};
use ravenpost_store::lists::deadlines::Deadline;

/// An outage that is not yet recorded in all games.
#[derive(Clone, Copy, Debug)]
pub(in crate::game) struct Missed {
    pub from: DateTime<Utc>,
    /// When the end of the outage was noticed.
    pub noticed: DateTime<Utc>,
    /// If set, only clocks that are due by then are extended.
    pub until: Option<DateTime<Utc>>,
    pub what: Outage,
    /// Other nodes compensate it too, so a game already compensated up to `noticed` needs no more.
    pub shared: bool,
}

/// All outages being compensated, at most one of each kind.
#[derive(Default)]
pub(crate) struct AllMissed {
    all: Mutex<Vec<Missed>>,
    /// When the last fully recorded outage was noticed: one that every game this program can read
    /// has recorded.
    recorded: Mutex<Option<DateTime<Utc>>>,
}

impl Missed {
    /// The uncompensated time that a game had lost by `to`.
    pub fn lost_by(&self, game: &Game, to: DateTime<Utc>) -> Option<Time> {
        let lost = (game.status.clocks.lost_from(self.from), to);
        // Some node has been up since it was noticed, so prompts made after that have lost nothing.
        let own = (lost.0, self.noticed);
        let later = game.begun_at().is_none_or(|begun| begun >= self.noticed);
        let known = self.shared && (later || own.0 >= own.1 || !game.status.loses(own));
        let running = game.status.state == Status::Running && !known;
        let lost_any = running && game.status.loses(lost);
        (lost_any && self.is_about(game)).then_some(lost)
    }

    /// Whether its clocks are among those to be extended. Upcoming instructions are ignored,
    /// because the recorded outage would reveal them to the others.
    fn is_about(&self, game: &Game) -> bool {
        let Some(until) = self.until else { return true };
        let soon = |row: Deadline| row.due_at.into_iter().chain(row.next_at).any(|at| at <= until);
        known_rows(game).into_iter().any(soon)
    }
}

impl AllMissed {
    /// Starts compensating an outage, replacing an unfinished one of its kind.
    pub(in crate::game) fn note(&self, missed: Missed) {
        let mut all = self.all();
        all.retain(|one| one.what != missed.what);
        all.push(missed);
    }

    /// Marks an outage as recorded in all games.
    pub(in crate::game) fn is_over(&self, what: Outage) {
        self.all().retain(|one| one.what != what);
    }

    /// Marks an outage as recorded in all games that this program can read. A newer program handles
    /// the rest.
    pub(in crate::game) fn record_here(&self, noticed: DateTime<Utc>) {
        *self.recorded.lock().unwrap_or_else(PoisonError::into_inner) = Some(noticed);
    }

    /// Whether the outage noticed then is recorded in all games that this program can read.
    pub(in crate::game) fn is_recorded_here(&self, noticed: DateTime<Utc>) -> bool {
        *self.recorded.lock().unwrap_or_else(PoisonError::into_inner) == Some(noticed)
    }

    fn all(&self) -> MutexGuard<'_, Vec<Missed>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> Vec<Missed> {
        self.all().clone()
    }
}

impl Clocks<'_> {
    /// Records pending outages in the game before any other work.
    pub(in crate::game) fn compensate_first(self, batch: &mut Batch) -> Result<(), ServiceError> {
        for missed in self.inner().missed.now() {
            if let Some((from, to)) = missed.lost_by(&batch.game, batch.now) {
                batch.note(Act::OutageCompensated { from, until: to, component: missed.what })?;
            }
        }
        Ok(())
    }

    /// The status of a game with its clocks as they will be after compensation.
    pub(crate) fn status_shown(self, game: &Game) -> GameStatus {
        let mut status = game.status.clone();
        for missed in self.inner().missed.now() {
            if let Some((from, to)) = missed.lost_by(game, missed.noticed) {
                // Outages overlap; no period is compensated twice.
                let from = status.clocks.lost_from(from);
                if status.loses((from, to)) {
                    status.compensate(missed.what, (from, to));
                }
            }
        }
        status
    }

    /// Whether an outage has ended that some games have not recorded yet.
    pub fn is_behind(self) -> bool {
        !self.inner().missed.all().is_empty()
    }
}
