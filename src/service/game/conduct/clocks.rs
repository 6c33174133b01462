//! What time brings: deadlines, reminders, bells, outages, and new rules when a program starts.

use chrono::{DateTime, SubsecRound, Utc};

use super::{Asked, May, no};
use ravenpost_log::act::Stage;
use ravenpost_rules::Seat;
use ravenpost_rules::dice::Epoch;

impl Asked<'_> {
    /// The fallback is played when the time is over; at once for a seat that nobody waits for.
    pub(super) fn may_lapse(self, seat: Seat, decision: &str, due: Option<DateTime<Utc>>) -> May {
        self.must_go_on()?;
        let Some(wait) = self.course.waits.get(&seat) else {
            return no("nothing is asked of that seat");
        };
        if self.old() {
            let early = due.is_some_and(|due| due > self.now);
            return if early { no("its time was not over") } else { Ok(()) };
        }
        if wait.decision != decision {
            return no("something else is asked of that seat");
        }
        let own = wait.due.filter(|_| self.course.manned(seat));
        if self.course.manned(seat) && own.is_none_or(|own| own > self.now) {
            return no("its time was not over");
        }
        if own == due { Ok(()) } else { no("its time was over at another moment") }
    }

    pub(super) fn may_remind(self, seat: Seat, stage: Stage) -> May {
        self.must_go_on()?;
        let Some(wait) = self.course.waits.get(&seat) else {
            return no("nothing is asked of that seat");
        };
        let due = self.course.attended(seat) && wait.stage(self.now) == Some(stage);
        match self.old() || due {
            true => Ok(()),
            false => no("there was nobody to remind of that then"),
        }
    }

    pub(super) fn may_ring(self) -> May {
        self.must_go_on()?;
        match self.course.bell {
            Some(moment) if self.old() || moment <= self.now => Ok(()),
            _ => no("the table's time was not up"),
        }
    }

    /// An outage is made good when it is over, once, and where a clock ran through it.
    pub(super) fn may_make_good(self, from: DateTime<Utc>, to: DateTime<Utc>) -> May {
        self.must_be_running()?;
        let last = self.live.log.last().map(|last| last.event.at);
        // An event is never earlier than the one before, though the clock was set back meanwhile.
        let over = to.trunc_subsecs(3);
        let now = over == self.now || over < self.now && last == Some(self.now);
        if from >= to || !now {
            return no("an outage is made good at the moment when it is over");
        }
        if self.old() {
            return Ok(());
        }
        match self.course.lost_from(from) == from && self.course.loses((from, to)) {
            true => Ok(()),
            false => no("nobody has lost time to it that was not given back already"),
        }
    }

    /// Another version of the rules. Which there are the program knows that goes on with the game.
    pub(super) fn may_rule(self, rules: u32) -> May {
        self.must_go_on_or_wait()?;
        if rules == self.course.rules { no("that version decides already") } else { Ok(()) }
    }

    /// Fresh bytes for the draws to come: they are fresh only where the game never had them.
    pub(super) fn may_renew(self, epoch: Epoch) -> May {
        self.must_go_on_or_wait()?;
        match self.live.epochs.has(epoch) {
            true => no("that epoch was begun before: its draws would come again"),
            false => Ok(()),
        }
    }
}
