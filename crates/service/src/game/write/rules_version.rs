//! Tracks which version of a title's rules decides a game. The opening states it, and an event
//! records each change when a different program continues the game. This happens at startup, before
//! players can give orders that would reveal it.

use crate::handles::RulesVersions;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::game::cluster::outages::named;
use crate::game::core::batch::Batch;
use crate::game::core::heartbeat::ALIVE;
use crate::game::core::side_writes::SideWrites;
use crate::titles;
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, GameId};
use ravenpost_store::lists::nodes;
use ravenpost_store::lists::settings::{self, Key};
use ravenpost_store::log::events;
use ravenpost_store::{StoreError, writes};

/// Number of attempts if another node is faster.
const TRIES: usize = 3;
/// Games per batch.
const STRIDE: u32 = 500;

/// The rules version of every title, by the title's key.
pub type Versions = BTreeMap<&'static str, u32>;

impl RulesVersions<'_> {
    /// Records the new rules version in every unfinished game whose version changes. Returns the
    /// number of games.
    pub async fn follow_rules(
        self,
        now: DateTime<Utc>,
        versions: &Versions,
    ) -> Result<usize, ServiceError> {
        let named = named(versions);
        if settings::get(self.store().read(), Key::RulesVersions).await?.as_ref() == Some(&named) {
            return Ok(0);
        }
        let (mut last, mut noted): (Option<GameId>, _) = (None, 0);
        loop {
            let ids = events::games(self.store().read(), last.as_ref(), STRIDE).await?;
            let Some(end) = ids.last().cloned() else { break };
            for id in &ids {
                match self.games().apart(id, self.follow(now, id, versions)).await {
                    Ok(new) => noted += usize::from(new),
                    // A newer program has continued it, under its own rules.
                    Err(error) if error.is_ahead() => {}
                    // One unreadable game must not block the others.
                    Err(error) => {
                        tracing::error!(game = %id, %error, "failed to record rules version")
                    }
                }
            }
            last = Some(end);
        }
        self.store()
            .write(writes!(|tx| settings::set(tx, Key::RulesVersions, &named).await))
            .await?;
        Ok(noted)
    }

    async fn follow(
        self,
        now: DateTime<Utc>,
        id: &GameId,
        versions: &Versions,
    ) -> Result<bool, ServiceError> {
        let _turn = self.games().lock_game(id).await;
        for _ in 0..TRIES {
            match self.follow_now(now, id, versions).await {
                Err(ServiceError::Store(StoreError::Conflict)) => {}
                done => return done,
            }
        }
        Err(StoreError::Conflict.into())
    }

    async fn follow_now(
        self,
        now: DateTime<Utc>,
        id: &GameId,
        versions: &Versions,
    ) -> Result<bool, ServiceError> {
        // Loaded without the version check: after a downgrade this program returns to its own
        // rules.
        let game = self.games().folded(id).await?;
        if let Some(what) = game.conduct().ahead_otherwise() {
            return Err(ServiceError::ahead(id, what));
        }
        let going_on = matches!(game.status.state, Status::Open | Status::Running);
        let new = versions.get(game.title.about().key).copied();
        let Some(rules) = new.filter(|new| going_on && *new != game.status.rules) else {
            return Ok(false);
        };
        let mut batch = Batch::on(Arc::new(game), now, self.entropy());
        batch.note(Act::RulesChanged { rules })?;
        self.games().commit(batch, SideWrites::default()).await?;
        // The next reader loads it again, because another program may have continued it by then.
        self.games().forget(id);
        Ok(true)
    }

    /// The nodes that run with other rules versions, unless the last applied versions are these. A
    /// program waits for them to stop before it starts: a game must not be decided by two versions
    /// at a time, and the other nodes could not continue after the recorded change.
    pub async fn conflicting_nodes(
        self,
        now: DateTime<Utc>,
        versions: &Versions,
    ) -> Result<Vec<String>, ServiceError> {
        let named = named(versions);
        let known = settings::get(self.store().read(), Key::RulesVersions).await?;
        if self.store().is_file() || known.is_none_or(|known| known == named) {
            return Ok(Vec::new());
        }
        Ok(nodes::by_other_rules(self.store().read(), now - ALIVE, &named).await?)
    }

    /// Checks whether other rules versions have been applied since this program started, for
    /// example while it was suspended or disconnected. It then decides nothing, because other nodes
    /// do.
    pub(in crate::game) async fn others_rule(self) -> Result<bool, ServiceError> {
        let known = settings::get(self.store().read(), Key::RulesVersions).await?;
        let others = known.is_some_and(|known| known != named(&titles::versions()));
        if others != self.inner().ruled_otherwise.swap(others, Ordering::Relaxed) {
            match self.ruled_otherwise() {
                Some(why) => tracing::error!(why, "node stopped deciding"),
                None => tracing::info!("rules versions match again"),
            }
        }
        Ok(others)
    }

    /// Why this node decides nothing, if other rules versions are in force.
    pub fn ruled_otherwise(self) -> Option<String> {
        let why = "another version of the rules is in force; stop or restart this program";
        self.inner().ruled_otherwise.load(Ordering::Relaxed).then(|| why.to_owned())
    }

    /// Whether this node may store what it decides at that moment.
    pub(in crate::game) fn may_decide(self, moment: DateTime<Utc>) -> Result<(), StoreError> {
        let why = self.ruled_otherwise().or_else(|| self.monitoring().doubts_clock(moment));
        why.map_or(Ok(()), |why| Err(StoreError::Unavailable(why)))
    }

    /// Why this node leaves clocks and emails to others; `None` while it does not.
    pub fn reason_to_stand_aside(self) -> Option<String> {
        self.monitoring().off_clock().or_else(|| self.ruled_otherwise())
    }
}
