//! Acts caused by time: deadlines, reminders, time limits and outages; also new rules and epochs
//! when the server starts.

use chrono::{DateTime, Duration, SubsecRound, Utc};

use super::positions::Positions;
use super::{Asked, May, no, reserves};
use crate::act::Act;
use crate::act::cause::Absence;
use crate::act::pace::NotAwaited;
use crate::act::stage::Stage;
use crate::act::time_reasons::{Reason, Why};
use ravenpost_rules::Seat;
use ravenpost_rules::dice::Epoch;

/// An upper bound, in seconds, for the time by which days off can move a deadline. The extreme case
/// is a turn of sixty days with five days off a week.
const MOST_OFF: u32 = 60 * 4 * 86_400;

/// Checks a default order. The order is played when the time runs out, or at once for a seat that
/// is not waited for.
pub(super) fn may_lapse<G: Positions>(asked: Asked<'_, G>, act: &Act) -> May<G> {
    asked.must_go_on()?;
    let Act::TimedOut { seat, decision, deadline: due, asked_at, cause: why, .. } = act else {
        return Ok(());
    };
    let (seat, due) = (*seat, *due);
    if !asked.knows_clocks() {
        let passed = due.is_none_or(|due| due <= asked.now);
        let absent = matches!(why, Some(Absence::NotAwaited | Absence::Vacation));
        let clock = due.is_some() || absent || !asked.table.seats.manned(seat);
        return if passed && clock { Ok(()) } else { no("its time was not up") };
    }
    let Some(wait) = asked.table.clocks.waits.get(&seat) else {
        return no("that seat has no move to make");
    };
    if wait.decision != *decision {
        return no("that seat is awaited for a different decision");
    }
    if wait.passed_over {
        let rightly = (due, *asked_at, *why) == (None, None, Some(Absence::NotAwaited));
        return if rightly {
            Ok(())
        } else {
            no("the seat was not awaited, so its turn had already been closed")
        };
    }
    if why.is_some_and(|why| why == Absence::NotAwaited) {
        return no("that seat is still awaited");
    }
    if *why == Some(Absence::Vacation) {
        let ready = asked.table.ready_on_vacation(asked.now).contains(&seat);
        let rightly = ready && (due, *asked_at) == (None, None);
        return if rightly { Ok(()) } else { no("other seats are still awaited") };
    }
    let own = wait.due.filter(|_| asked.table.seats.manned(seat));
    if !asked.table.seats.manned(seat) {
        asked.must_have_come(seat)?;
    }
    if asked.table.seats.manned(seat) && own.is_none_or(|own| own > asked.now) {
        return no("its time was not up");
    }
    if asked.table.grace_of(seat, asked.now).is_some() {
        return no("the seat still has a grace period");
    }
    if asked.table.bank_of(seat, asked.now).is_some() {
        return no("the seat still has time in its bank");
    }
    match (own == due, *asked_at == due.map(|_| wait.asked)) {
        (false, _) => no("its deadline was at a different time"),
        (_, false) => no("its turn began at a different time"),
        _ => Ok(()),
    }
}

/// Checks the start of a grace period: a late seat gets one, at most once in a number of questions
/// that the pace sets.
pub(super) fn may_be_late<G: Positions>(
    asked: Asked<'_, G>,
    seat: Seat,
    until: DateTime<Utc>,
) -> May<G> {
    asked.must_go_on()?;
    if asked.table.pace.grace.is_none() {
        return no("this table has no grace");
    }
    if !asked.knows_clocks() {
        return Ok(());
    }
    match asked.table.grace_of(seat, asked.now) {
        Some(own) if own == until => Ok(()),
        Some(_) => no("the grace period does not have the length set for this table"),
        None => no("the seat's time is not up, or it has no grace left"),
    }
}

/// Checks that a question may be closed without the seats that are not waited for. All others
/// must have answered, and it must have been open for half a day.
pub(super) fn may_pass_over<G: Positions>(
    asked: Asked<'_, G>,
    seats: &[Seat],
    missed: u8,
    of: u8,
) -> May<G> {
    asked.must_go_on()?;
    if asked.table.pace.not_awaited != Some(NotAwaited { missed, of }) {
        return no("the table has a different rule on seats that are not awaited");
    }
    let right = match asked.knows_clocks() {
        true => asked.table.passed_over(asked.now) == seats,
        false => true,
    };
    match right && !seats.is_empty() {
        true => Ok(()),
        false => no("a seat is still awaited, or the turn has been open for less than half a \
                     day"),
    }
}

/// Checks a deadline moved by days off or by a vacation. Days off move it once, when the
/// question is asked. Which days lie in between depends on the time zone's rules, so the length
/// is not checked.
pub(super) fn may_be_due<G: Positions>(
    asked: Asked<'_, G>,
    seat: Seat,
    due: DateTime<Utc>,
    why: &[Reason],
) -> May<G> {
    asked.must_be_running()?;
    if let [Reason { cause: Why::Vacation, seconds }] = why {
        return reserves::may_hold(asked, seat, due, *seconds);
    }
    if asked.table.pace.days_off.is_none() {
        return no("this table has no days off");
    }
    let [Reason { cause: Why::DaysOff, seconds: seconds @ 1..=MOST_OFF }] = why else {
        return no("only days off extend a deadline this way");
    };
    if !asked.knows_clocks() {
        return Ok(());
    }
    let Some(wait) = asked.table.clocks.waits.get(&seat) else {
        return no("that seat has no move to make");
    };
    let again = asked.table.clocks.off_again(seat, asked.now).is_some();
    if wait.parts.iter().any(|part| part.why == Why::DaysOff) && !again {
        return no("its deadline was already extended");
    }
    let later = Duration::seconds((*seconds).into());
    match wait.due.map(|own| own + later) == Some(due) {
        true => Ok(()),
        false => no("the new deadline does not match the extension"),
    }
}

pub(super) fn may_remind<G: Positions>(asked: Asked<'_, G>, seat: Seat, stage: Stage) -> May<G> {
    asked.must_go_on()?;
    if !asked.knows_clocks() {
        let somebody = asked.table.seats.attended(seat);
        return if somebody { Ok(()) } else { no("no such reminder was due") };
    }
    let Some(wait) = asked.table.clocks.waits.get(&seat) else {
        return no("that seat has no move to make");
    };
    let due = asked.table.seats.attended(seat) && wait.stage(asked.now) == Some(stage);
    match due {
        true => Ok(()),
        false => no("no such reminder was due"),
    }
}

pub(super) fn may_ring<G: Positions>(asked: Asked<'_, G>) -> May<G> {
    asked.must_go_on()?;
    match asked.table.clocks.time_limit {
        _ if !asked.knows_clocks() => Ok(()),
        Some(moment) if moment <= asked.now => Ok(()),
        _ => no("the table's time limit was not reached"),
    }
}

/// Checks that sealed orders may be revealed: the delay after the last sheet or the question's
/// deadline must have passed.
pub(super) fn may_resolve<G: Positions>(asked: Asked<'_, G>, due: bool) -> May<G> {
    asked.must_go_on()?;
    if asked.table.clocks.sealed_for.is_none() {
        return no("at this table, orders are revealed with the last sheet");
    }
    if !asked.knows_clocks() {
        return Ok(());
    }
    match &asked.table.clocks.opens {
        Some(opens) if opens.at <= asked.now && opens.due == due => Ok(()),
        Some(_) => no("sheets can still be undone"),
        None => no("there are no sealed orders to reveal: a seat is still awaited"),
    }
}

/// Checks the compensation of an outage. The outage must be over and not yet compensated, and some
/// clock must have been running during it.
pub(super) fn may_compensate<G: Positions>(
    asked: Asked<'_, G>,
    from: DateTime<Utc>,
    to: DateTime<Utc>,
) -> May<G> {
    asked.must_be_running()?;
    let last = asked.game.last_event_at();
    // Events are never dated before the previous one, even if the clock was set back meanwhile.
    let over = to.trunc_subsecs(3);
    let now = over == asked.now || over < asked.now && last == Some(asked.now);
    if from >= to || !now {
        return no("an outage is compensated when it ends");
    }
    let lost = !asked.knows_clocks() || asked.table.loses((from, to));
    match asked.table.clocks.lost_from(from) == from && lost {
        true => Ok(()),
        false => no("no seat lost time that was not already compensated"),
    }
}

/// Checks a change of the rules. The server that continues the game knows which versions exist.
pub(super) fn may_rule<G: Positions>(asked: Asked<'_, G>, rules: u32) -> May<G> {
    asked.must_go_on_or_wait()?;
    if rules == asked.table.rules { no("the game already uses these rules") } else { Ok(()) }
}

/// Checks a new epoch: the game must never have had it before.
pub(super) fn may_renew<G: Positions>(asked: Asked<'_, G>, epoch: Epoch) -> May<G> {
    asked.must_go_on_or_wait()?;
    match asked.game.had_epoch(epoch) {
        true => no("the epoch was used before, so its draws would repeat"),
        false => Ok(()),
    }
}
