//! A game folded from its acts without its title: seats, votes, stops, outages and epochs. Acts
//! that depend on clocks or on the rules cannot be judged this way and are accepted.

use chrono::{DateTime, Utc};

use super::Asked;
use super::positions::{Positions, Sees};
use super::refusals::Forbidden;
use crate::act::Act;
use crate::act::opening::Opening;
use crate::ids::At;
use crate::table::status::{CONDUCT, GameStatus, Status};
use ravenpost_rules::Seat;
use ravenpost_rules::dice::Epoch;
use ravenpost_rules::numbers::Step;

/// A game folded from its acts.
pub struct Alone {
    table: GameStatus,
    epochs: Vec<Epoch>,
    last: DateTime<Utc>,
    step: Step,
    started: Option<Step>,
    /// Whether all acts are known, rather than a part of the game.
    whole: bool,
}

impl Alone {
    /// Starts a game in which only the opening has happened.
    ///
    /// # Errors
    ///
    /// Returns a message if the opening has an unknown conduct, no rules version, or an organiser's
    /// seat that does not exist.
    pub fn open(opening: &Opening, at: DateTime<Utc>, whole: bool) -> Result<Alone, String> {
        let seats = 1..=opening.table.seats;
        let sits = opening.organiser.is_none_or(|seat| seats.contains(&seat.0));
        if !(1..=CONDUCT).contains(&opening.conduct) || opening.rules == 0 || !sits {
            return Err("the opening has an invalid rules version, conduct or organiser".into());
        }
        let epochs = vec![opening.epoch];
        let table = GameStatus::open(opening, at);
        Ok(Alone { table, epochs, last: at, step: Step(1), started: None, whole })
    }

    /// Applies the next event if its act was allowed at that time; `open` says whether it is a
    /// step.
    ///
    /// # Errors
    ///
    /// Returns the reason why the act was not allowed.
    pub fn take(&mut self, act: &Act, open: bool, at: At) -> Result<(), String> {
        let asked = Asked::at(self, at.time).may(act);
        asked.map_err(|why| format!("was not allowed: {why}"))?;
        self.pass(open, at.time);
        match act {
            Act::EpochStarted { epoch, .. } => self.epochs.push(*epoch),
            Act::Started => self.started = Some(self.step),
            // The vote has passed.
            Act::Rewound { .. } => drop(self.table.stops.led_back()),
            _ => {}
        }
        self.table.take(act.clone(), self.step, at);
        Ok(())
    }

    /// Skips an event whose act is not known.
    pub fn pass(&mut self, open: bool, at: DateTime<Utc>) {
        self.step += u64::from(open);
        self.last = at;
        if open {
            self.table.changed = at;
        }
    }

    /// Returns whether the game can still change.
    pub fn goes_on(&self) -> bool {
        matches!(self.table.state, Status::Open | Status::Running)
    }

    /// Returns the number of the last step.
    pub fn step(&self) -> Step {
        self.step
    }
}

impl Positions for Alone {
    type Error = Forbidden;

    fn table(&self) -> &GameStatus {
        &self.table
    }

    fn sees(&self) -> Sees {
        Sees { clocks: false, orders: self.whole }
    }

    fn last_event_at(&self) -> Option<DateTime<Utc>> {
        Some(self.last)
    }

    fn had_epoch(&self, epoch: Epoch) -> bool {
        self.epochs.contains(&epoch)
    }

    /// Only the title knows, so the act is accepted.
    fn has_outcome(&self) -> bool {
        true
    }

    /// Not called if clocks are unknown.
    fn taking_back_now(&self, _: Seat) -> Option<Act> {
        None
    }

    fn may_go_back_to(&self, to: Step) -> Result<(), Forbidden> {
        let begun = self.started.is_some_and(|started| started <= to);
        match begun && to <= self.step {
            true => Ok(()),
            false => Err(Forbidden::refused(format!("the game cannot go back to step {to}"))),
        }
    }

    /// Only the title knows which seats answer at once.
    fn may_go_in_between(&self, _: Step) -> Result<(), Forbidden> {
        Ok(())
    }
}
