//! The write path to the log: load a game, work on a copy, store the events and all dependent rows
//! in one transaction, and only then publish the result.

use crate::handles::Games;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use chrono::{DateTime, Utc};
use tokio::sync::MutexGuard;
use tracing::Instrument;

use crate::error::ServiceError;
use crate::game::clocks::clock_rows::waiting_rows;
use crate::game::core::TRIES;
use crate::game::core::allowance::Allowance;
use crate::game::core::batch::Batch;
use crate::game::core::folded::Game;
use crate::game::core::side_writes::SideWrites;
use crate::game::counts::count_stored;
use crate::game::notify::obligations::{self, Terms};
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, ActKind, GameId};
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Seq;
use ravenpost_store::lists::games::GameRow;
use ravenpost_store::log::{origins, secrets};
use ravenpost_store::people::organisers;
use ravenpost_store::people::seat_holders::{self, SeatHolder};
use ravenpost_store::{Change, Commit, CommitOutcome, History, StoreError, writes};

/// The result of a commit.
pub(crate) enum Committed {
    Now,
    /// The same request was answered before, with this answer.
    Before(String),
}

impl<'s> Games<'s> {
    /// Returns the game, from memory or folded from its log.
    pub async fn load(self, id: &GameId) -> Result<Arc<Game>, ServiceError> {
        if let Some(game) = self.cluster().current(id).await? {
            return Ok(game);
        }
        // Boxed, because almost every future contains this one.
        let game = Arc::new(Box::pin(self.refolded(id)).await?);
        self.publish(&game);
        Ok(game)
    }

    /// Returns the game at event `seq` or later. For a moment between storing an event and
    /// publishing it, memory holds the previous state.
    pub(crate) async fn load_from(self, id: &GameId, seq: Seq) -> Result<Arc<Game>, ServiceError> {
        let game = self.load(id).await?;
        if game.last_seq() >= seq {
            return Ok(game);
        }
        let game = Arc::new(Box::pin(self.refolded(id)).await?);
        self.publish(&game);
        Ok(game)
    }

    /// Folds the game from its log, ignoring the copy in memory.
    pub(crate) async fn refolded(self, id: &GameId) -> Result<Game, ServiceError> {
        let mut game = self.apart(id, self.within_reach(id)).await?;
        self.was_read(id);
        if game.status.state == Status::Open {
            game.begins = match self.begins(&game.status, game.title).await {
                // The fork keeps waiting for players but cannot start.
                Err(ServiceError::Damaged { .. }) => None,
                begins => begins?,
            };
        }
        Ok(game)
    }

    /// Returns the original game of a fork, without loading how that game itself began.
    pub(crate) async fn original_game(self, id: &GameId) -> Result<Arc<Game>, ServiceError> {
        if let Some(game) = self.cluster().current(id).await? {
            return Ok(game);
        }
        let game = Arc::new(self.apart(id, self.within_reach(id)).await?);
        if game.status.state != Status::Open {
            self.publish(&game);
        }
        Ok(game)
    }

    /// Folds the game from its log unless a newer program has continued it. This program could
    /// misread such a game even if it can decode it.
    async fn within_reach(self, id: &GameId) -> Result<Game, ServiceError> {
        let game = self.folded(id).await?;
        match game.conduct().ahead() {
            Some(what) => Err(ServiceError::ahead(id, what)),
            None => Ok(game),
        }
    }

    /// Folds the game from its log, without loading how a fork begins.
    pub(in crate::game) async fn folded(self, id: &GameId) -> Result<Game, ServiceError> {
        let (mut game, recent) = Game::read(self.store().read(), id).await?;
        self.metrics().game_folds.inc();
        game.caches = Arc::downgrade(&self.inner().caches);
        if game.log.is_long() {
            game.log.tie_up();
        }
        if let Some(recent) = recent {
            game.history().remember(recent);
        }
        let held = seat_holders::of_game(self.store().read(), id).await?;
        let person = |holder: SeatHolder| Some((holder.seat, holder.player?));
        let people = held.into_iter().filter_map(person);
        // A row for a seat that the table does not have is ignored.
        game.people = people.filter(|(seat, _)| game.status.seats.slot(*seat).is_some()).collect();
        game.origin = origins::of(self.store().read(), id).await?.map(Arc::new);
        let revealed = game.fairness().draw_inputs().is_some();
        Ok(if revealed { game } else { game.with_secret(self.secret(id).await?) })
    }

    /// The dice secret of a game, while it is stored.
    pub(crate) async fn secret(self, id: &GameId) -> Result<Option<[u8; 32]>, ServiceError> {
        match secrets::get(self.store().read(), id).await {
            Ok(bytes) => Ok(bytes.try_into().ok()),
            Err(StoreError::NotFound) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Runs work on a game and stores the result. If another process was faster, the work is
    /// repeated on the new state. Within this process, a per-game lock serialises the work.
    pub(crate) async fn work<T>(
        self,
        id: &GameId,
        now: DateTime<Utc>,
        work: impl FnMut(&mut Batch) -> Result<(T, SideWrites), ServiceError>,
    ) -> Result<(T, Committed), ServiceError> {
        let _turn = self.lock_game(id).await;
        Box::pin(self.work_inside(id, now, work)).await
    }

    /// Acquires the lock for a key, for example a game.
    pub(crate) async fn lock_game(self, what: &impl Hash) -> MutexGuard<'s, ()> {
        let locks = &self.0.inner().locks;
        locks[lock_index(what, locks.len())].lock().await
    }

    /// Works on a game whose lock the caller holds.
    pub(crate) async fn work_inside<T>(
        self,
        id: &GameId,
        now: DateTime<Utc>,
        mut work: impl FnMut(&mut Batch) -> Result<(T, SideWrites), ServiceError>,
    ) -> Result<(T, Committed), ServiceError> {
        let mut tries = 0;
        loop {
            tries += 1;
            self.cluster().after_failover().await?;
            // Read before epochs are checked, because the events are stored in this history.
            let history = self.cluster().known_history();
            self.fairness().pay_epoch(now, id).await?;
            match self.attempt(id, now, history, &mut work).await {
                Err(ServiceError::Store(StoreError::Conflict)) if tries < TRIES => {}
                done => return done,
            }
        }
    }

    /// Works on the current game and stores the result unless another writer was faster.
    pub(in crate::game) async fn attempt<T>(
        self,
        id: &GameId,
        now: DateTime<Utc>,
        history: Option<History>,
        work: impl FnOnce(&mut Batch) -> Result<(T, SideWrites), ServiceError>,
    ) -> Result<(T, Committed), ServiceError> {
        let mut batch = Batch::on(self.load(id).await?, now, self.entropy());
        batch.history = history;
        batch.preferences = self.members().preferences_at(&batch.game).await?;
        self.clocks().compensate_first(&mut batch)?;
        let decide = tracing::debug_span!("decide", game = %id);
        let (answer, side_writes) = decide.in_scope(|| work(&mut batch))?;
        let commit = tracing::debug_span!("commit", game = %id);
        match self.commit(batch, side_writes).instrument(commit).await {
            Err(error) => {
                self.forget(id);
                Err(error)
            }
            Ok(committed) => Ok((answer, committed)),
        }
    }

    /// Stores a batch and its side writes, then publishes the game.
    pub(crate) async fn commit(
        self,
        mut batch: Batch,
        mut side_writes: SideWrites,
    ) -> Result<Committed, ServiceError> {
        self.rules_versions().may_decide(batch.now)?;
        (side_writes.taken_seats, side_writes.preferences) = (taken_seats(&batch), batch.to_keep());
        let free =
            |seat| Some(seat) == side_writes.vacated || side_writes.taken_seats.contains(&seat);
        batch.game.people.retain(|(seat, _)| !free(*seat));
        batch.game.people.extend(side_writes.holder);
        let organiser = match concerns_organiser(&batch) {
            true => organisers::of_game(self.store().read(), &batch.game.id).await?,
            false => None,
        };
        let terms = Terms {
            organiser,
            domain: self.accounts().message_domain().await?,
            delay: self.settings().turn_delay,
            by: side_writes.by,
            practises: self.notifications().wants_practice_emails(&batch.game).await?,
        };
        let actor = side_writes.actor.or(side_writes.by);
        side_writes.spent.extend(Allowance::act_of(
            &batch.events,
            actor,
            batch.now,
            self.settings().acts_an_hour,
        ));
        let emails = obligations::queued(&batch, &terms);
        batch.game.caches = Arc::downgrade(&self.inner().caches);
        let game = Arc::new(batch.game);
        let answered = side_writes.answer.as_ref().map(|(request, answer)| {
            (request.key(), request.stored_answer(&game, batch.now, answer))
        });
        let waits = waiting_rows(&game);
        let commit = Commit::of(&Change {
            row: &game_row(&game),
            after: batch.after,
            events: &batch.events,
            waiting: &waits,
            answered: answered.as_ref().map(|(key, answered)| (*key, answered)),
            emails: &emails,
        });
        let commit = match &batch.before {
            Some(before) => commit.on(before.tip.head.hash).in_history(batch.history),
            None => commit,
        };
        let request = side_writes.answer.as_ref().map(|(request, _)| request.clone());
        let outcome = if side_writes.is_nothing() {
            self.store().commit(commit).await?
        } else {
            let (id, now) = (game.id.clone(), batch.now);
            let job = self.store().try_write(writes!(|tx| {
                let outcome = commit.store(tx).await?;
                if outcome == CommitOutcome::Stored {
                    side_writes.store(tx, &id, now).await?;
                }
                Ok::<_, ServiceError>(outcome)
            }));
            job.await?
        };
        if let (CommitOutcome::Duplicate(before), Some(request)) = (outcome, request) {
            return request.same(before).map(Committed::Before);
        }
        self.publish(&game);
        count_stored(self.metrics(), &game, batch.after);
        let moments = waits.iter().flat_map(|wait| [wait.next_at, wait.due_at]).flatten();
        self.wake_scheduler(moments.min());
        Ok(Committed::Now)
    }
}

/// Whether the organiser also gets the emails: those about a vote and about the end of a table.
fn concerns_organiser(batch: &Batch) -> bool {
    let open = batch.game.status.stops.proposal.is_some();
    batch.events.iter().any(|event| {
        (open && event.is(ActKind::Proposed))
            || event.is(ActKind::ClosureAnnounced)
            || event.is(ActKind::Cancelled)
    })
}

/// The seats that were taken from their players.
fn taken_seats(batch: &Batch) -> Vec<Seat> {
    let acts = batch.game.log.after(batch.after);
    let taken = acts.filter_map(|entry| match entry.act {
        Act::Replaced { seat, .. } => Some(*seat),
        _ => None,
    });
    taken.collect()
}

/// The derived row of a game, as shown in lists.
pub(crate) fn game_row(game: &Game) -> GameRow {
    GameRow {
        id: game.id.clone(),
        title: game.title.about().key.to_owned(),
        name: game.status.name.clone(),
        status: game.status.state,
        seats: game.status.table.seats,
        public: game.status.public,
        opened_at: game.status.opened,
        changed_at: game.status.changed,
        version: game.last_seq(),
        head: game.tip.head.hash,
    }
}

fn lock_index(what: &impl Hash, locks: usize) -> usize {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    usize::try_from(hasher.finish() % locks as u64).unwrap_or(0)
}
