//! How acts change a table.

use std::collections::BTreeMap;

use chrono::{DateTime, Duration, Utc};

use super::proposal::Proposal;
use super::status::{Frozen, GameStatus, Silence, StandIn, Status, Vacant};
use crate::act::by::By;
use crate::act::{Act, Sitter};
use crate::ids::At;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Step;

impl GameStatus {
    /// Applies an act whose event has that step and position. The clocks of questions and returns
    /// to an earlier step need the title's state and are not applied here. Callers that have it
    /// also call [`GameStatus::await_orders`], [`GameStatus::go_back`] and [`GameStatus::rewind`].
    pub fn take(&mut self, act: Act, step: Step, at: At) {
        self.spoke = None;
        self.heard_of(&act, at.time);
        match act {
            Act::Opened(_)
            | Act::ClosureAnnounced { .. }
            | Act::KeptOpen { .. }
            | Act::Rewound { .. }
            | Act::EpochStarted { .. }
            | Act::Undone { .. }
            | Act::InstructionWithdrawn { .. } => {}
            act @ (Act::Joined { .. }
            | Act::Replaced { .. }
            | Act::Substituted { .. }
            | Act::TakenOver { .. }
            | Act::Transferred { .. }) => self.changes_hands(act, at),
            Act::Left { seat } => self.seat_left(seat, at.time),
            Act::Started => self.state = Status::Running,
            Act::TimeLimitReached => self.time_limit = None,
            Act::OrdersRevealed { .. } => self.opens = None,
            Act::Ordered { seat, via, .. } => self.answered(seat, via),
            Act::TimedOut { seat, deadline: due, .. } => self.was_silent(seat, due, at.seq),
            Act::BankStarted { seat, until } => self.draws_on_bank(seat, until),
            Act::VacationBooked { seat, from, until: to } => self.booked(seat, (from, to)),
            Act::VacationStarted { seat, .. } => self.vacation_begins(seat, at.time),
            Act::VacationEnded { seat } => self.returned(seat, at.time),
            act @ (Act::Proposed { .. }
            | Act::Voted { .. }
            | Act::ClocksResumed
            | Act::ProposalFailed { .. }
            | Act::Paused { .. }
            | Act::Resumed { .. }
            | Act::Nudged { .. }
            | Act::Extended { .. }) => self.stands_still(act, step, at.time),
            Act::DeadlineMoved { seat, parts: why, .. } => self.due_for(seat, &why, at.time),
            Act::GraceStarted { seat, until } => self.was_late(seat, until),
            Act::Skipped { seats, .. } => self.pass_over(&seats),
            Act::Reminded { seat, stage } => self.reminded(seat, stage),
            Act::OutageCompensated { from, until: to, component: what } => {
                self.make_good(what, (from, to))
            }
            Act::RulesChanged { rules } => self.rules = rules,
            Act::Ended { agreed, .. } => self.end(agreed),
            Act::Cancelled => self.state = Status::Cancelled,
        }
    }

    /// Applies votes, pauses, extensions and nudges.
    fn stands_still(&mut self, act: Act, step: Step, at: DateTime<Utc>) {
        match act {
            Act::Proposed { by, motion, reason, until } => {
                let (since, party) = (at, self.party(&motion));
                self.proposal = Some(Proposal {
                    step,
                    by,
                    motion,
                    party,
                    reason,
                    since,
                    until,
                    stops_until: self.may_stop_until(at),
                    paused: None,
                    votes: BTreeMap::new(),
                });
            }
            Act::ClocksResumed => self.clocks_go_on(at),
            Act::Voted { seat, agrees, .. } => {
                if let Some(proposal) = &mut self.proposal {
                    proposal.votes.insert(seat, agrees);
                }
            }
            Act::ProposalFailed { cause: why } => self.go_on(why, at),
            Act::Paused { reason, until, by } => {
                let by = by.seat();
                self.frozen = Some(Frozen { since: at, until, reason, by });
            }
            Act::Resumed { .. } => self.thaw(at),
            Act::Extended { seat, seconds, by, .. } => {
                let player = match by {
                    By::Player(player) => Some(player),
                    _ => None,
                };
                self.extend(seat, Duration::seconds(seconds.into()), player, at);
            }
            Act::Nudged { seat, by: By::Player(_) } => self.nudged_by_others(seat, at),
            Act::Nudged { seat, .. } => self.nudged(seat, at),
            _ => {}
        }
    }

    /// Applies changes of who plays a seat and who the organiser is.
    fn changes_hands(&mut self, act: Act, at: At) {
        match act {
            Act::Joined { seat, occupant: sitter, salt, custom_salt: written, organiser } => {
                self.seat_taken(seat, sitter, salt, written);
                self.organised_from(seat, organiser);
            }
            Act::Replaced { seat, bot, open, by, .. } => {
                self.taken_from(seat, by, at.time);
                let vacant = Vacant::of(open, bot.as_deref());
                let by_bot = bot.is_some();
                self.seat_replaced(seat, bot, vacant, at.time);
                if by_bot {
                    self.ask_again(seat, at);
                }
            }
            Act::TakenOver { seat, organiser, returning } => {
                self.seat_replaced(seat, None, None, at.time);
                if !returning {
                    self.failed_proposals.retain(|(voice, _)| *voice != Some(seat));
                    self.newcomer(seat, at);
                }
                self.organised_from(seat, organiser);
            }
            Act::Substituted { seat, bot, until, by } => {
                if by == Some(By::Table) {
                    self.carried(at.time);
                }
                if let Some(slot) = self.slots.get_mut(seat.index()) {
                    slot.stand_in = bot.map(|bot| StandIn { bot, until });
                }
            }
            Act::Transferred { unknown } => self.unknown(&unknown),
            _ => {}
        }
    }

    fn seat_taken(&mut self, seat: Seat, sitter: Sitter, salt: String, written: bool) {
        if let Some(slot) = self.slots.get_mut(seat.index()) {
            slot.sitter = Some(sitter);
            (slot.salt, slot.written) = (salt, written);
            (slot.left, slot.stand_in) = (false, None);
            slot.silence = Silence::default();
        }
    }

    /// Gives a seat to a bot or person, or makes it vacant. Its salt stays, because all draws
    /// depend on it.
    fn seat_replaced(
        &mut self,
        seat: Seat,
        bot: Option<String>,
        vacant: Option<Vacant>,
        now: DateTime<Utc>,
    ) {
        if let Some(slot) = self.slots.get_mut(seat.index()) {
            slot.sitter = Some(bot.map_or(Sitter::Person, Sitter::Bot));
            (slot.left, slot.vacant, slot.stand_in) = (false, vacant, None);
            slot.silence = Silence::default();
            slot.record.changes_hands();
            slot.absent_since = None;
        }
        self.returned(seat, now);
    }

    /// Applies a takeover by a player who never had the seat. The pending question is restarted
    /// once in ten of the seat's questions; otherwise the player has at least some hours.
    fn newcomer(&mut self, seat: Seat, at: At) {
        let asked = self.waits.contains_key(&seat) || self.stopped.contains_key(&seat);
        let Some(slot) = self.slots.get_mut(seat.index()).filter(|_| asked) else { return };
        if slot.record.may_renew() {
            slot.record.renewed(at.time);
            self.ask_again(seat, at);
        } else {
            // When a paused game resumes, its clocks are extended by the whole pause.
            let from = self.still_since().unwrap_or(at.time);
            self.floor(seat, from);
        }
    }

    fn seat_left(&mut self, seat: Seat, now: DateTime<Utc>) {
        let running = self.state == Status::Running;
        self.organiser = self.organiser.filter(|own| *own != seat);
        self.returned(seat, now);
        if let Some(slot) = self.slots.get_mut(seat.index()) {
            slot.stand_in = None;
            if running {
                slot.left = true;
            } else {
                slot.sitter = None;
                slot.salt.clear();
            }
        }
    }
}
