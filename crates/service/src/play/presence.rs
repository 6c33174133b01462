//! When the other players of a game were last here.
//!
//! Only players of a running game see this, and only at the current step. While answers are secret,
//! only the day is shown, because the hour could reveal who has answered.

use chrono::{DateTime, Duration, Utc};

use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::handles::Play;
use crate::people::visits::hour;
use crate::play::profile::Shown;
use ravenpost_log::table::status::{GameStatus, Status};
use ravenpost_rules::Seat;
use ravenpost_store::PlayerId;
use ravenpost_store::people::sessions;

/// When a player was last here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Presence {
    pub seat: Seat,
    /// The start of the hour.
    pub hour: DateTime<Utc>,
    /// Whether only the day may be shown.
    pub by_day: bool,
}

impl Play<'_> {
    /// Returns when the others were last here. Omits players who do not share this, and those who
    /// have blocked the viewer.
    pub(super) async fn presence(
        self,
        game: &Game,
        viewer: PlayerId,
    ) -> Result<Vec<Presence>, ServiceError> {
        let alone = game.people.iter().all(|(_, player)| *player == viewer);
        if alone || game.status.state != Status::Running {
            return Ok(Vec::new());
        }
        let by_day = is_secret(&game.status);
        let seen = sessions::at_table(self.store().read(), &game.id, viewer).await?;
        let shown = seen.into_iter().filter(|one| one.player != viewer);
        let shown = shown.filter(|one| Shown::read(&one.profile).presence);
        let presence = shown.filter_map(|one| {
            let since = Duration::hours(hour(one.seen_at));
            let hour = DateTime::UNIX_EPOCH + since;
            Some(Presence { seat: game.seat_of(one.player)?, hour, by_day })
        });
        Ok(presence.collect())
    }
}

/// Whether seats are answering in secret, so that nobody may learn who has answered.
fn is_secret(status: &GameStatus) -> bool {
    let clocks = &status.clocks;
    clocks.opens.is_some() || clocks.waits.values().any(|wait| wait.private || wait.together)
}
