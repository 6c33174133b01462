//! Substitute bots: a player lets a bot play the seat and takes it back with one click or one word.
//! Both are events that the table sees. The game does not wait for the player in the meantime.

use crate::game::core::folded::handles::GameConduct;
use crate::handles::Tables;
use chrono::{DateTime, Duration, Utc};

use crate::error::ServiceError;
use crate::game::core::side_writes::SideWrites;
use crate::idempotency::Idempotency;
use ravenpost_log::act::By;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::Seat;
use ravenpost_rules::bots;
use ravenpost_store::PlayerId;

/// The substitute bot, and the maximum number of days; `None` until the player returns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Away {
    pub bot: String,
    pub days: Option<u32>,
}

/// Upper bound for the days. It exceeds every table's limit, so larger values are refused too.
const MANY: u32 = 9_999;

/// Returns the default substitute bot, the strongest one.
pub fn usual_bot() -> &'static str {
    bots::all().first().map_or("", |bot| bot.name())
}

impl Tables<'_> {
    /// Lets a bot play for the player from now on. It answers every question at once.
    pub async fn go_away(
        self,
        now: DateTime<Utc>,
        game: &GameId,
        player: PlayerId,
        away: &Away,
        key: &Idempotency,
    ) -> Result<(), ServiceError> {
        let days = away.days.map(|days| days.to_string()).unwrap_or_default();
        let by = player.to_string();
        let request = key.asks(&["start_substitution", game.as_str(), &by, &away.bot, &days]);
        if bots::find(&away.bot).is_none() {
            return Err(ServiceError::refused("there is no such bot; choose another one"));
        }
        self.games()
            .work_once(game, now, Some(&request), |batch| {
                let seat = batch.game.seats().own_seat(player)?;
                let until = away.days.map(|days| batch.now + Duration::days(days.min(MANY).into()));
                let (bot, by) = (Some(away.bot.clone()), Some(By::Player(seat)));
                batch.note(Act::Substituted { seat, bot, until, by })?;
                batch.carry_on()?;
                Ok(((), SideWrites { by: Some(player), ..SideWrites::default() }))
            })
            .await
    }

    /// Gives the seat back to the player.
    pub async fn come_back(
        self,
        now: DateTime<Utc>,
        game: &GameId,
        player: PlayerId,
        key: &Idempotency,
    ) -> Result<(), ServiceError> {
        let request = key.asks(&["end_substitution", game.as_str(), &player.to_string()]);
        self.games()
            .work_once(game, now, Some(&request), |batch| {
                let seat = batch.game.seats().own_seat(player)?;
                let by = Some(By::Player(seat));
                batch.note(Act::Substituted { seat, bot: None, until: None, by })?;
                batch.carry_on()?;
                Ok(((), SideWrites { by: Some(player), ..SideWrites::default() }))
            })
            .await
    }
}

impl GameConduct<'_> {
    /// Whether the player of a seat may appoint a substitute bot now.
    pub fn may_go_away(&self, seat: Seat, now: DateTime<Utc>) -> bool {
        let (bot, by) = (Some(usual_bot().to_owned()), Some(By::Player(seat)));
        self.may(&Act::Substituted { seat, bot, until: None, by }, now).is_ok()
    }
}
