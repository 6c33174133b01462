//! Reserves of a seat besides a question's time: its bank, and its player's vacation.

use chrono::{DateTime, Duration, Utc};

use super::positions::Positions;
use super::votes::moment;
use super::{Asked, May, no};
use crate::span::span;
use ravenpost_rules::Seat;

/// The shortest vacation, and how many days ahead one may begin. A vacation that stops the table's
/// clocks blocks those days for others, so it must end within fewer days.
const SHORTEST: Duration = Duration::hours(1);
const AHEAD: i64 = 366;
const HELD_AHEAD: i64 = 60;

impl<G: Positions> Asked<'_, G> {
    /// Checks whether a player may book this vacation.
    ///
    /// # Errors
    ///
    /// Returns a refusal, for example if fewer days are left.
    pub fn may_book(self, seat: Seat, from: DateTime<Utc>, to: DateTime<Utc>) -> May<G> {
        self.must_be_running()?;
        let Some(left) = self.table.vacation_left(seat) else {
            return no(
                "this table has no vacations: let a bot play for you while you are away, or ask \
                 for time",
            );
        };
        if !self.table.seats.held(seat) {
            return no("that seat has no player who could go on vacation");
        }
        if let Some(own) = self.table.vacations.of(seat, self.now) {
            return no(format!(
                "you already have a vacation until {}: end or cancel it first",
                moment(own.to)
            ));
        }
        let holds = self.table.pace.vacation.is_some_and(|rule| rule.stops_clock);
        if from < self.now || from > self.now + Duration::days(AHEAD) {
            return no(format!("choose a vacation that begins within the next {AHEAD} days"));
        }
        if holds && to > self.now + Duration::days(HELD_AHEAD) {
            return no(format!(
                "vacations stop the clocks at this table, so choose one that ends within \
                 {HELD_AHEAD} days"
            ));
        }
        if to < from + SHORTEST {
            return no("a vacation must last at least an hour");
        }
        if to - from > left {
            return no(format!(
                "you have {} of vacation left, but this one takes {}",
                span(left),
                span(to - from)
            ));
        }
        let others = self.table.vacations.all.iter().filter(|one| one.seat != seat && holds);
        match others.filter(|one| from < one.to && one.from < to).map(|one| one.to).max() {
            None => Ok(()),
            Some(until) => no(format!(
                "another player is on vacation then, and only one vacation at a time can stop the \
                 clocks: choose a time from {}",
                moment(until)
            )),
        }
    }
}

/// Checks the use of a bank: the time must be over, with no grace left.
pub(super) fn may_draw_on_bank<G: Positions>(
    asked: Asked<'_, G>,
    seat: Seat,
    until: DateTime<Utc>,
) -> May<G> {
    asked.must_go_on()?;
    if asked.table.seats.bank(seat).is_none() {
        return no("this table has no bank");
    }
    if !asked.knows_clocks() {
        return Ok(());
    }
    match asked.table.bank_of(seat, asked.now) {
        Some(own) if own == until => Ok(()),
        Some(_) => no("the extension does not match the time in the bank"),
        None => no("the seat's time is not up, it still has a grace period, or its bank is empty"),
    }
}

/// Checks the start of a vacation: at the booked time, or as soon afterwards as the game is
/// running.
pub(super) fn may_begin_vacation<G: Positions>(
    asked: Asked<'_, G>,
    seat: Seat,
    until: DateTime<Utc>,
) -> May<G> {
    asked.must_go_on()?;
    let booked = asked.table.vacations.to_begin(asked.now);
    match booked.iter().any(|one| one.seat == seat && one.to == until) {
        true => Ok(()),
        false => no("that seat has no vacation that begins now"),
    }
}

/// Checks an early return from a vacation, or its cancellation.
pub(super) fn may_return<G: Positions>(asked: Asked<'_, G>, seat: Seat) -> May<G> {
    asked.must_be_running()?;
    match asked.table.vacations.of(seat, asked.now) {
        Some(_) => Ok(()),
        None => no("that seat has no vacation to end"),
    }
}

/// Checks a deadline moved by a vacation: the clock of a player who is asked alone stops until
/// the vacation ends, in whole seconds.
pub(super) fn may_hold<G: Positions>(
    asked: Asked<'_, G>,
    seat: Seat,
    due: DateTime<Utc>,
    seconds: u32,
) -> May<G> {
    asked.must_be_running()?;
    if asked.table.pace.vacation.is_none_or(|rule| !rule.stops_clock) {
        return no("vacations do not stop clocks at this table");
    }
    if !asked.knows_clocks() {
        return Ok(());
    }
    let own = asked.table.clocks.waits.get(&seat).and_then(|wait| wait.due);
    let until = asked.table.to_hold(seat, asked.now);
    let (Some(own), Some(until)) = (own, until) else {
        return no("that seat's clock is not stopped by a vacation");
    };
    let whole = whole_seconds(until - asked.now) == seconds;
    match whole && due == own + Duration::seconds(seconds.into()) {
        true => Ok(()),
        false => no("the extension does not match the end of the vacation"),
    }
}

/// Returns a length in whole seconds, rounded up, as acts store it.
pub fn whole_seconds(span: Duration) -> u32 {
    let seconds = (span.num_milliseconds() + 999).div_euclid(1000);
    u32::try_from(seconds).unwrap_or(0)
}
