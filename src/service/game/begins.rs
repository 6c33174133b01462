//! How a fork begins: from a position of another game, for whom.

use std::sync::Arc;

use crate::rules::act::Fork;
use crate::rules::{Decided, Dice, Position, Seat, Table, Viewer};
use crate::service::error::ServiceError;
use crate::store::PlayerId;

/// How a fork begins.
pub struct Begins {
    pub position: Arc<dyn Position>,
    pub fork: Fork,
    /// Who plays the game that it comes from.
    pub people: Vec<(Seat, PlayerId)>,
}

impl Begins {
    /// The facts it begins with. What its eye did not know is drawn anew, by the fork's own dice.
    pub fn decide(&self, table: &Table, dice: &mut Dice) -> Result<Decided, ServiceError> {
        let from = match self.fork.eye {
            Some(seat) => self.position.imagine(Viewer::Seat(seat), dice),
            None if self.fork.together => self.position.reseal(dice).next,
            None => self.position.copy(),
        };
        Ok(from.whole(table)?)
    }

    /// The seat that is kept for somebody; `Err` where seats are kept, and none for this one.
    pub fn kept_for(&self, player: PlayerId) -> Result<Option<Seat>, ServiceError> {
        if !self.fork.together {
            return Ok(None);
        }
        let own = self.people.iter().find(|(_, held)| *held == player).map(|(seat, _)| *seat);
        own.map(Some).ok_or(ServiceError::Denied(KEPT))
    }
}

/// What strangers to the game are told.
pub const KEPT: &str = "the seats are kept for those who play the game it was forked from";
