//! Games that cannot be read or continued: a damaged log, a dangling row, or facts that make the
//! folding code panic. Such a game counts as one bad row and must not break a list or a loop. Code
//! that goes through many games therefore runs the work of each in `apart`.
//!
//! Findings are kept here for pages and monitoring, and each is logged once. A finding is removed
//! when the game can be read again.

use crate::handles::Games;
use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};

use futures_util::FutureExt;

use crate::error::ServiceError;
use ravenpost_log::GameId;

/// Maximum stored length of a reason, in characters.
const WORDS: usize = 300;

/// The games found damaged, with the reason for each.
#[derive(Default)]
pub(crate) struct Damages(Mutex<BTreeMap<GameId, Found>>);

/// Why a game cannot be used.
#[derive(Clone, PartialEq, Eq)]
struct Found {
    why: String,
    /// The game is sound, but a newer program has continued it.
    newer: bool,
}

/// Numbers of games found so far that this program does not serve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfReach {
    /// Games that cannot be read or continued.
    pub damaged: usize,
    /// Sound games that a newer program has continued.
    pub ahead: usize,
}

impl Damages {
    fn all(&self) -> MutexGuard<'_, BTreeMap<GameId, Found>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Findings about games that a newer program has continued, or about the others.
    fn of(&self, newer: bool) -> Vec<(GameId, String)> {
        let all = self.all();
        let found = all.iter().filter(|(_, found)| found.newer == newer);
        found.map(|(game, found)| (game.clone(), found.why.clone())).collect()
    }
}

impl Games<'_> {
    /// Runs work on one of many games, so that its failure does not affect the others. Unwinding is
    /// safe because games in memory are only ever replaced as a whole.
    pub(crate) async fn apart<T>(
        self,
        game: &GameId,
        work: impl Future<Output = Result<T, ServiceError>>,
    ) -> Result<T, ServiceError> {
        let done = AssertUnwindSafe(work).catch_unwind().await;
        self.watched(game, done.unwrap_or_else(|panic| Err(brought_down(game, panic.as_ref()))))
    }

    /// Like `apart`, for work that does not use the store.
    pub(crate) fn apart_now<T>(
        self,
        game: &GameId,
        work: impl FnOnce() -> Result<T, ServiceError>,
    ) -> Result<T, ServiceError> {
        let done = catch_unwind(AssertUnwindSafe(work));
        self.watched(game, done.unwrap_or_else(|panic| Err(brought_down(game, panic.as_ref()))))
    }

    /// Games found so far that cannot be read or continued, with the reason. Games continued by a
    /// newer program are not included.
    pub fn damaged(self) -> Vec<(GameId, String)> {
        self.inner().damages.of(false)
    }

    /// Sound games found so far that a newer program has continued, with the unknown part.
    pub fn ahead(self) -> Vec<(GameId, String)> {
        self.inner().damages.of(true)
    }

    /// The counts of both kinds at one moment.
    pub fn out_of_reach(self) -> OutOfReach {
        let all = self.inner().damages.all();
        let ahead = all.values().filter(|found| found.newer).count();
        OutOfReach { damaged: all.len() - ahead, ahead }
    }

    /// The games that are skipped, for either reason.
    pub(crate) fn not_served(self) -> Vec<GameId> {
        self.inner().damages.all().keys().cloned().collect()
    }

    /// Removes the finding about a game that could be read again.
    pub(crate) fn was_read(self, game: &GameId) {
        self.inner().damages.all().remove(game);
    }

    /// Clears all findings, so that every game is tried again in case it was repaired.
    pub(crate) fn try_damaged_again(self) {
        self.inner().damages.all().clear();
    }

    fn watched<T>(self, game: &GameId, done: Result<T, ServiceError>) -> Result<T, ServiceError> {
        let error = match done {
            Ok(done) => return Ok(done),
            Err(error) => error.of_game(game),
        };
        if let ServiceError::Damaged { why, newer, .. } = &error {
            let found = Found { why: why.chars().take(WORDS).collect(), newer: *newer };
            let before = self.inner().damages.all().insert(game.clone(), found.clone());
            let Found { why, newer } = &found;
            match before == Some(found.clone()) {
                true => {}
                false if *newer => tracing::warn!(%game, why, "game is from a newer program"),
                false => tracing::error!(%game, why, "skipping damaged game; run ravenpost audit"),
            }
        }
        Err(error)
    }
}

/// Turns a panic into an error about the game.
fn brought_down(game: &GameId, panic: &(dyn Any + Send)) -> ServiceError {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
    let why = format!("it brings down the code that reads it: {text}");
    ServiceError::Damaged { game: game.clone(), why, newer: false }
}
