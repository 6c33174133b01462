//! Does what is due at `now`: deadlines, reminders and pending bot moves.
//!
//! Due means "before now and not done", so everything is done once, and of several missed reminders
//! only the last is sent. Time in which nobody could play does not count; see `outage.rs`. Games
//! are handled one by one, and a failure is logged without affecting the others. Damaged games are
//! skipped until they are repaired or an hour has passed. Otherwise, always being due, they would
//! starve the others.

use crate::handles::Clocks;
use chrono::{DateTime, Utc};
use tracing::Instrument;

use crate::error::ServiceError;
use crate::game::core::batch::Batch;
use crate::game::core::side_writes::SideWrites;
use ravenpost_log::table::clock_state::pending::Pending;
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::Seat;
use ravenpost_store::lists::deadlines;

/// Games per tick.
const STRIDE: u32 = 100;
/// Games per tick while deadlines are on hold; overdue games must not starve bots.
const HELD_STRIDE: u32 = 10_000;
/// Maximum number of consecutive default orders for one deadline: a turn with all its
/// sub-decisions.
const FALLBACKS: usize = 64;

/// What a tick did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TickReport {
    pub games: usize,
    pub failed: usize,
    /// Whether deadlines are on hold because of an email outage.
    pub held: bool,
}

impl Clocks<'_> {
    /// Does everything that is due.
    pub async fn tick(self, now: DateTime<Utc>) -> Result<TickReport, ServiceError> {
        // A node with a wrong clock or other rules leaves all clocks to the others.
        if self.rules_versions().reason_to_stand_aside().is_some() {
            return Ok(TickReport { held: true, ..TickReport::default() });
        }
        // Without an alarm, any new deadline found meanwhile wakes the loop again.
        self.set_alarm(None);
        let held = self.emails_stuck(now).await?.is_some();
        let mut ticked = TickReport { held, ..TickReport::default() };
        let stride = if held { HELD_STRIDE } else { STRIDE };
        for game in self.due_work(now, stride).await? {
            ticked.games += 1;
            let served = async {
                let served = self.tick_game(&game, now, held).await;
                served.map_err(|error| error.in_the_way_of(&game))
            };
            let tick = tracing::info_span!("tick", %game);
            if let Err(error) = self.games().apart(&game, served).instrument(tick).await {
                ticked.failed += 1;
                if !matches!(error, ServiceError::Damaged { .. }) {
                    tracing::error!(%game, %error, "failed to run game clock");
                }
            }
        }
        Ok(ticked)
    }

    /// The time at which the next tick is due.
    pub async fn next_due(self) -> Result<Option<DateTime<Utc>>, ServiceError> {
        self.set_alarm(None);
        let next = deadlines::next_moment(self.store().read(), &self.games().not_served()).await?;
        self.set_alarm(Some(next.unwrap_or(DateTime::<Utc>::MAX_UTC)));
        Ok(next)
    }

    async fn tick_game(
        self,
        game: &GameId,
        now: DateTime<Utc>,
        held: bool,
    ) -> Result<(), ServiceError> {
        self.games()
            .work(game, now, |batch| {
                see_to_clocks(batch, held)?;
                Ok(((), SideWrites::default()))
            })
            .await
            .map(drop)
    }
}

/// Does everything that is due in a game.
pub(in crate::game) fn see_to_clocks(batch: &mut Batch, held: bool) -> Result<(), ServiceError> {
    if batch.game.status.state != Status::Running {
        return Ok(());
    }
    match batch.game.status.stops.since() {
        _ if held => {}
        Some(_) => {
            batch.count_votes()?;
            batch.resume_clocks_if_due()?;
            batch.thaw_if_due()?;
        }
        None => {
            batch.count_votes()?;
            time_limit(batch)?;
            batch.begin_vacations()?;
            deadlines(batch)?;
            reminders(batch)?;
            batch.see_to_idle()?;
        }
    }
    batch.carry_on()
}

/// Runs before the deadlines, because the time limit may end the game.
fn time_limit(batch: &mut Batch) -> Result<(), ServiceError> {
    match batch.game.status.clocks.time_limit {
        Some(moment) if moment <= batch.now => batch.ring(),
        _ => Ok(()),
    }
}

pub(in crate::game) fn deadlines(batch: &mut Batch) -> Result<(), ServiceError> {
    for seat in seats(batch, |wait, now| wait.due.is_some_and(|due| due <= now)) {
        batch.grace(seat)?;
        batch.draw_on_bank(seat)?;
        for _ in 0..FALLBACKS {
            let wait = batch.game.status.clocks.waits.get(&seat);
            let overdue = wait.filter(|wait| wait.due.is_some_and(|due| due <= batch.now));
            let Some(decision) = overdue.map(|wait| wait.decision.clone()) else { break };
            batch.time_out(seat, &decision)?;
        }
    }
    Ok(())
}

fn reminders(batch: &mut Batch) -> Result<(), ServiceError> {
    for seat in seats(batch, |wait, now| wait.stage(now).is_some()) {
        let now = batch.now;
        let stage = batch.game.status.clocks.waits.get(&seat).and_then(|wait| wait.stage(now));
        if let Some(stage) = stage.filter(|_| batch.game.status.seats.attended(seat)) {
            batch.note(Act::Reminded { seat, stage })?;
        }
    }
    Ok(())
}

fn seats(batch: &Batch, is: impl Fn(&Pending, DateTime<Utc>) -> bool) -> Vec<Seat> {
    let waits = batch.game.status.clocks.waits.iter();
    waits.filter(|(_, wait)| is(wait, batch.now)).map(|(seat, _)| *seat).collect()
}
