//! Seats and their players: how long a seat has been silent, its record, and the replacement of a
//! player.

use chrono::{DateTime, Duration, Utc};

use super::pending::Pending;
use super::record::Record;
use super::status::{GameStatus, Given, Vacant};
use crate::act::by::By;
use crate::act::stage::Stage;
use crate::act::vote::Motion;
use crate::act::why::{Reason, Why};
use crate::act::{Sitter, Via};
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Seq;

impl Vacant {
    /// Returns who may take a vacant seat; `None` if a bot takes it.
    pub fn of(open: bool, bot: Option<&str>) -> Option<Vacant> {
        let reserved = if open { Vacant::Anybody } else { Vacant::Invited };
        bot.is_none().then_some(reserved)
    }
}

impl GameStatus {
    /// Records an answer of a seat. Orders of bots and of the admin do not count as a sign of the
    /// player.
    pub fn answered(&mut self, seat: Seat, via: Via) {
        if matches!(via, Via::Page | Via::Email) {
            self.silence(seat, |silence| *silence = Default::default());
            self.record(seat, Record::answered);
            self.spoke = Some(seat);
            if !self.is_not_awaited(seat) {
                self.absent_since(seat, None);
            }
        }
    }

    /// Records a missed deadline. A turn with all its questions counts as one deadline, even if
    /// others were asked in between while its clock was stopped.
    pub fn was_silent(&mut self, seat: Seat, due: Option<DateTime<Utc>>, seq: Seq) {
        if let Some(wait) = self.waits.get_mut(&seat) {
            wait.answered = false;
        }
        // Misses on vacation are excused.
        let due = due.filter(|due| !self.is_on_vacation(seat, *due));
        let Some(due) = due else { return };
        self.record(seat, Record::lapsed);
        let asked = self.waits.get(&seat).map(|wait| wait.asked);
        self.silence(seat, |silence| {
            let same = asked.is_some() && silence.asked == asked;
            if !same && silence.lapsed.last() != Some(&due) {
                silence.lapsed.push(due);
            }
            silence.asked = asked;
        });
        if self.is_not_awaited(seat) {
            let since = self.slot(seat).and_then(|slot| slot.absent_since);
            self.absent_since(seat, since.or(Some(seq)));
        }
    }

    fn absent_since(&mut self, seat: Seat, since: Option<Seq>) {
        if let Some(slot) = self.slots.get_mut(seat.index()) {
            slot.absent_since = since;
        }
    }

    /// Starts the grace period of a late seat.
    pub fn was_late(&mut self, seat: Seat, until: DateTime<Utc>) {
        self.record(seat, Record::was_late);
        let late = |wait: &mut Pending| {
            let Some(due) = wait.due else { return };
            *wait = wait.clone().more(Why::Grace, until - due);
            wait.late = Some(due);
        };
        self.waits.get_mut(&seat).map(late);
    }

    /// Returns the end of the grace period for a late seat. `None` if none is left, or if no player
    /// is on the seat.
    pub fn grace_of(&self, seat: Seat, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let grace = self.pace.grace.filter(|_| self.attended(seat))?;
        let wait = self.waits.get(&seat).filter(|wait| wait.late.is_none())?;
        let due = wait.due.filter(|due| *due <= now && !self.is_on_vacation(seat, *due))?;
        let left = self.slot(seat)?.record.has_grace(wait.asked, grace.per_questions);
        left.then(|| due + Duration::seconds(grace.seconds.into()))
    }

    /// Returns whether an order given at that time is final: the deadline has passed since, and
    /// only late seats may still answer.
    pub fn is_sealed(&self, given: DateTime<Utc>) -> bool {
        self.waits.values().filter_map(|wait| wait.late).any(|late| given <= late)
    }

    /// Gives a seat more time for its current question.
    pub fn extend(&mut self, seat: Seat, span: Duration, by: Option<Seat>, now: DateTime<Utc>) {
        let asked = self.waits.get(&seat).map(|wait| wait.asked);
        if let Some(wait) = self.waits.get_mut(&seat) {
            *wait = wait.clone().more(Why::Extended, span);
        }
        self.given.push(Given { to: seat, at: now, span, by, asked });
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

    /// Removes questions asked since then from the records of all seats.
    pub(super) fn set_aside_since(&mut self, then: DateTime<Utc>) {
        self.slots.iter_mut().for_each(|slot| slot.record.set_aside_since(then));
    }

    fn record(&mut self, seat: Seat, what: impl FnOnce(&mut Record, DateTime<Utc>)) {
        let asked = self.waits.get(&seat).map(|wait| wait.asked);
        if let (Some(slot), Some(asked)) = (self.slots.get_mut(seat.index()), asked) {
            what(&mut slot.record, asked);
        }
    }

    /// Records a reminder.
    pub fn reminded(&mut self, seat: Seat, stage: Stage) {
        if let Some(wait) = self.waits.get_mut(&seat) {
            wait.reminded = Some(stage);
        }
    }

    /// Marks seats whose players are unknown on this server.
    pub fn unknown(&mut self, seats: &[Seat]) {
        seats.iter().for_each(|seat| self.silence(*seat, |silence| silence.unknown = true));
    }

    /// Records a nudge by the organiser or admin.
    pub fn nudged(&mut self, seat: Seat, at: DateTime<Utc>) {
        self.silence(seat, |silence| {
            silence.nudged.get_or_insert(at);
            silence.nudged_last = Some(at);
        });
    }

    /// Records a nudge by a player who is waiting.
    pub fn nudged_by_others(&mut self, seat: Seat, at: DateTime<Utc>) {
        self.silence(seat, |silence| silence.nudged_by_others = Some(at));
    }

    fn silence(&mut self, seat: Seat, what: impl FnOnce(&mut super::status::Silence)) {
        if let Some(slot) = self.slots.get_mut(seat.index()) {
            what(&mut slot.silence);
        }
    }

    /// Takes a seat from its player.
    pub fn taken_from(&mut self, seat: Seat, by: By, at: DateTime<Utc>) {
        match by {
            By::Table => self.carried(at),
            // A seat whose player has already left is not taken from anyone.
            _ if self.held(seat) => self.put_out = Some(at),
            _ => {}
        }
        self.organiser = self.organiser.filter(|own| *own != seat);
    }

    /// Records the seat as the organiser's, if the organiser takes it.
    pub fn organised_from(&mut self, seat: Seat, organiser: bool) {
        if organiser {
            self.organiser = Some(seat);
        }
    }

    /// Returns the seat that a motion is about: the one whose player would be replaced, or the one
    /// that paused the game and could resume it without a vote.
    pub fn party(&self, motion: &Motion) -> Option<Seat> {
        match motion {
            Motion::Replace { seat, .. } | Motion::Substitute { seat, .. } => Some(*seat),
            Motion::Resume => self.frozen.as_ref()?.by,
            Motion::Rewind { .. } | Motion::End { .. } => None,
        }
    }

    /// Returns the organiser's seat, if the organiser plays.
    pub fn organiser_seat(&self) -> Option<Seat> {
        let person =
            |seat: &Seat| self.slot(*seat).is_some_and(|slot| slot.sitter == Some(Sitter::Person));
        self.organiser.filter(person)
    }
}
