//! What is due at `now`: deadlines, reminders, and bots that still have to answer.
//!
//! Due means "before now and not done", so everything due happens once, and of several reminders
//! missed only the last is sent. Time in which nobody could play does not count: see `outage.rs`.
//! Each game is handled on its own: one that fails is logged and left, the others go on. One that
//! is damaged is not asked for before somebody has mended it, or an hour has gone by: otherwise a
//! hundred of them, for ever due, would be all that is ever served.

use chrono::{DateTime, Utc};

use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::game::batch::Batch;
use crate::service::game::side_writes::SideWrites;
use ravenpost_log::table::pending::Pending;
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::Seat;
use ravenpost_store::lists::deadlines;

/// Games handled in one go.
const STRIDE: u32 = 100;
/// The same while deadlines wait: what is left there must not keep bots from their turn.
const HELD_STRIDE: u32 = 10_000;
/// Fallbacks in a row for one seat's deadline: a turn with all its sub-decisions.
const FALLBACKS: usize = 64;

/// What a tick did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TickReport {
    pub games: usize,
    pub failed: usize,
    /// Whether deadlines wait because letters cannot leave, or not come in.
    pub held: bool,
}

impl Service {
    /// Does everything that is due.
    pub async fn tick(&self, now: DateTime<Utc>) -> Result<TickReport, ServiceError> {
        // Whose clock is off, or who goes by other rules, leaves all clocks to others.
        if self.stands_aside().is_some() {
            return Ok(TickReport { held: true, ..TickReport::default() });
        }
        // The loop is awake: whatever clocks want meanwhile rings.
        self.set_alarm(None);
        let held = self.letters_stuck(now).await?.is_some();
        let mut ticked = TickReport { held, ..TickReport::default() };
        let stride = if held { HELD_STRIDE } else { STRIDE };
        for game in self.due_work(now, stride).await? {
            ticked.games += 1;
            let served = async {
                let served = self.tick_game(&game, now, held).await;
                served.map_err(|error| error.in_the_way_of(&game))
            };
            if let Err(error) = self.apart(&game, served).await {
                ticked.failed += 1;
                if !matches!(error, ServiceError::Damaged { .. }) {
                    tracing::error!(%game, %error, "a game's clock could not be served");
                }
            }
        }
        Ok(ticked)
    }

    /// The moment at which a tick is next worth while.
    pub async fn next_due(&self) -> Result<Option<DateTime<Utc>>, ServiceError> {
        self.set_alarm(None);
        let next = deadlines::next_moment(self.store().read(), &self.not_served()).await?;
        self.set_alarm(Some(next.unwrap_or(DateTime::<Utc>::MAX_UTC)));
        Ok(next)
    }

    async fn tick_game(
        &self,
        game: &GameId,
        now: DateTime<Utc>,
        held: bool,
    ) -> Result<(), ServiceError> {
        self.work(game, now, |batch| {
            see_to_clocks(batch, held)?;
            Ok(((), SideWrites::default()))
        })
        .await
        .map(drop)
    }
}

/// Does in a game whatever is due.
pub(super) fn see_to_clocks(batch: &mut Batch, held: bool) -> Result<(), ServiceError> {
    if batch.live.course.status != Status::Running {
        return Ok(());
    }
    match batch.live.course.still_since() {
        _ if held => {}
        Some(_) => {
            batch.count_votes()?;
            batch.resume_clocks_if_due()?;
            batch.thaw_if_due()?;
        }
        None => {
            batch.count_votes()?;
            bell(batch)?;
            batch.begin_vacations()?;
            deadlines(batch)?;
            reminders(batch)?;
            batch.see_to_idle()?;
        }
    }
    batch.carry_on()
}

/// Before the deadlines: what the time limit ends is not played on.
fn bell(batch: &mut Batch) -> Result<(), ServiceError> {
    match batch.live.course.bell {
        Some(moment) if moment <= batch.now => batch.ring(),
        _ => Ok(()),
    }
}

pub(super) fn deadlines(batch: &mut Batch) -> Result<(), ServiceError> {
    for seat in seats(batch, |wait, now| wait.due.is_some_and(|due| due <= now)) {
        batch.grace(seat)?;
        batch.draw_on_bank(seat)?;
        for _ in 0..FALLBACKS {
            let wait = batch.live.course.waits.get(&seat);
            let overdue = wait.filter(|wait| wait.due.is_some_and(|due| due <= batch.now));
            let Some(decision) = overdue.map(|wait| wait.decision.clone()) else { break };
            batch.lapse(seat, &decision)?;
        }
    }
    Ok(())
}

fn reminders(batch: &mut Batch) -> Result<(), ServiceError> {
    for seat in seats(batch, |wait, now| wait.stage(now).is_some()) {
        let now = batch.now;
        let stage = batch.live.course.waits.get(&seat).and_then(|wait| wait.stage(now));
        if let Some(stage) = stage.filter(|_| batch.live.course.attended(seat)) {
            batch.note(Act::Reminded { seat, stage })?;
        }
    }
    Ok(())
}

fn seats(batch: &Batch, is: impl Fn(&Pending, DateTime<Utc>) -> bool) -> Vec<Seat> {
    let waits = batch.live.course.waits.iter();
    waits.filter(|(_, wait)| is(wait, batch.now)).map(|(seat, _)| *seat).collect()
}
