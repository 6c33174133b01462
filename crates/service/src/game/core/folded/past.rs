//! Rewinds and undos: events after a point are superseded, and the game returns to its state there.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::Game;
use crate::error::ServiceError;
use crate::game::core::log::glance::Glance;
use ravenpost_log::event::NOTHING;
use ravenpost_log::table::status::GameStatus;
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_rules::{Decided, Dice, Position, Seat};

/// The state of a game after an event.
#[derive(Clone)]
pub(super) struct Past {
    pub(super) after: Seq,
    pub(super) status: GameStatus,
    pub(super) position: Arc<dyn Position>,
}

impl Game {
    /// Supersedes every later event that changed the game, and restores its state after `to`.
    pub(super) fn taken_back(
        &mut self,
        seat: Seat,
        to: Seq,
        given: DateTime<Utc>,
        by: Seq,
        at: DateTime<Utc>,
    ) -> Result<(), ServiceError> {
        self.is_before(to, by)?;
        self.log.set_aside(to, by);
        let past = self.paused(to)?;
        self.position = past.position;
        self.status.go_back(&past.status, seat, given, by, at);
        Ok(())
    }

    /// A rewind must point to an earlier event; otherwise folding would never end.
    fn is_before(&self, to: Seq, by: Seq) -> Result<(), ServiceError> {
        match to < by {
            true => Ok(()),
            false => Err(ServiceError::corrupt(&self.id, "has a rewind to a later step")),
        }
    }

    /// The game after step `to`, as it was known then, and the time of that step.
    fn been(&self, to: Step) -> Result<(Past, DateTime<Utc>), ServiceError> {
        let after = self.log.end_of(to);
        let then = self.log.event(after).map_or(self.status.opened, |entry| entry.event.at);
        if let Some(past) = self.past.iter().find(|past| past.after == after) {
            return Ok((past.clone(), then));
        }
        let Game { status, position, .. } = self.at(after)?;
        Ok((Past { after, status, position }, then))
    }

    /// What a rewind to step `to` leads to: the position there, with hidden information redrawn.
    pub fn resealed(&self, to: Step, dice: &mut Dice) -> Result<Decided, ServiceError> {
        Ok(self.been(to)?.0.position.redraw_hidden(dice))
    }

    /// Supersedes every later event that changed the game, and restores its state after step `to`.
    pub(super) fn rewound(
        &mut self,
        to: Step,
        facts: &str,
        decided: Option<Decided>,
        by: Seq,
        at: DateTime<Utc>,
    ) -> Result<(), ServiceError> {
        self.is_before(self.log.end_of(to), by)?;
        let (past, then) = self.been(to)?;
        self.log.go_back(past.after, by);
        self.status.rewind(&past.status, then, by, at);
        self.position = past.position;
        self.redrawn(facts, decided)
    }

    /// Applies redrawn hidden information. It prompts nobody and affects no clock.
    pub(super) fn redrawn(
        &mut self,
        facts: &str,
        decided: Option<Decided>,
    ) -> Result<(), ServiceError> {
        match decided {
            Some(decided) => self.position = decided.next.into(),
            None if facts == NOTHING => {}
            None => drop(self.fold_facts(facts)?),
        }
        Ok(())
    }

    /// The last instruction of a seat that is still in force.
    pub fn left_last(&self, seat: Seat) -> Option<Seq> {
        let own = |one: &Glance| !one.open && one.seat == Some(seat);
        let stands = |one: &Glance| own(one) && one.changes && one.superseded_by.is_none();
        self.log.glances().rev().find(stands).map(|one| one.seq)
    }

    /// Supersedes that instruction. No clock is affected.
    pub(super) fn withdrawn(&mut self, seat: Seat, by: Seq) -> Result<(), ServiceError> {
        if let Some(left) = self.left_last(seat) {
            self.log.set_one_aside(left, by);
            self.position = self.paused(left - 1)?.position;
        }
        Ok(())
    }

    /// The game after event `to`, without events superseded since and with the instructions seats
    /// have left since. Instructions are private, so another seat's undo does not cancel them. If
    /// nothing earlier was superseded since, the fold already has this state. Otherwise every undo
    /// would be folded again for each later one, recursively.
    pub(super) fn paused(&self, to: Seq) -> Result<Past, ServiceError> {
        let been = self.past.iter().find(|past| past.after == to);
        let mut past = match been.filter(|_| self.log.paused_at(to)) {
            Some(past) => past.clone(),
            None => {
                let since = |one: &Glance| one.superseded_by.is_some_and(|by| by > to);
                let log = self.log.pick(|one| one.seq <= to && !since(one));
                let earlier: Vec<_> = log.map(|entry| entry.event.clone()).collect();
                let Game { status, position, .. } = Game::fold(&self.id, &earlier)?;
                Past { after: to, status, position }
            }
        };
        let left = |one: &Glance| !one.open && one.changes && one.superseded_by.is_none();
        for entry in self.log.pick(|one| one.seq > to && left(one)) {
            let mut position = past.position.copy();
            position.fold(&entry.event.facts)?;
            past.position = position.into();
        }
        Ok(past)
    }
}
