//! Reads a game from the store. A short log is read at once. A long one is read in parts, and only
//! one part is unpacked at a time.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Game;
use crate::error::ServiceError;
use crate::game::core::fold_depth::Depth;
use crate::game::core::return_points::{Marks, goes_back};
use ravenpost_log::{GameId, StoredEvent};
use ravenpost_rules::numbers::Seq;
use ravenpost_store::Readers;
use ravenpost_store::log::events;

/// Events read at a time.
const PART: u64 = 1024;

type Part = Vec<Arc<StoredEvent>>;

impl Game {
    /// Reads a game and folds it, up to the event that was last when the read began.
    pub(crate) async fn read(store: &Readers, id: &GameId) -> Result<Game, ServiceError> {
        let last = events::head(store, id).await?.seq;
        let begin = || Reading { store, id, up_to: Seq::NONE, last };
        if last.0 <= PART {
            return Game::fold(id, &begin().next().await?);
        }
        if let Some(game) = read_on(begin(), None).await? {
            return Ok(game);
        }
        let (mut marks, mut reading) = (Marks::default(), begin());
        while !reading.is_over() {
            reading.next().await?.iter().try_for_each(|event| marks.past(event))?;
        }
        let game = read_on(begin(), Some(marks.found())).await?;
        game.ok_or(ServiceError::NotFound("game"))
    }
}

/// Reads the game part by part. Returns `None` if the game contains a rewind or undo whose target
/// is not known yet. Most games have none, and are read once.
async fn read_on(
    mut reading: Reading<'_>,
    marks: Option<BTreeSet<Seq>>,
) -> Result<Option<Game>, ServiceError> {
    let (known, mut marks) = (marks.is_some(), marks.unwrap_or_default());
    let mut part = reading.next().await?;
    let first = part.first().ok_or(ServiceError::NotFound("game"))?;
    let mut game = Game::before(reading.id, first)?;
    while !part.is_empty() {
        if !known && part.iter().any(|event| goes_back(event)) {
            return Ok(None);
        }
        {
            let _depth = Depth::enter(reading.id)?;
            part.into_iter().try_for_each(|event| game.take_marked(event, &mut marks))?;
        }
        if game.log.is_long() {
            game.log.tie_up();
        }
        part = reading.next().await?;
    }
    game.past = Vec::new();
    Ok(Some(game))
}

/// Reads a log part by part, up to a known last event.
struct Reading<'a> {
    store: &'a Readers,
    id: &'a GameId,
    /// Number of events read.
    up_to: Seq,
    last: Seq,
}

impl Reading<'_> {
    fn is_over(&self) -> bool {
        self.up_to >= self.last
    }

    /// Returns the next events, or none at the end.
    ///
    /// # Errors
    ///
    /// Fails if an event is missing.
    async fn next(&mut self) -> Result<Part, ServiceError> {
        if self.is_over() {
            return Ok(Vec::new());
        }
        let (after, up_to) = (self.up_to, self.last.min(self.up_to + PART));
        let part = events::history_range(self.store, self.id, after, up_to).await?;
        let wrong = (after.0 + 1..).map(Seq).zip(&part).find(|(seq, event)| event.seq != *seq);
        // If a whole part is missing, only the last event of the log can be named.
        let hole = part.is_empty().then_some(self.last);
        if let Some(seq) = wrong.map(|(_, event)| event.seq).or(hole) {
            let what = format!("lacks an event before event {seq}");
            return Err(ServiceError::corrupt(self.id, &what));
        }
        self.up_to += part.len() as u64;
        Ok(part.into_iter().map(Arc::new).collect())
    }
}
