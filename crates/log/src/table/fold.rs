//! How acts change a table.

use std::collections::BTreeMap;

use chrono::{DateTime, Duration, Utc};

use super::proposal::Proposal;
use super::seats::{Silence, Substitute, Vacant};
use super::status::{GameStatus, Status};
use super::stops::Frozen;
use crate::act::originator::By;
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
            | Act::Transferred { .. }) => changes_hands(self, act, at),
            Act::Left { seat } => seat_left(self, seat, at.time),
            Act::Started => self.state = Status::Running,
            Act::TimeLimitReached => self.clocks.time_limit = None,
            Act::OrdersRevealed { .. } => self.clocks.opens = None,
            Act::Ordered { seat, via, .. } => self.answered(seat, via),
            Act::TimedOut { seat, deadline: due, .. } => self.was_silent(seat, due, at.seq),
            Act::BankStarted { seat, until } => self.draws_on_bank(seat, until),
            Act::VacationBooked { seat, from, until: to } => self.vacations.book(seat, (from, to)),
            Act::VacationStarted { seat, .. } => self.vacations.begin(seat, at.time),
            Act::VacationEnded { seat } => self.returned(seat, at.time),
            act @ (Act::Proposed { .. }
            | Act::Voted { .. }
            | Act::ClocksResumed
            | Act::ProposalFailed { .. }
            | Act::Paused { .. }
            | Act::Resumed { .. }
            | Act::Nudged { .. }
            | Act::Extended { .. }) => apply_vote_or_pause(self, act, step, at.time),
            Act::DeadlineMoved { seat, parts: why, .. } => self.clocks.due_for(seat, &why, at.time),
            Act::GraceStarted { seat, until } => self.was_late(seat, until),
            Act::Skipped { seats, .. } => self.clocks.pass_over(&seats),
            Act::Reminded { seat, stage } => self.clocks.reminded(seat, stage),
            Act::OutageCompensated { from, until: to, component: what } => {
                self.compensate(what, (from, to))
            }
            Act::RulesChanged { rules } => self.rules = rules,
            Act::Ended { agreed, .. } => self.end(agreed),
            Act::Cancelled => self.state = Status::Cancelled,
        }
    }
}

/// Applies votes, pauses, extensions and nudges.
fn apply_vote_or_pause(table: &mut GameStatus, act: Act, step: Step, at: DateTime<Utc>) {
    match act {
        Act::Proposed { by, motion, reason, until } => {
            let (since, party) = (at, table.stops.party(&motion));
            table.stops.proposal = Some(Proposal {
                step,
                by,
                motion,
                party,
                reason,
                since,
                until,
                stops_until: table.stops.may_last_until(at),
                paused: None,
                votes: BTreeMap::new(),
            });
        }
        Act::ClocksResumed => table.clocks_go_on(at),
        Act::Voted { seat, agrees, .. } => {
            if let Some(proposal) = &mut table.stops.proposal {
                proposal.votes.insert(seat, agrees);
            }
        }
        Act::ProposalFailed { cause: why } => table.go_on(why, at),
        Act::Paused { reason, until, by } => {
            let by = by.seat();
            table.stops.frozen = Some(Frozen { since: at, until, reason, by });
        }
        Act::Resumed { .. } => table.thaw(at),
        Act::Extended { seat, seconds, by, .. } => {
            let player = match by {
                By::Player(player) => Some(player),
                _ => None,
            };
            table.extend(seat, Duration::seconds(seconds.into()), player, at);
        }
        Act::Nudged { seat, by: By::Player(_) } => table.seats.nudged_by_others(seat, at),
        Act::Nudged { seat, .. } => table.seats.nudged(seat, at),
        _ => {}
    }
}

/// Applies changes of who plays a seat and who the organiser is.
fn changes_hands(table: &mut GameStatus, act: Act, at: At) {
    match act {
        Act::Joined { seat, occupant: sitter, salt, custom_salt: written, organiser } => {
            table.seats.taken(seat, sitter, salt, written);
            table.seats.organised_from(seat, organiser);
        }
        Act::Replaced { seat, bot, open, by, .. } => {
            table.taken_from(seat, by, at.time);
            let vacant = Vacant::of(open, bot.as_deref());
            let by_bot = bot.is_some();
            seat_replaced(table, seat, bot, vacant, at.time);
            if by_bot {
                table.ask_again(seat, at);
            }
        }
        Act::TakenOver { seat, organiser, returning } => {
            seat_replaced(table, seat, None, None, at.time);
            if !returning {
                table.stops.failed_proposals.retain(|(voice, _)| *voice != Some(seat));
                newcomer(table, seat, at);
            }
            table.seats.organised_from(seat, organiser);
        }
        Act::Substituted { seat, bot, until, by } => {
            if by == Some(By::Table) {
                table.carried(at.time);
            }
            if let Some(slot) = table.seats.slots.get_mut(seat.index()) {
                slot.stand_in = bot.map(|bot| Substitute { bot, until });
            }
        }
        Act::Transferred { unknown } => table.seats.unknown(&unknown),
        _ => {}
    }
}

/// Gives a seat to a bot or person, or makes it vacant. The salt is preserved, because all draws
/// depend on it.
fn seat_replaced(
    table: &mut GameStatus,
    seat: Seat,
    bot: Option<String>,
    vacant: Option<Vacant>,
    now: DateTime<Utc>,
) {
    if let Some(slot) = table.seats.slots.get_mut(seat.index()) {
        slot.sitter = Some(bot.map_or(Sitter::Person, Sitter::Bot));
        (slot.left, slot.vacant, slot.stand_in) = (false, vacant, None);
        slot.left_at = None;
        slot.silence = Silence::default();
        slot.record.changes_hands();
        slot.absent_since = None;
    }
    table.returned(seat, now);
}

/// Applies a takeover by a player who never had the seat. The pending question is restarted
/// once in ten of the seat's questions; otherwise the player has at least some hours.
fn newcomer(table: &mut GameStatus, seat: Seat, at: At) {
    let asked = table.clocks.waits.contains_key(&seat) || table.clocks.stopped.contains_key(&seat);
    let Some(slot) = table.seats.slots.get_mut(seat.index()).filter(|_| asked) else { return };
    if slot.record.may_renew() {
        slot.record.renewed(at.time);
        table.ask_again(seat, at);
    } else {
        // When a paused game resumes, its clocks are extended by the whole pause.
        let from = table.stops.since().unwrap_or(at.time);
        table.clocks.floor(seat, table.pace.turn, from);
    }
}

fn seat_left(table: &mut GameStatus, seat: Seat, now: DateTime<Utc>) {
    let running = table.state == Status::Running;
    table.seats.organiser = table.seats.organiser.filter(|own| *own != seat);
    table.returned(seat, now);
    if let Some(slot) = table.seats.slots.get_mut(seat.index()) {
        slot.stand_in = None;
        if running {
            (slot.left, slot.left_at) = (true, Some(now));
        } else {
            slot.sitter = None;
            slot.salt.clear();
        }
    }
}
