//! The organiser stops a game, lets it go on, or gives a seat more time: each an event with a
//! reason that the table sees.

use chrono::{DateTime, Duration, Utc};

use crate::rules::{Act, Seat};
use crate::service::batch::Batch;
use crate::service::commit::Beside;
use crate::service::error::ServiceError;
use crate::service::propose::a_reason;
use crate::service::{Idempotency, Service};
use crate::store::{GameId, PlayerId};

/// How long a game stands still at most: nobody's table hangs on an organiser who has gone.
pub const LONGEST_STOP: Duration = Duration::days(14);
/// The most hours that are given to a seat at once.
pub const MOST_HOURS: u32 = 14 * 24;

/// What an organiser wants done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Measure {
    Freeze { reason: String },
    Thaw,
    Extend { seat: Seat, hours: u32, reason: String },
}

impl Service {
    /// Does what the organiser of a table wants done.
    pub async fn moderate(
        &self,
        now: DateTime<Utc>,
        (game, player): (&GameId, PlayerId),
        measure: &Measure,
        key: &Idempotency,
    ) -> Result<(), ServiceError> {
        self.must_organise(game, player).await?;
        let asked = format!("{measure:?}");
        let request = key.asks(&["moderate", game.as_str(), &player.to_string(), &asked]);
        self.work_once(game, now, Some(&request), |batch| {
            batch.note(act(batch, measure)?)?;
            batch.carry_on()?;
            Ok(((), Beside { by: Some(player), ..Beside::default() }))
        })
        .await
    }
}

fn act(batch: &Batch, measure: &Measure) -> Result<Act, ServiceError> {
    let course = &batch.live.course;
    match measure {
        Measure::Thaw if course.frozen.is_none() => {
            Err(ServiceError::refused("the game is not stopped"))
        }
        Measure::Thaw => Ok(Act::Thawed { due: false }),
        Measure::Freeze { reason } => {
            batch.must_run()?;
            let (reason, until) = (a_reason(reason)?, batch.now + LONGEST_STOP);
            Ok(Act::Frozen { reason, until })
        }
        Measure::Extend { seat, hours, reason } => {
            batch.must_run()?;
            let wait = course.waits.get(seat).filter(|_| course.manned(*seat));
            if wait.and_then(|wait| wait.due).is_none() {
                return Err(ServiceError::refused("no clock runs for that seat"));
            }
            if !(1..=MOST_HOURS).contains(hours) {
                let why = format!("a clock is given from 1 to {MOST_HOURS} hours");
                return Err(ServiceError::refused(why));
            }
            let (seat, seconds) = (*seat, hours * 3600);
            Ok(Act::Extended { seat, seconds, reason: a_reason(reason)? })
        }
    }
}
