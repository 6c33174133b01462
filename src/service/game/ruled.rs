//! Which version of a title's rules decides a game: its opening says it, and an event of its own
//! whenever a new program goes on with it. Done when the program starts, before anybody gives an
//! order, so that nothing a seat does is ever seen by it.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::game::commit::SideWrites;
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, GameId};
use ravenpost_store::lists::settings;
use ravenpost_store::log::events;
use ravenpost_store::writes;

/// The versions that were looked for last, so that a start with the same program reads no game.
const KNOWN: &str = "rules";
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
        let named = serde_json::to_string(versions).unwrap_or_default();
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
        let live = self.live(id).await?;
        let going_on = matches!(live.course.status, Status::Open | Status::Running);
        let new = versions.get(live.title.about().key).copied();
        let Some(rules) = new.filter(|new| going_on && *new != live.course.rules) else {
            return Ok(false);
        };
        self.work(id, now, |batch| {
            // Another node may have been faster.
            if batch.live.course.rules != rules {
                batch.note(Act::Ruled { rules })?;
            }
            Ok(((), SideWrites::default()))
        })
        .await?;
        Ok(true)
    }
}
