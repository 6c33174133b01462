//! Games that cannot be read, or not be gone on with: a log that was damaged, a row that leads
//! nowhere, facts that bring down the code that folds them. One of them is one bad row and never
//! the end of a list or of a loop: whoever goes through many games does the work of each `apart`.
//!
//! What was found is kept here, for pages and for machines that watch; the log is told once. It is
//! forgotten when the game can be read again.

use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};

use futures_util::FutureExt;

use crate::service::Service;
use crate::service::error::ServiceError;
use ravenpost_log::GameId;

/// So much is kept of what is wrong with a game.
const WORDS: usize = 300;

/// The games that were found damaged, and what is wrong with each.
#[derive(Default)]
pub(in crate::service) struct Damages(Mutex<BTreeMap<GameId, Found>>);

/// What is wrong with a game.
#[derive(Clone, PartialEq, Eq)]
struct Found {
    why: String,
    /// Nothing is: a newer program has gone on with it.
    newer: bool,
}

/// Games that this program does not serve, as far as that was noticed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfReach {
    /// Those that cannot be read or gone on with.
    pub damaged: usize,
    /// Those that are sound, and a newer program has gone on with.
    pub ahead: usize,
}

impl Damages {
    fn all(&self) -> MutexGuard<'_, BTreeMap<GameId, Found>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Those that a newer program has gone on with, or those that it has not.
    fn of(&self, newer: bool) -> Vec<(GameId, String)> {
        let all = self.all();
        let found = all.iter().filter(|(_, found)| found.newer == newer);
        found.map(|(game, found)| (game.clone(), found.why.clone())).collect()
    }
}

impl Service {
    /// Does something with one of many games. What goes wrong with it stays with it; nothing that
    /// this holds outlives a panic half changed, because a game in memory is changed only whole.
    pub(in crate::service) async fn apart<T>(
        &self,
        game: &GameId,
        work: impl Future<Output = Result<T, ServiceError>>,
    ) -> Result<T, ServiceError> {
        let done = AssertUnwindSafe(work).catch_unwind().await;
        self.watched(game, done.unwrap_or_else(|panic| Err(brought_down(game, panic.as_ref()))))
    }

    /// The same for what asks nothing of the store.
    pub(in crate::service) fn apart_now<T>(
        &self,
        game: &GameId,
        work: impl FnOnce() -> Result<T, ServiceError>,
    ) -> Result<T, ServiceError> {
        let done = catch_unwind(AssertUnwindSafe(work));
        self.watched(game, done.unwrap_or_else(|panic| Err(brought_down(game, panic.as_ref()))))
    }

    /// The games that cannot be read or gone on with, as far as that was noticed, with the reason;
    /// but for those that a newer program has gone on with, which are sound.
    pub fn damaged(&self) -> Vec<(GameId, String)> {
        self.0.damages.of(false)
    }

    /// The sound games that a newer program has gone on with, as far as that was noticed, with what
    /// this one does not know.
    pub fn ahead(&self) -> Vec<(GameId, String)> {
        self.0.damages.of(true)
    }

    /// How many there are of each kind, at one moment.
    pub fn out_of_reach(&self) -> OutOfReach {
        let all = self.0.damages.all();
        let ahead = all.values().filter(|found| found.newer).count();
        OutOfReach { damaged: all.len() - ahead, ahead }
    }

    /// The games that are passed over, for whichever reason.
    pub(in crate::service) fn not_served(&self) -> Vec<GameId> {
        self.0.damages.all().keys().cloned().collect()
    }

    /// A game could be read again.
    pub(in crate::service) fn was_read(&self, game: &GameId) {
        self.0.damages.all().remove(game);
    }

    /// Has all of them tried again: perhaps somebody has mended them meanwhile.
    pub(in crate::service) fn try_damaged_again(&self) {
        self.0.damages.all().clear();
    }

    fn watched<T>(&self, game: &GameId, done: Result<T, ServiceError>) -> Result<T, ServiceError> {
        let error = match done {
            Ok(done) => return Ok(done),
            Err(error) => error.of_game(game),
        };
        if let ServiceError::Damaged { why, newer, .. } = &error {
            let found = Found { why: why.chars().take(WORDS).collect(), newer: *newer };
            let before = self.0.damages.all().insert(game.clone(), found.clone());
            let Found { why, newer } = &found;
            match before == Some(found.clone()) {
                true => {}
                false if *newer => tracing::warn!(%game, why, "a game is left to a newer program"),
                false => tracing::error!(%game, why, "a game is passed over; see ravenpost audit"),
            }
        }
        Err(error)
    }
}

/// What a panic is told as.
fn brought_down(game: &GameId, panic: &(dyn Any + Send)) -> ServiceError {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
    let why = format!("it brings down the code that reads it: {text}");
    ServiceError::Damaged { game: game.clone(), why, newer: false }
}
