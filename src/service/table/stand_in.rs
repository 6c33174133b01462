//! A player goes away and lets a bot stand in, and is back with one click or one word: events that
//! the table sees. Nobody waits for the seat meanwhile.

use chrono::{DateTime, Duration, Utc};

use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::game::folded::Game;
use crate::service::game::side_writes::SideWrites;
use crate::service::idempotency::Idempotency;
use ravenpost_log::act::By;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::Seat;
use ravenpost_rules::bots;
use ravenpost_store::PlayerId;

/// Who stands in, and for how many days at most; none: until the player is back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Away {
    pub bot: String,
    pub days: Option<u32>,
}

/// More days than any table allows: what is more is refused as this is.
const MANY: u32 = 9_999;

/// The bot that stands in where nobody chose another: the best player.
pub fn usual_bot() -> &'static str {
    bots::all().first().map_or("", |bot| bot.name())
}

impl Service {
    /// A bot plays for the player from now on, and answers at once what the seat is asked.
    pub async fn go_away(
        &self,
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
            return Err(ServiceError::refused("there is no such bot"));
        }
        self.work_once(game, now, Some(&request), |batch| {
            let seat = batch.live.own_seat(player)?;
            let until = away.days.map(|days| batch.now + Duration::days(days.min(MANY).into()));
            let (bot, by) = (Some(away.bot.clone()), Some(By::Player(seat)));
            batch.note(Act::Substituted { seat, bot, until, by })?;
            batch.carry_on()?;
            Ok(((), SideWrites { by: Some(player), ..SideWrites::default() }))
        })
        .await
    }

    /// The player plays again.
    pub async fn come_back(
        &self,
        now: DateTime<Utc>,
        game: &GameId,
        player: PlayerId,
        key: &Idempotency,
    ) -> Result<(), ServiceError> {
        let request = key.asks(&["end_substitution", game.as_str(), &player.to_string()]);
        self.work_once(game, now, Some(&request), |batch| {
            let seat = batch.live.own_seat(player)?;
            let by = Some(By::Player(seat));
            batch.note(Act::Substituted { seat, bot: None, until: None, by })?;
            batch.carry_on()?;
            Ok(((), SideWrites { by: Some(player), ..SideWrites::default() }))
        })
        .await
    }
}

impl Game {
    /// Whether the player of a seat could let a bot stand in now.
    pub fn may_go_away(&self, seat: Seat, now: DateTime<Utc>) -> bool {
        let (bot, by) = (Some(usual_bot().to_owned()), Some(By::Player(seat)));
        self.may(&Act::Substituted { seat, bot, until: None, by }, now).is_ok()
    }
}
