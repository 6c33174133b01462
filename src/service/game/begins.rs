//! How a fork begins: from a position of another game, for whom.
//!
//! A fork tells nobody what he may not know. Alone one goes on from what the own seat knew, with
//! the others from what everybody may know; what lies hidden is drawn anew by the fork's own dice,
//! and each is dealt a hand that is nobody's in the other game. Only a game that is over is gone on
//! with as it truly stood. So it does not matter what becomes of a fork: who is replaced there, how
//! it ends, what its export and its log lay open.
//!
//! From what it begins is settled when it is asked for, and stands in its opening. A game that ends
//! before everybody has sat down changes nothing: those who came were told how it would begin.

use std::sync::Arc;

use crate::service::error::ServiceError;
use ravenpost_log::act::Fork;
use ravenpost_rules::{Decided, Dice, Position, Seat, Table, Viewer};
use ravenpost_store::PlayerId;

/// How a fork begins.
pub struct ForkStart {
    pub position: Arc<dyn Position>,
    pub fork: Fork,
    /// Who plays the game that it comes from.
    pub people: Vec<(Seat, PlayerId)>,
}

impl ForkStart {
    /// The facts it begins with. What its eye did not know is drawn anew, by the fork's own dice.
    pub fn decide(&self, table: &Table, dice: &mut Dice) -> Result<Decided, ServiceError> {
        let from = match self.fork.viewer {
            Some(seat) => self.position.imagine(Viewer::Seat(seat), dice),
            None if self.fork.same_players => self.position.imagine(Viewer::Watcher, dice),
            None => self.position.copy(),
        };
        Ok(from.snapshot(table)?)
    }

    /// The seat that is kept for somebody; `Err` where seats are kept, and none for this one.
    pub fn kept_for(&self, player: PlayerId) -> Result<Option<Seat>, ServiceError> {
        if !self.fork.same_players {
            return Ok(None);
        }
        let own = self.people.iter().find(|(_, held)| *held == player).map(|(seat, _)| *seat);
        own.map(Some).ok_or(ServiceError::Denied(KEPT))
    }
}

/// What strangers to the game are told.
pub const KEPT: &str = "the seats are kept for those who play the game it was forked from";
