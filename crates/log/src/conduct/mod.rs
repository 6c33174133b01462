//! The conduct of a table: who may do what, and when. Every act is checked here before it is
//! stored, and again when a log is verified. An act that was not allowed at its time is a fault of
//! the log.
//!
//! Nothing here reads a clock or a store: the result depends only on the folded game and the act.
//! `docs/organise/conduct.md` has the whole table.

pub mod alone;
mod clocks;
pub mod forbidden;
mod idle;
mod nudges;
pub mod offices;
mod play;
pub mod positions;
pub mod reserves;
mod seats;
mod stand_ins;
pub mod time;
mod votes;

use chrono::{DateTime, Utc};

use crate::act::Act;
use crate::table::status::{GameStatus, Status};
use forbidden::Forbidden;
use positions::Positions;

/// The result of a check. The error says what would be allowed instead.
pub type May<G> = Result<(), <G as Positions>::Error>;

/// A game at a point in time, against which acts are checked.
pub struct Asked<'a, G> {
    game: &'a G,
    table: &'a GameStatus,
    now: DateTime<Utc>,
}

impl<G> Clone for Asked<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for Asked<'_, G> {}

impl<'a, G: Positions> Asked<'a, G> {
    /// Prepares to check acts against a game at the given time.
    pub fn at(game: &'a G, now: DateTime<Utc>) -> Asked<'a, G> {
        Asked { game, table: game.table(), now }
    }
}

impl<G: Positions> Asked<'_, G> {
    /// Checks whether an act is allowed.
    ///
    /// # Errors
    ///
    /// Returns the reason why it is not.
    pub fn may(self, act: &Act) -> May<G> {
        match act {
            Act::Opened(_) => no("a table can be opened only once"),
            Act::Joined { seat, organiser, .. } => self.may_join(*seat, *organiser),
            Act::Left { seat } => self.may_leave(*seat),
            Act::Started => self.may_start(),
            Act::Cancelled => self.may_close(),
            Act::ClosureAnnounced { closes_at: closes } => self.may_warn(*closes),
            Act::KeptOpen { by } => self.may_keep(*by),
            Act::TakenOver { seat, organiser, .. } => self.may_take_over(*seat, *organiser),
            Act::Substituted { seat, bot, until, by } => {
                self.may_hand_over(*seat, bot.as_deref(), *until, *by)
            }
            Act::Ordered { seat, via, .. } => self.may_order(*seat, *via),
            Act::Undone { .. } | Act::InstructionWithdrawn { .. } => self.may_take_back(act),
            Act::TimedOut { .. } => self.may_lapse(act),
            Act::Skipped { seats, missed, of } => self.may_pass_over(seats, *missed, *of),
            Act::GraceStarted { seat, until } => self.may_be_late(*seat, *until),
            Act::BankStarted { seat, until } => self.may_draw_on_bank(*seat, *until),
            Act::VacationBooked { seat, from, until: to } => self.may_book(*seat, *from, *to),
            Act::VacationStarted { seat, until } => self.may_begin_vacation(*seat, *until),
            Act::VacationEnded { seat } => self.may_return(*seat),
            Act::DeadlineMoved { seat, deadline: due, parts: why } => {
                self.may_be_due(*seat, *due, why)
            }
            Act::Reminded { seat, stage } => self.may_remind(*seat, *stage),
            Act::TimeLimitReached => self.may_ring(),
            Act::OrdersRevealed { timed_out: due } => self.may_resolve(*due),
            Act::OutageCompensated { from, until: to, .. } => self.may_make_good(*from, *to),
            Act::RulesChanged { rules } => self.may_rule(*rules),
            Act::Transferred { unknown } => self.may_move_here(unknown),
            Act::EpochStarted { epoch, .. } => self.may_renew(*epoch),
            Act::Proposed { by, motion, until, .. } => self.may_propose(*by, motion, *until),
            Act::ClocksResumed => self.may_resume_clocks(),
            Act::Voted { seat, .. } => self.may_vote(*seat),
            Act::Rewound { to } => self.may_rewind(*to),
            Act::ProposalFailed { cause: why } => self.may_drop(*why),
            Act::Paused { until, by, .. } => self.may_freeze(*by, *until),
            Act::Resumed { expired: due, by } => self.may_thaw(*due, *by),
            Act::Extended { seat, seconds, by, .. } => self.may_extend(*by, *seat, *seconds),
            Act::Nudged { seat, by } => self.may_nudge(*by, *seat),
            Act::Replaced { seat, bot, open, by, .. } => {
                self.may_replace(*by, *seat, bot.as_deref(), *open)
            }
            Act::Ended { agreed, .. } => self.may_end(agreed.as_deref()),
        }
    }

    /// Returns whether clocks are known. If not, what an act says about them is accepted.
    fn knows_clocks(self) -> bool {
        self.game.sees().clocks
    }

    /// Checks that the game is running.
    ///
    /// # Errors
    ///
    /// Returns a refusal if it has not started or is over.
    pub fn must_be_running(self) -> May<G> {
        no(match self.table.state {
            Status::Running => return Ok(()),
            Status::Open => "the game has not started yet",
            Status::Over => "the game is over",
            Status::Cancelled => "the table is closed",
        })
    }

    /// Checks that the game is running and neither paused nor stopped by a vote.
    ///
    /// # Errors
    ///
    /// Returns a refusal that names the reason.
    pub fn must_go_on(self) -> May<G> {
        self.must_be_running()?;
        if self.table.proposal.as_ref().is_some_and(|vote| vote.stops_until.is_some()) {
            self.must_not_vote("no moves are accepted and all clocks are stopped")?;
        }
        match &self.table.frozen {
            None => Ok(()),
            Some(frozen) => no(format!(
                "the organiser has paused the game (\u{201c}{}\u{201d}): until it resumes, no \
                 moves are accepted and all clocks are stopped",
                frozen.reason
            )),
        }
    }

    /// Checks that the game has not ended.
    fn must_go_on_or_wait(self) -> May<G> {
        match self.table.state {
            Status::Open | Status::Running => Ok(()),
            Status::Over | Status::Cancelled => self.must_be_running(),
        }
    }
}

fn no<E: From<Forbidden>>(why: impl Into<String>) -> Result<(), E> {
    Err(Forbidden::refused(why).into())
}
