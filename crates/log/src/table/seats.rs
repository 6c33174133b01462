//! What the course knows of who sits at a table: how silent a seat has been, and what it means
//! that one is taken from its player.

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
    /// For whom a seat is kept that is given to no bot.
    pub fn of(open: bool, bot: Option<&str>) -> Option<Vacant> {
        let kept = if open { Vacant::Anybody } else { Vacant::Invited };
        bot.is_none().then_some(kept)
    }
}

impl GameStatus {
    /// A seat has answered. What bots and operators order for it is no sign of its player.
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

    /// A deadline of a seat has passed. One turn with all that is asked within it is one deadline,
    /// also where others were asked in the midst of it, and its clock
    /// stood meanwhile.
    pub fn was_silent(&mut self, seat: Seat, due: Option<DateTime<Utc>>, seq: Seq) {
        if let Some(wait) = self.waits.get_mut(&seat) {
            wait.answered = false;
        }
        // What is missed on vacation is excused.
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
            let since = self.slot(seat).and_then(|chair| chair.absent_since);
            self.absent_since(seat, since.or(Some(seq)));
        }
    }

    fn absent_since(&mut self, seat: Seat, since: Option<Seq>) {
        if let Some(chair) = self.slots.get_mut(seat.index()) {
            chair.absent_since = since;
        }
    }

    /// A seat was late, and has its grace.
    pub fn was_late(&mut self, seat: Seat, until: DateTime<Utc>) {
        self.record(seat, Record::was_late);
        let late = |wait: &mut Pending| {
            let Some(due) = wait.due else { return };
            *wait = wait.clone().more(Why::Grace, until - due);
            wait.late = Some(due);
        };
        self.waits.get_mut(&seat).map(late);
    }

    /// Until when a seat has grace whose time is over now; nothing where it has none left, and for
    /// one that waits for a player.
    pub fn grace_of(&self, seat: Seat, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let grace = self.pace.grace.filter(|_| self.attended(seat))?;
        let wait = self.waits.get(&seat).filter(|wait| wait.late.is_none())?;
        let due = wait.due.filter(|due| *due <= now && !self.is_on_vacation(seat, *due))?;
        let left = self.slot(seat)?.record.has_grace(wait.asked, grace.per_questions);
        left.then(|| due + Duration::seconds(grace.seconds.into()))
    }

    /// Whether what was given then is sealed for good: time was up since for all who were asked
    /// with it, and somebody who was late answers yet.
    pub fn is_sealed(&self, given: DateTime<Utc>) -> bool {
        self.waits.values().filter_map(|wait| wait.late).any(|late| given <= late)
    }

    /// A seat has so much more time for what it is asked.
    pub fn extend(&mut self, seat: Seat, span: Duration, by: Option<Seat>, now: DateTime<Utc>) {
        let asked = self.waits.get(&seat).map(|wait| wait.asked);
        if let Some(wait) = self.waits.get_mut(&seat) {
            *wait = wait.clone().more(Why::Extended, span);
        }
        self.given.push(Given { to: seat, at: now, span, by, asked });
    }

    /// What a seat is asked has a later deadline, for those reasons.
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

    /// What was asked since then counts among no seat's last questions.
    pub(super) fn set_aside_since(&mut self, then: DateTime<Utc>) {
        self.slots.iter_mut().for_each(|chair| chair.record.set_aside_since(then));
    }

    fn record(&mut self, seat: Seat, what: impl FnOnce(&mut Record, DateTime<Utc>)) {
        let asked = self.waits.get(&seat).map(|wait| wait.asked);
        if let (Some(chair), Some(asked)) = (self.slots.get_mut(seat.index()), asked) {
            what(&mut chair.record, asked);
        }
    }

    /// A seat was reminded of its deadline.
    pub fn reminded(&mut self, seat: Seat, stage: Stage) {
        if let Some(wait) = self.waits.get_mut(&seat) {
            wait.reminded = Some(stage);
        }
    }

    /// Nobody here knows who sits on those seats.
    pub fn unknown(&mut self, seats: &[Seat]) {
        seats.iter().for_each(|seat| self.silence(*seat, |silence| silence.unknown = true));
    }

    /// A seat was asked to go on.
    pub fn nudged(&mut self, seat: Seat, at: DateTime<Utc>) {
        self.silence(seat, |silence| {
            silence.nudged.get_or_insert(at);
            silence.nudged_last = Some(at);
        });
    }

    /// Somebody who waits for a seat asked it to go on.
    pub fn nudged_by_others(&mut self, seat: Seat, at: DateTime<Utc>) {
        self.silence(seat, |silence| silence.nudged_by_others = Some(at));
    }

    fn silence(&mut self, seat: Seat, what: impl FnOnce(&mut super::status::Silence)) {
        if let Some(chair) = self.slots.get_mut(seat.index()) {
            what(&mut chair.silence);
        }
    }

    /// A seat is taken from its player.
    pub fn taken_from(&mut self, seat: Seat, by: By, at: DateTime<Utc>) {
        match by {
            By::Table => self.carried(at),
            // Whoever has left already is put out by nobody.
            _ if self.held(seat) => self.put_out = Some(at),
            _ => {}
        }
        self.organiser = self.organiser.filter(|own| *own != seat);
    }

    /// Somebody plays a seat from here on: the organiser, or another.
    pub fn organised_from(&mut self, seat: Seat, organiser: bool) {
        if organiser {
            self.organiser = Some(seat);
        }
    }

    /// The seat that something put to the vote is about: that of whom it puts out, or of whoever
    /// has stopped the game and could let it go on without any vote.
    pub fn party(&self, motion: &Motion) -> Option<Seat> {
        match motion {
            Motion::Replace { seat, .. } | Motion::Substitute { seat, .. } => Some(*seat),
            Motion::Resume => self.frozen.as_ref()?.by,
            Motion::Rewind { .. } | Motion::End { .. } => None,
        }
    }

    /// The organiser's seat, where the organiser plays.
    pub fn organiser_seat(&self) -> Option<Seat> {
        let person = |seat: &Seat| {
            self.slot(*seat).is_some_and(|chair| chair.sitter == Some(Sitter::Person))
        };
        self.organiser.filter(person)
    }
}
