//! The conduct of a table: who may do what, and when. Every act is checked here before it is
//! stored, and again when a log is verified. An act that was not allowed at its time is a fault of
//! the log.
//!
//! Nothing here reads a clock or a store: the result depends only on the folded game and the act.
//! `docs/organise/conduct.md` has the whole table.

mod clocks;
mod idle;
mod nudges;
pub mod organiser;
mod play;
pub mod positions;
pub mod refusals;
pub mod reserves;
mod seats;
mod substitutes;
pub mod time;
mod votes;
pub mod without_title;

use chrono::{DateTime, Utc};

use crate::act::Act;
use crate::table::status::{GameStatus, Status};
use positions::Positions;
use ravenpost_rules::RefusalCode;
use refusals::Forbidden;

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
            Act::Joined { seat, organiser, .. } => seats::may_join(self, *seat, *organiser),
            Act::Left { seat } => seats::may_leave(self, *seat),
            Act::Started => seats::may_start(self),
            Act::Cancelled => seats::may_close(self),
            Act::ClosureAnnounced { closes_at: closes } => idle::may_warn(self, *closes),
            Act::KeptOpen { by } => idle::may_keep(self, *by),
            Act::TakenOver { seat, organiser, returning } => {
                seats::may_take_over(self, *seat, *organiser, *returning)
            }
            Act::Substituted { seat, bot, until, by } => {
                substitutes::may_hand_over(self, *seat, bot.as_deref(), *until, *by)
            }
            Act::Ordered { seat, via, .. } => play::may_order(self, *seat, *via),
            Act::Undone { .. } | Act::InstructionWithdrawn { .. } => play::may_take_back(self, act),
            Act::TimedOut { .. } => clocks::may_lapse(self, act),
            Act::Skipped { seats, missed, of } => clocks::may_pass_over(self, seats, *missed, *of),
            Act::GraceStarted { seat, until } => clocks::may_be_late(self, *seat, *until),
            Act::BankStarted { seat, until } => reserves::may_draw_on_bank(self, *seat, *until),
            Act::VacationBooked { seat, from, until: to } => self.may_book(*seat, *from, *to),
            Act::VacationStarted { seat, until } => {
                reserves::may_begin_vacation(self, *seat, *until)
            }
            Act::VacationEnded { seat } => reserves::may_return(self, *seat),
            Act::DeadlineMoved { seat, deadline: due, parts: why } => {
                clocks::may_be_due(self, *seat, *due, why)
            }
            Act::Reminded { seat, stage } => clocks::may_remind(self, *seat, *stage),
            Act::TimeLimitReached => clocks::may_ring(self),
            Act::OrdersRevealed { timed_out: due } => clocks::may_resolve(self, *due),
            Act::OutageCompensated { from, until: to, .. } => {
                clocks::may_compensate(self, *from, *to)
            }
            Act::RulesChanged { rules } => clocks::may_rule(self, *rules),
            Act::Transferred { unknown } => seats::may_move_here(self, unknown),
            Act::EpochStarted { epoch, .. } => clocks::may_renew(self, *epoch),
            Act::Proposed { by, motion, until, .. } => {
                votes::may_propose(self, *by, motion, *until)
            }
            Act::ClocksResumed => votes::may_resume_clocks(self),
            Act::Voted { seat, .. } => votes::may_vote(self, *seat),
            Act::Rewound { to } => votes::may_rewind(self, *to),
            Act::ProposalFailed { cause: why } => votes::may_drop(self, *why),
            Act::Paused { until, by, .. } => organiser::may_freeze(self, *by, *until),
            Act::Resumed { expired: due, by } => organiser::may_thaw(self, *due, *by),
            Act::Extended { seat, seconds, by, .. } => {
                organiser::may_extend(self, *by, *seat, *seconds)
            }
            Act::Nudged { seat, by } => organiser::may_nudge(self, *by, *seat),
            Act::Replaced { seat, bot, open, by, .. } => {
                self.may_replace(*by, *seat, bot.as_deref(), *open)
            }
            Act::Ended { agreed, .. } => play::may_end(self, agreed.as_deref()),
        }
    }

    /// Returns whether the clocks are known. If not, anything an act states about them is accepted.
    fn knows_clocks(self) -> bool {
        self.game.sees().clocks
    }

    /// Checks that the game is running.
    ///
    /// # Errors
    ///
    /// Returns a refusal if it has not started or is over.
    pub fn must_be_running(self) -> May<G> {
        let (code, why) = match self.table.state {
            Status::Running => return Ok(()),
            Status::Open => (RefusalCode::NotStarted, "the game has not started yet"),
            Status::Over => (RefusalCode::Finished, "the game is over"),
            Status::Cancelled => (RefusalCode::Cancelled, "the table is closed"),
        };
        no_as(code, why)
    }

    /// Checks that the game is running and neither paused nor stopped by a vote.
    ///
    /// # Errors
    ///
    /// Returns a refusal that names the reason.
    pub fn must_go_on(self) -> May<G> {
        self.must_be_running()?;
        if self.table.stops.proposal.as_ref().is_some_and(|vote| vote.stops_until.is_some()) {
            self.must_not_vote("no moves are accepted and all clocks are stopped")?;
        }
        match &self.table.stops.frozen {
            None => Ok(()),
            Some(frozen) => {
                let why = format!(
                    "the organiser has paused the game (\u{201c}{}\u{201d}): until it resumes, \
                     no moves are accepted and all clocks are stopped",
                    frozen.reason
                );
                no_as(RefusalCode::Paused, why)
            }
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

fn no_as<E: From<Forbidden>>(code: RefusalCode, why: impl Into<String>) -> Result<(), E> {
    Err(Forbidden::coded(code, why).into())
}
