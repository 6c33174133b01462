//! The answers of seats: silence, grace, extensions, and the replacement of a player.

use chrono::{DateTime, Duration, Utc};

use super::clock_state::Clocks;
use super::clock_state::pending::Pending;
use super::record::Record;
use super::status::{GameStatus, Given};
use crate::act::Via;
use crate::act::originator::By;
use crate::act::stage::Stage;
use crate::act::time_reasons::{Reason, Why};
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Seq;

impl GameStatus {
    /// Records an answer of a seat. Orders of bots and of the admin do not show that the player is
    /// active.
    pub fn answered(&mut self, seat: Seat, via: Via) {
        if via.is_of_player() {
            self.seats.silence(seat, |silence| *silence = Default::default());
            record(self, seat, Record::answered);
            self.spoke = Some(seat);
            if !self.is_not_awaited(seat) {
                self.seats.absent_since(seat, None);
            }
        }
    }

    /// Records a missed deadline. A turn with all its questions counts as one deadline, even if
    /// others were asked in between while its clock was stopped.
    pub fn was_silent(&mut self, seat: Seat, due: Option<DateTime<Utc>>, seq: Seq) {
        if let Some(wait) = self.clocks.waits.get_mut(&seat) {
            wait.answered = false;
        }
        // Misses on vacation are excused.
        let due = due.filter(|due| !self.vacations.has(seat, *due));
        let Some(due) = due else { return };
        record(self, seat, Record::lapsed);
        let asked = self.clocks.asked(seat);
        self.seats.silence(seat, |silence| {
            let same = asked.is_some() && silence.asked == asked;
            if !same && silence.lapsed.last() != Some(&due) {
                silence.lapsed.push(due);
            }
            silence.asked = asked;
        });
        if self.is_not_awaited(seat) {
            let since = self.seats.slot(seat).and_then(|slot| slot.absent_since);
            self.seats.absent_since(seat, since.or(Some(seq)));
        }
    }

    /// Starts the grace of a late seat.
    pub fn was_late(&mut self, seat: Seat, until: DateTime<Utc>) {
        record(self, seat, Record::was_late);
        let late = |wait: &mut Pending| {
            let Some(due) = wait.due else { return };
            *wait = wait.clone().more(Why::Grace, until - due);
            wait.late = Some(due);
        };
        self.clocks.waits.get_mut(&seat).map(late);
    }

    /// Returns the end of the grace for a late seat. `None` if none is left, or if no player is on
    /// the seat.
    pub fn grace_of(&self, seat: Seat, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let grace = self.pace.grace.filter(|_| self.seats.attended(seat))?;
        let wait = self.clocks.waits.get(&seat).filter(|wait| wait.late.is_none())?;
        let due = wait.due.filter(|due| *due <= now && !self.vacations.has(seat, *due))?;
        let left = self.seats.slot(seat)?.record.has_grace(wait.asked, grace.per_questions);
        left.then(|| due + Duration::seconds(grace.seconds.into()))
    }

    /// Gives a seat more time for its current question.
    pub fn extend(&mut self, seat: Seat, span: Duration, by: Option<Seat>, now: DateTime<Utc>) {
        let asked = self.clocks.asked(seat);
        if let Some(wait) = self.clocks.waits.get_mut(&seat) {
            *wait = wait.clone().more(Why::Extended, span);
        }
        self.given.push(Given { to: seat, at: now, span, by, asked });
    }

    /// Records that a seat was taken from its player.
    pub fn taken_from(&mut self, seat: Seat, by: By, at: DateTime<Utc>) {
        match by {
            By::Table => self.carried(at),
            // If the player had already left, the seat was taken from no one.
            _ if self.seats.held(seat) => self.seats.put_out = Some(at),
            _ => {}
        }
        self.seats.organiser = self.seats.organiser.filter(|own| *own != seat);
    }
}

fn record(table: &mut GameStatus, seat: Seat, what: impl FnOnce(&mut Record, DateTime<Utc>)) {
    let asked = table.clocks.asked(seat);
    if let (Some(slot), Some(asked)) = (table.seats.slots.get_mut(seat.index()), asked) {
        what(&mut slot.record, asked);
    }
}

impl Clocks {
    /// Returns whether an order given at that time is final: the deadline has passed since, and
    /// only late seats may still answer.
    pub fn is_sealed(&self, given: DateTime<Utc>) -> bool {
        self.waits.values().filter_map(|wait| wait.late).any(|late| given <= late)
    }

    /// Moves the deadline of a seat's question for these reasons.
    pub fn due_for(&mut self, seat: Seat, why: &[Reason], now: DateTime<Utc>) {
        for one in why {
            let span = Duration::seconds(one.seconds.into());
            match (one.cause, self.waits.get_mut(&seat)) {
                (Why::Vacation, _) => self.hold(seat, span, now),
                (Why::DaysOff, Some(wait)) if wait.held.is_some_and(|held| held.0 > wait.asked) => {
                    *wait = Pending { off_again: span, ..wait.clone().more(Why::DaysOff, span) };
                }
                (why, Some(wait)) => *wait = wait.clone().more(why, span),
                (_, None) => {}
            }
        }
    }

    /// Records a reminder.
    pub fn reminded(&mut self, seat: Seat, stage: Stage) {
        if let Some(wait) = self.waits.get_mut(&seat) {
            wait.reminded = Some(stage);
        }
    }
}
