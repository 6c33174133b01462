//! Nudges by players: players who are waiting may nudge a seat, at most once a day between them,
//! and not before the seat has had some time. A nudge has no effect on clocks or seats.

use chrono::Duration;

use super::positions::Positions;
use super::votes::moment;
use super::{Asked, May, no};
use ravenpost_rules::Seat;

/// How long a seat has before it may be nudged, or half of its time if that is shorter.
const LEAST_OPEN: Duration = Duration::hours(12);
/// The minimum time between two nudges of a seat.
const NUDGES: Duration = Duration::days(1);

pub(super) fn may_nudge_from_waiting<G: Positions>(
    asked: Asked<'_, G>,
    player: Seat,
    seat: Seat,
) -> May<G> {
    if player == seat || !asked.table.seats.attended(player) || !asked.table.seats.attended(seat) {
        return no("you can only nudge another player");
    }
    let last = asked.table.seats.slot(seat).and_then(|slot| slot.silence.nudged_by_others);
    if let Some(again) = last.map(|last| last + NUDGES).filter(|again| *again > asked.now) {
        return no(format!("a seat can be nudged once a day: again from {}", moment(again)));
    }
    if !asked.knows_clocks() {
        return Ok(());
    }
    if asked.table.clocks.waits.contains_key(&player) {
        return no("it is your turn too: make your move before you nudge others");
    }
    let Some(wait) = asked.table.clocks.waits.get(&seat) else {
        return no("that seat has no move to make");
    };
    if asked.table.vacations.has(seat, asked.now) {
        return no("that player is on vacation");
    }
    let half = wait.due.map_or(LEAST_OPEN, |due| (due - wait.since) / 2);
    let from = wait.since + LEAST_OPEN.min(half);
    match from <= asked.now {
        true => Ok(()),
        false => no(format!(
            "that seat has not had enough time to move yet: you can nudge it from {}",
            moment(from)
        )),
    }
}
