//! Measures of the organiser: pausing and resuming a game, extending a deadline, reminding a seat.
//! Each is an event that the table sees.

use crate::handles::Tables;
use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::game::core::batch::Batch;
use crate::game::core::side_writes::SideWrites;
use crate::game::table::reason::a_reason;
use crate::idempotency::Idempotency;
use ravenpost_log::act::By;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::Seat;
use ravenpost_store::PlayerId;

pub use ravenpost_log::conduct::organiser::LONGEST_STOP;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Measure {
    Freeze { reason: String },
    Thaw,
    Extend { seat: Seat, hours: u32, reason: String },
    Nudge { seat: Seat },
}

impl Tables<'_> {
    /// Carries out an action of the organiser.
    pub async fn moderate(
        self,
        now: DateTime<Utc>,
        game: &GameId,
        player: PlayerId,
        measure: &Measure,
        key: &Idempotency,
    ) -> Result<(), ServiceError> {
        self.moderate_clocks(now, game, player, measure, key).await?;
        Ok(())
    }

    /// Same as `moderate`, but returns when the clocks were stopped, if they are stopped now.
    pub async fn moderate_clocks(
        self,
        now: DateTime<Utc>,
        game: &GameId,
        player: PlayerId,
        measure: &Measure,
        key: &Idempotency,
    ) -> Result<Option<DateTime<Utc>>, ServiceError> {
        let office = self.members().office(game, player).await?;
        let [what, seat, hours, reason] = measure.spelled();
        let request = key.asks(&[
            "moderate",
            game.as_str(),
            &player.to_string(),
            &what,
            &seat,
            &hours,
            &reason,
        ]);
        self.games()
            .work_once(game, now, Some(&request), |batch| {
                batch.note(measure.act(batch, office.by(&batch.game))?)?;
                batch.carry_on()?;
                let since = batch.game.status.stops.since();
                Ok((since, SideWrites { by: Some(player), ..SideWrites::default() }))
            })
            .await
    }
}

impl Measure {
    /// Returns the spelling that identifies the request. It must never change.
    fn spelled(&self) -> [String; 4] {
        let (what, seat, hours, reason) = match self {
            Measure::Freeze { reason } => ("pause", None, None, reason.as_str()),
            Measure::Thaw => ("resume", None, None, ""),
            Measure::Extend { seat, hours, reason } => {
                ("extend", Some(*seat), Some(*hours), reason.as_str())
            }
            Measure::Nudge { seat } => ("nudge", Some(*seat), None, ""),
        };
        let number = |number: Option<u32>| number.map(|one| one.to_string()).unwrap_or_default();
        let seat = number(seat.map(|seat| seat.0.into()));
        [what.to_owned(), seat, number(hours), reason.to_owned()]
    }

    fn act(&self, batch: &Batch, by: By) -> Result<Act, ServiceError> {
        Ok(match self {
            Measure::Freeze { reason } => {
                let asked = batch.game.conduct().asked(batch.now);
                asked.must_go_on()?;
                let (reason, until) = (a_reason(reason)?, batch.now + asked.longest_stop()?);
                Act::Paused { reason, until, by }
            }
            Measure::Thaw => Act::Resumed { expired: false, by: Some(by) },
            Measure::Extend { seat, hours, reason } => {
                let (seconds, reason) = (hours.saturating_mul(3600), Some(a_reason(reason)?));
                Act::Extended { seat: *seat, seconds, reason, by }
            }
            Measure::Nudge { seat } => Act::Nudged { seat: *seat, by },
        })
    }
}
