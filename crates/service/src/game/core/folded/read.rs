//! Reads a game from the store. A short log is read at once. A long one is read in parts, and only
//! one part is unpacked at a time.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Game;
use crate::error::ServiceError;
use crate::game::core::fold_depth::Depth;
use crate::game::core::return_points::{Marks, goes_back, marks};
use ravenpost_log::{GameId, StoredEvent};
use ravenpost_rules::numbers::Seq;
use ravenpost_store::Readers;
use ravenpost_store::log::events;

/// Events read at a time.
const PART: u64 = 1024;

/// How many events before its last one a game is also kept as it was then. A page compares the
/// position with that before the latest orders, which are folded from there.
const RECENT: u64 = 40;

type Part = Vec<Arc<StoredEvent>>;

impl Game {
    /// Reads a game and folds it, up to the event that was last when the read began. Also returns
    /// the game as it was shortly before, unless it is short.
    pub(crate) async fn read(
        store: &Readers,
        id: &GameId,
    ) -> Result<(Game, Option<Game>), ServiceError> {
        let last = events::head(store, id).await?.seq;
        let begin = || Reading { store, id, up_to: Seq::NONE, last };
        if last.0 <= PART {
            let part = begin().next().await?;
            let mut folding = Folding::begin(id, &part, last)?;
            folding.marks = marks(&part)?;
            folding.take(part)?;
            return Ok(folding.done());
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
) -> Result<Option<(Game, Option<Game>)>, ServiceError> {
    let known = marks.is_some();
    let mut part = reading.next().await?;
    let mut folding = Folding::begin(reading.id, &part, reading.last)?;
    folding.marks = marks.unwrap_or_default();
    while !part.is_empty() {
        if !known && part.iter().any(|event| goes_back(event)) {
            return Ok(None);
        }
        folding.take(part)?;
        if folding.game.log.is_long() {
            folding.game.log.tie_up();
        }
        part = reading.next().await?;
    }
    Ok(Some(folding.done()))
}

/// A game that is being folded.
struct Folding {
    game: Game,
    /// The events to whose states later events return.
    marks: BTreeSet<Seq>,
    /// The event after which a copy is kept, and that copy.
    near: Seq,
    recent: Option<Game>,
}

impl Folding {
    /// Begins with the first of these events, the start of a log that ends with event `last`.
    fn begin(id: &GameId, log: &[Arc<StoredEvent>], last: Seq) -> Result<Folding, ServiceError> {
        let first = log.first().ok_or(ServiceError::NotFound("game"))?;
        let (game, near) = (Game::before(id, first)?, Seq(last.0.saturating_sub(RECENT)));
        Ok(Folding { game, marks: BTreeSet::new(), near, recent: None })
    }

    fn take(&mut self, part: Part) -> Result<(), ServiceError> {
        let _depth = Depth::enter(&self.game.id)?;
        for event in part {
            let seq = event.seq;
            self.game.take_marked(event, &mut self.marks)?;
            if seq == self.near {
                self.recent = Some(Game { past: Vec::new(), ..self.game.clone() });
            }
        }
        Ok(())
    }

    fn done(self) -> (Game, Option<Game>) {
        (Game { past: Vec::new(), ..self.game }, self.recent)
    }
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
