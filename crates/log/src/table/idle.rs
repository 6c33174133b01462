//! Idle tables: how long nobody has acted, and when the table is closed. Acts of the clock and of
//! bots do not count.

use chrono::{DateTime, Duration, SubsecRound, Utc};

use super::status::{GameStatus, Status};
use crate::act::originator::By;
use crate::act::{Act, Sitter, Via};

/// How long a table waits for players before it is warned.
const OPEN: Duration = Duration::days(30);
/// How long a game with deadlines may go on without any person acting.
const PLAYED: Duration = Duration::days(60);
/// How long a game without deadlines may stay idle.
const UNHURRIED: Duration = Duration::days(120);
/// The time between the warning and the closure, before and after the start of the game.
const WARNED: Duration = Duration::days(7);
const WARNED_IN_PLAY: Duration = Duration::days(14);

impl Act {
    /// Returns whether a person did it, rather than the clock, a bot or the server.
    fn is_somebodys(&self) -> bool {
        matches!(
            self,
            Act::Opened(_)
                | Act::Joined { occupant: Sitter::Person, .. }
                | Act::Left { .. }
                | Act::Started
                | Act::Ordered { via: Via::Page | Via::Email | Via::Api | Via::Command, .. }
                | Act::Undone { .. }
                | Act::InstructionWithdrawn { .. }
                | Act::VacationBooked { .. }
                | Act::VacationEnded { .. }
                | Act::Proposed { .. }
                | Act::Voted { .. }
                | Act::Paused { .. }
                | Act::Resumed { expired: false, .. }
                | Act::Extended { .. }
                | Act::Nudged { .. }
                | Act::Replaced { .. }
                | Act::Substituted { by: Some(By::Player(_) | By::Organiser(_)), .. }
                | Act::TakenOver { .. }
                | Act::KeptOpen { .. }
        )
    }
}

impl GameStatus {
    /// Records that a person acted, or that the players were warned.
    pub(super) fn heard_of(&mut self, act: &Act, at: DateTime<Utc>) {
        match act {
            Act::ClosureAnnounced { closes_at: closes } => self.closes = Some(*closes),
            act if act.is_somebodys() => (self.heard, self.closes) = (at, None),
            _ => {}
        }
    }

    /// Returns when the table would close if it were warned now. `None` if it is not idle for long
    /// enough, is stopped, was already warned, or a player is on vacation.
    pub fn to_warn(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let (patience, term) = patience(self)?;
        let away = self.vacations.all.iter().any(|one| one.to > now);
        let waits = self.stops.since().is_some() || away || self.closes.is_some();
        let idle = !waits && self.heard + patience <= now;
        idle.then(|| (now + term).trunc_subsecs(0))
    }

    /// Returns a time before which there is no need to check whether the table has to be warned or
    /// closed. Any act can only make it later.
    pub fn quiet_until(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        let known = match (self.closes, patience(self)) {
            (Some(closes), _) => closes,
            (None, Some((patience, _))) => self.heard + patience,
            (None, None) => now + OPEN,
        };
        // It would be due if there were no vote, pause or vacation.
        if known > now { known } else { now + Duration::days(1) }
    }

    /// Returns whether the players were warned and nobody has acted by the closing time.
    pub fn is_idle(&self, now: DateTime<Utc>) -> bool {
        self.closes.is_some_and(|closes| closes <= now) && self.stops.since().is_none()
    }
}

/// Returns how long a table may be idle before the warning, and the time from then to the
/// closure.
fn patience(table: &GameStatus) -> Option<(Duration, Duration)> {
    match (table.state, table.pace.turn) {
        (Status::Open, _) => Some((OPEN, WARNED)),
        (Status::Running, Some(_)) => Some((PLAYED, WARNED_IN_PLAY)),
        (Status::Running, None) => Some((UNHURRIED, WARNED_IN_PLAY)),
        (Status::Over | Status::Cancelled, _) => None,
    }
}
