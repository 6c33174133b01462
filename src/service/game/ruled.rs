//! Which version of a title's rules decides a game: its opening says it, and an event of its own
//! whenever a new program goes on with it. Done when the program starts, before anybody gives an
//! order, so that nothing a seat does is ever seen by it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use chrono::{DateTime, Utc};

use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::game::batch::Batch;
use crate::service::game::nobody_up::{ALIVE, named};
use crate::service::game::side_writes::SideWrites;
use crate::titles;
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, GameId};
use ravenpost_store::lists::{nodes, settings};
use ravenpost_store::log::events;
use ravenpost_store::{StoreError, writes};

/// The versions that were looked for last, so that a start with the same program reads no game.
const KNOWN: &str = "rules_versions";
/// So often it is tried where another node is faster.
const TRIES: usize = 3;
/// Games looked at in one go.
const STRIDE: u32 = 500;

/// The version of every title's rules, by the title's key.
pub type Versions = BTreeMap<&'static str, u32>;

impl Service {
    /// Notes in every game that is not over by which version it goes on, if that is another one
    /// than before. Tells in how many it was noted.
    pub async fn follow_rules(
        &self,
        now: DateTime<Utc>,
        versions: &Versions,
    ) -> Result<usize, ServiceError> {
        let named = named(versions);
        if settings::get(self.store().read(), KNOWN).await?.as_ref() == Some(&named) {
            return Ok(0);
        }
        let (mut last, mut noted): (Option<GameId>, _) = (None, 0);
        loop {
            let ids = events::games(self.store().read(), last.as_ref(), STRIDE).await?;
            let Some(end) = ids.last().cloned() else { break };
            for id in &ids {
                match self.apart(id, self.follow(now, id, versions)).await {
                    Ok(new) => noted += usize::from(new),
                    // It is the newer program's, which goes by its own rules.
                    Err(error) if error.is_ahead() => {}
                    // One game that cannot be read must not keep all others from being played.
                    Err(error) => tracing::error!(game = %id, %error, "its rules are not noted"),
                }
            }
            last = Some(end);
        }
        self.store().write(writes!(|tx| settings::set(tx, KNOWN, &named).await)).await?;
        Ok(noted)
    }

    async fn follow(
        &self,
        now: DateTime<Utc>,
        id: &GameId,
        versions: &Versions,
    ) -> Result<bool, ServiceError> {
        let _turn = self.lock_game(id).await;
        for _ in 0..TRIES {
            match self.follow_now(now, id, versions).await {
                Err(ServiceError::Store(StoreError::Conflict)) => {}
                done => return done,
            }
        }
        Err(StoreError::Conflict.into())
    }

    async fn follow_now(
        &self,
        now: DateTime<Utc>,
        id: &GameId,
        versions: &Versions,
    ) -> Result<bool, ServiceError> {
        // As it is: a newer program may have gone on with it, and this one goes back to its own.
        let live = self.folded(id).await?;
        if let Some(what) = live.ahead_otherwise() {
            return Err(ServiceError::ahead(id, what));
        }
        let going_on = matches!(live.course.status, Status::Open | Status::Running);
        let new = versions.get(live.title.about().key).copied();
        let Some(rules) = new.filter(|new| going_on && *new != live.course.rules) else {
            return Ok(false);
        };
        let mut batch = Batch::on(Arc::new(live), now, self.entropy());
        batch.note(Act::RulesChanged { rules })?;
        self.commit(batch, SideWrites::default()).await?;
        // Read anew by whoever wants it: by then it may be another program's.
        self.forget(id);
        Ok(true)
    }

    /// The nodes that serve by other rules than these, unless these were followed last already. A
    /// program waits for their end before it starts: a game is not decided by two versions at a
    /// time, and what this one notes in it the others could not go on with.
    pub async fn others_follow_other_rules(
        &self,
        now: DateTime<Utc>,
        versions: &Versions,
    ) -> Result<Vec<String>, ServiceError> {
        let named = named(versions);
        let known = settings::get(self.store().read(), KNOWN).await?;
        if self.store().is_file() || known.is_none_or(|known| known == named) {
            return Ok(Vec::new());
        }
        Ok(nodes::by_other_rules(self.store().read(), now - ALIVE, &named).await?)
    }

    /// Looks whether other rules than this program's have come into force since it started, while
    /// it slept or was cut off: it decides nothing then, because others do.
    pub(super) async fn others_rule(&self) -> Result<bool, ServiceError> {
        let known = settings::get(self.store().read(), KNOWN).await?;
        let others = known.is_some_and(|known| known != named(&titles::versions()));
        if others != self.0.ruled_otherwise.swap(others, Ordering::Relaxed) {
            match self.ruled_otherwise() {
                Some(why) => tracing::error!(why, "clocks, letters and orders are left to others"),
                None => tracing::info!("the rules in force are this program's again"),
            }
        }
        Ok(others)
    }

    /// Why this node decides nothing, where others go by other rules.
    pub fn ruled_otherwise(&self) -> Option<String> {
        let why = "other rules than those of this program are in force: stop it, or start it anew";
        self.0.ruled_otherwise.load(Ordering::Relaxed).then(|| why.to_owned())
    }

    /// Whether this node may store what it decides at that moment.
    pub(super) fn may_decide(&self, moment: DateTime<Utc>) -> Result<(), StoreError> {
        let why = self.ruled_otherwise().or_else(|| self.doubts_clock(moment));
        why.map_or(Ok(()), |why| Err(StoreError::Unavailable(why)))
    }

    /// Why this node leaves clocks and letters to others; nothing while it does not.
    pub fn stands_aside(&self) -> Option<String> {
        self.off_clock().or_else(|| self.ruled_otherwise())
    }
}
