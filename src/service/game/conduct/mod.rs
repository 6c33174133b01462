//! The conduct of a table: who may do what, and when. Every act is asked here before it is stored,
//! and asked again, by the same words, when a log is looked over: what may not have been done then
//! is a fault of the log.
//!
//! Nothing here reads a clock or a store: all is told by the game as it is folded so far, and by
//! the act. Conduct has versions. Version 1 is what was refused before there were any; where its
//! clocks were counted otherwise by earlier programs, what an act says of them is believed.
//! `docs/conduct.md` is the whole table.

mod clocks;
pub(in crate::service) mod offices;
mod play;
mod sealed;
mod seats;
mod votes;

use chrono::{DateTime, Utc};

use crate::service::error::ServiceError;
use crate::service::game::course::{CONDUCT, Course, Status};
use crate::service::game::live::Live;
use ravenpost_log::Act;

/// Whether something may be done; the reason says what would do instead.
pub type May = Result<(), ServiceError>;

/// A game at a moment, asked what may be done in it.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    live: &'a Live,
    course: &'a Course,
    now: DateTime<Utc>,
}

impl Live {
    /// Whether that act may be done in the game as it stands.
    pub fn may(&self, act: &Act, now: DateTime<Utc>) -> May {
        self.asked(now).may(act)
    }

    /// Why this program cannot judge what comes after an act: another one wrote it, or none.
    pub fn beyond(&self, act: &Act) -> Option<String> {
        let newest = self.title.about().version;
        match act {
            Act::Ruled { rules } if *rules == 0 || *rules > newest => Some(format!(
                "version {rules} of the rules is none that this program knows: its newest is \
                 version {newest}"
            )),
            _ => None,
        }
    }

    /// What is wrong with how the table was opened.
    pub fn opened_wrongly(&self) -> Option<String> {
        let (course, newest) = (&self.course, self.title.about().version);
        let known = course.conduct <= CONDUCT && course.rules <= newest;
        let seat = course.organiser.is_none_or(|seat| course.chair(seat).is_some());
        let why = "the table begins by rules, conduct or an organiser that there cannot be";
        (!(known && seat)).then(|| why.to_owned())
    }

    /// The game at a moment, to be asked.
    pub fn asked(&self, now: DateTime<Utc>) -> Asked<'_> {
        Asked { live: self, course: &self.course, now }
    }
}

impl Asked<'_> {
    fn may(self, act: &Act) -> May {
        match act {
            Act::Opened(_) => no("a table is opened once"),
            Act::Joined { seat, organiser, .. } => self.may_join(*seat, *organiser),
            Act::Left { seat } => self.may_leave(*seat),
            Act::Started => self.may_start(),
            Act::Cancelled => self.may_close(),
            Act::TakenOver { seat, organiser } => self.may_take_over(*seat, *organiser),
            Act::Ordered { seat, via, .. } => self.may_order(*seat, *via),
            Act::TakenBack { .. } | Act::Undone { .. } | Act::Withdrawn { .. } => {
                self.may_take_back(act)
            }
            Act::Lapsed { seat, decision, due, .. } => self.may_lapse(*seat, decision, *due),
            Act::Reminded { seat, stage } => self.may_remind(*seat, *stage),
            Act::Rang => self.may_ring(),
            Act::Outage { from, to, .. } => self.may_make_good(*from, *to),
            Act::Ruled { rules } => self.may_rule(*rules),
            Act::Moved { unknown } => self.may_move_here(unknown),
            Act::Epoch { epoch, .. } => self.may_renew(*epoch),
            Act::Conduct { version, organiser } => self.may_conduct(*version, *organiser),
            Act::Proposed { by, motion, until, .. } => self.may_propose(*by, motion, *until),
            Act::Voted { seat, .. } => self.may_vote(*seat),
            Act::Rewound { to } => self.may_rewind(*to),
            Act::Dropped { why } => self.may_drop(*why),
            Act::Frozen { until, by, .. } => self.may_freeze(*by, *until),
            Act::Thawed { due, by } => self.may_thaw(*due, *by),
            Act::Extended { seat, seconds, by, .. } => self.may_extend(*by, *seat, *seconds),
            Act::Nudged { seat, by } => self.may_nudge(*by, *seat),
            Act::Replaced { seat, bot, open, by, .. } => {
                self.may_replace(*by, *seat, bot.as_deref(), *open)
            }
            Act::Ended { agreed, .. } => self.may_end(agreed.as_deref()),
        }
    }

    /// Whether the first conduct is in force, which older programs followed.
    fn old(self) -> bool {
        self.course.conduct < 2
    }

    /// Refuses acts on a game that is not running.
    pub fn must_be_running(self) -> May {
        no(match self.course.status {
            Status::Running => return Ok(()),
            Status::Open => "the game has not started yet",
            Status::Over => "the game is over",
            Status::Cancelled => "the table was closed",
        })
    }

    /// Refuses acts on a game that is not running, or stands still.
    pub fn must_go_on(self) -> May {
        self.must_be_running()?;
        self.must_not_vote("no order is taken, no clock runs, and nobody loses time")?;
        match &self.course.frozen {
            None => Ok(()),
            Some(frozen) => no(format!(
                "the organiser has stopped the game (\u{201c}{}\u{201d}): until it goes on no \
                 order is taken, no clock runs, and nobody loses time",
                frozen.reason
            )),
        }
    }

    /// Refuses acts on a game that has not ended.
    fn must_go_on_or_wait(self) -> May {
        match self.course.status {
            Status::Open | Status::Running => Ok(()),
            Status::Over | Status::Cancelled => self.must_be_running(),
        }
    }
}

fn no(why: impl Into<String>) -> May {
    Err(ServiceError::refused(why))
}
