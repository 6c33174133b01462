//! Extra time by players: in thirty days, each may ask for time once and give some to another seat
//! once, before the deadline. A question is extended at most twice, because unlimited extensions
//! would defeat the clock.

use chrono::Duration;

use super::positions::Positions;
use super::votes::moment;
use super::{Asked, May, no};
use crate::act::pace::Pace;
use crate::table::status::Given;
use ravenpost_rules::Seat;

/// The period in which a player may ask once and give once.
const PERIOD: Duration = Duration::days(30);
/// How often players may extend one question.
const TWICE: usize = 2;
/// The maximum that a player may ask for or give, in seconds.
const DAY: u32 = 86_400;

/// Returns how many seconds a player asks for or gives: one turn, but at least an hour and at most
/// a day. `None` if the table has no deadlines.
pub fn time_asked(pace: &Pace) -> Option<u32> {
    pace.turn.map(|turn| turn.clamp(3_600, DAY))
}

/// Checks whether a player may ask for time now, for their own seat or for another.
pub(super) fn may_ask_for_time<G: Positions>(
    asked: Asked<'_, G>,
    player: Seat,
    seat: Seat,
    seconds: u32,
) -> May<G> {
    if !asked.table.seats.attended(player) {
        return no("that seat has no player who could ask");
    }
    if time_asked(&asked.table.pace) != Some(seconds) {
        return no("you can ask for up to one turn's time, and at most a day");
    }
    asked_lately(asked, player, seat)?;
    if !asked.knows_clocks() {
        return Ok(());
    }
    let wait = asked.table.clocks.waits.get(&seat).filter(|_| asked.table.seats.attended(seat));
    let Some((wait, due)) = wait.and_then(|wait| Some((wait, wait.due?))) else {
        return no("that seat has no running clock");
    };
    if due <= asked.now || wait.late.is_some() {
        return no("the time is up: ask for more before the deadline");
    }
    let same = |one: &&Given| one.by.is_some() && one.asked == Some(wait.asked);
    match asked.table.given.iter().filter(same).count() < TWICE {
        true => Ok(()),
        false => no("this deadline was already extended twice"),
    }
}

/// Limits requests to one per period for the player's own seat and one for other seats.
fn asked_lately<G: Positions>(asked: Asked<'_, G>, player: Seat, seat: Seat) -> May<G> {
    let own = seat == player;
    let begins = asked.now - PERIOD;
    let same =
        |one: &&Given| one.by == Some(player) && (one.to == player) == own && one.at > begins;
    match asked.table.given.iter().rfind(same) {
        None => Ok(()),
        Some(last) => no(format!(
            "you can {} once every thirty days: next from {}",
            if own { "ask for time" } else { "give time to another player" },
            moment(last.at + PERIOD)
        )),
    }
}
