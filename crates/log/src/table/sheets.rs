//! Some minutes before sheets are opened: what all have sealed stays sealed for a while after the
//! last sheet, so that whoever was last may take it back as well. Nobody is asked meanwhile.

use chrono::{DateTime, Duration, Utc};

use super::opens::Opens;
use super::pending::{Pending, Time};
use super::status::GameStatus;
use crate::act::why::Why;
use crate::ids::At;
use ravenpost_rules::Seat;

/// The last sheet of a question.
#[derive(Clone, Debug)]
pub struct LastSheet {
    /// The seat whose it is.
    pub seat: Seat,
    /// The clock that ended with it.
    pub wait: Pending,
    /// Whether its player gave it by page.
    pub by_page: bool,
}

impl GameStatus {
    /// All have sealed what they were asked, with that sheet as the last, or by themselves. Where
    /// the last came by page and others were asked as well, there is time to take one back, but no
    /// longer than the question's own: nobody gains time by sealing it again and again.
    pub fn all_sealed(&mut self, last: Option<LastSheet>, at: At) {
        let Some(span) = self.sealed_for.filter(|_| self.opens.is_none()) else { return };
        let (since, now) = (at.time, at.time);
        let counts = |last: &LastSheet| last.by_page && self.waits_for_sheets(last);
        let opens = match last {
            Some(last) if counts(&last) => {
                let own = last.wait.due.map(|due| (due - last.wait.part(Why::Minimum)).max(now));
                let at = own.map_or(now + span, |own| own.min(now + span));
                Opens { since, at, due: own.is_some_and(|own| own <= at) }
            }
            Some(last) => {
                let due = last.wait.due.is_some_and(|due| due <= now);
                Opens { since, at: now, due }
            }
            None => Opens { since, at: now, due: false },
        };
        self.opens = Some(opens);
    }

    /// Whether sheets would be opened later by an outage.
    pub(super) fn puts_opening_off(&self, lost: Time) -> bool {
        self.opens.is_some_and(|opens| opens.lost(lost, &self.pauses) > Duration::zero())
    }

    /// Whether another person was asked the same at once, and nobody is late.
    fn waits_for_sheets(&self, last: &LastSheet) -> bool {
        let with = |(seat, (wait, _)): (&Seat, &(Pending, DateTime<Utc>))| {
            *seat != last.seat && wait.asked == last.wait.asked && self.attended(*seat)
        };
        let late = last.wait.late.is_some() || self.is_not_awaited(last.seat);
        last.wait.together && !late && self.stopped.iter().any(with)
    }

    /// A seat takes its sheet back before they are opened, whoever has sealed another since: it is
    /// asked again until the same deadline, but has some minutes at least, once for the question.
    pub fn reopens(&mut self, past: &GameStatus, seat: Seat, given: DateTime<Utc>, at: At) {
        let Some(wait) = past.waits.get(&seat) else { return };
        let wait = self.with_returns(seat, wait);
        let wait = self.runs_on(seat, &wait, given);
        let wait = self.asked_again(seat, wait, at.seq, at.time);
        self.waits.insert(seat, wait);
        self.stopped.remove(&seat);
        self.opens = None;
        self.bank_goes_back(past, seat);
    }
}

impl Pending {
    /// How much of the time there is comes from that.
    fn part(&self, why: Why) -> Duration {
        self.parts.iter().filter(|part| part.why == why).map(|part| part.span).sum()
    }
}
