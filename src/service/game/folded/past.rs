//! How a game goes back: what came after an event is set aside, and it stands as it stood then.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::Game;
use crate::service::error::ServiceError;
use crate::service::game::log::glance::Glance;
use ravenpost_log::event::NOTHING;
use ravenpost_log::table::status::GameStatus;
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_rules::{Decided, Dice, Position, Seat};

/// How a game stood after an event.
#[derive(Clone)]
pub(super) struct Past {
    pub(super) after: Seq,
    pub(super) course: GameStatus,
    pub(super) position: Arc<dyn Position>,
}

impl Game {
    /// Sets aside everything after `to` that changed the game, and goes back to how it stood.
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
        let past = self.stood(to)?;
        self.position = past.position;
        self.course.go_back(&past.course, seat, given, by, at);
        Ok(())
    }

    /// What is gone back to lies before the event that goes back: else it would go back for ever.
    fn is_before(&self, to: Seq, by: Seq) -> Result<(), ServiceError> {
        match to < by {
            true => Ok(()),
            false => Err(ServiceError::corrupt(&self.id, "goes back to what came later")),
        }
    }

    /// How the game stood after step `to`, as it was known then, and when that step was.
    fn been(&self, to: Step) -> Result<(Past, DateTime<Utc>), ServiceError> {
        let after = self.log.end_of(to);
        let then = self.log.event(after).map_or(self.course.opened, |entry| entry.event.at);
        if let Some(past) = self.past.iter().find(|past| past.after == after) {
            return Ok((past.clone(), then));
        }
        let Game { course, position, .. } = self.at(after)?;
        Ok((Past { after, course, position }, then))
    }

    /// What going back to step `to` leads to: the position there, with what nobody could know
    /// drawn anew.
    pub fn resealed(&self, to: Step, dice: &mut Dice) -> Result<Decided, ServiceError> {
        Ok(self.been(to)?.0.position.redraw_hidden(dice))
    }

    /// Sets aside everything after step `to` that changed the game, and goes back to how it stood.
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
        self.course.rewind(&past.course, then, by, at);
        self.position = past.position;
        self.redrawn(facts, decided)
    }

    /// What nobody can know was drawn anew. It asks nothing, and no clock minds it.
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

    /// The last thing that a seat left for later and that still stands.
    pub fn left_last(&self, seat: Seat) -> Option<Seq> {
        let own = |one: &Glance| !one.open && one.seat == Some(seat);
        let stands = |one: &Glance| own(one) && one.changes && one.superseded_by.is_none();
        self.log.glances().rev().find(stands).map(|one| one.seq)
    }

    /// Sets that aside. No clock minds it.
    pub(super) fn withdrawn(&mut self, seat: Seat, by: Seq) -> Result<(), ServiceError> {
        if let Some(left) = self.left_last(seat) {
            self.log.set_one_aside(left, by);
            self.position = self.stood(left - 1)?.position;
        }
        Ok(())
    }

    /// How the game stood after event `to`, without what was set aside since, and with what seats
    /// have left for later since: nobody else knows of that, so nobody else's take-back ends it.
    /// Where nothing from before was set aside since, the fold has been there already; without
    /// that, each take-back would be folded again for every later one, and for those again.
    pub(super) fn stood(&self, to: Seq) -> Result<Past, ServiceError> {
        let been = self.past.iter().find(|past| past.after == to);
        let mut past = match been.filter(|_| self.log.stood_at(to)) {
            Some(past) => past.clone(),
            None => {
                let since = |one: &Glance| one.superseded_by.is_some_and(|by| by > to);
                let log = self.log.pick(|one| one.seq <= to && !since(one));
                let kept: Vec<_> = log.map(|entry| entry.event.clone()).collect();
                let Game { course, position, .. } = Game::fold(&self.id, &kept)?;
                Past { after: to, course, position }
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
