//! Since when nobody has done anything at a table, and when it is closed for that. What the clock
//! does, or a bot, is nobody's doing.

use chrono::{DateTime, Duration, SubsecRound, Utc};

use super::status::{GameStatus, Status};
use crate::act::by::By;
use crate::act::{Act, Sitter, Via};

/// A table waits so long for its players before all are warned.
const OPEN: Duration = Duration::days(30);
/// A game with deadlines goes on by itself for so long.
const PLAYED: Duration = Duration::days(60);
/// One without stands still for so long.
const UNHURRIED: Duration = Duration::days(120);
/// Between the warning and the end, before the game has begun and in it.
const WARNED: Duration = Duration::days(7);
const WARNED_IN_PLAY: Duration = Duration::days(14);

impl Act {
    /// Whether a person did it, rather than the clock, a bot or the server.
    fn is_somebodys(&self) -> bool {
        matches!(
            self,
            Act::Opened(_)
                | Act::Joined { occupant: Sitter::Person, .. }
                | Act::Left { .. }
                | Act::Started
                | Act::Ordered { via: Via::Page | Via::Email | Via::Command, .. }
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
    /// Notes that somebody did something, or that all were warned.
    pub(super) fn heard_of(&mut self, act: &Act, at: DateTime<Utc>) {
        match act {
            Act::ClosureAnnounced { closes_at: closes } => self.closes = Some(*closes),
            act if act.is_somebodys() => (self.heard, self.closes) = (at, None),
            _ => {}
        }
    }

    /// When the table is closed, were all warned now; nothing where it is too early for that, all
    /// were warned already, or nobody is there who could be.
    pub fn to_warn(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let (patience, term) = self.patience()?;
        let away = self.vacations.iter().any(|one| one.to > now);
        let waits = self.still_since().is_some() || away || self.closes.is_some();
        let idle = !waits && self.heard + patience <= now;
        idle.then(|| (now + term).trunc_subsecs(0))
    }

    /// How long a table waits before all are warned, and then before it is closed.
    fn patience(&self) -> Option<(Duration, Duration)> {
        match (self.status, self.pace.turn) {
            (Status::Open, _) => Some((OPEN, WARNED)),
            (Status::Running, Some(_)) => Some((PLAYED, WARNED_IN_PLAY)),
            (Status::Running, None) => Some((UNHURRIED, WARNED_IN_PLAY)),
            (Status::Over | Status::Cancelled, _) => None,
        }
    }

    /// Before when nobody need look whether the table is to be warned or closed: whatever happens
    /// there makes that later.
    pub fn quiet_until(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        let known = match (self.closes, self.patience()) {
            (Some(closes), _) => closes,
            (None, Some((patience, _))) => self.heard + patience,
            (None, None) => now + OPEN,
        };
        // Where it would be but for a vote, a stop or a vacation.
        if known > now { known } else { now + Duration::days(1) }
    }

    /// Whether all were warned, and nobody has done anything since.
    pub fn is_idle(&self, now: DateTime<Utc>) -> bool {
        self.closes.is_some_and(|closes| closes <= now) && self.still_since().is_none()
    }
}
