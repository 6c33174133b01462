//! How a fork begins: from which position, and for whom.
//!
//! A fork must not reveal hidden information. A fork for one player starts from what that player's
//! seat knew; a fork for the same players starts from public information. Hidden information is
//! redrawn with the fork's own dice, so no seat gets its hand from the original game. Only a
//! finished game is continued from its true position. Nothing that happens in a fork, its export
//! and its log included, can therefore reveal the original.
//!
//! The starting position is fixed in the fork's opening event. It does not change if the original
//! ends before everyone has joined, because the first players joined under the announced
//! conditions.

use std::sync::Arc;

use crate::error::ServiceError;
use ravenpost_log::act::Fork;
use ravenpost_rules::{Decided, Dice, Position, Seat, Table, Viewer};
use ravenpost_store::PlayerId;

/// How a fork begins.
pub struct ForkStart {
    pub position: Arc<dyn Position>,
    pub fork: Fork,
    /// The players of the original game.
    pub people: Vec<(Seat, PlayerId)>,
}

impl ForkStart {
    /// The initial facts. What its viewer did not know is redrawn with the fork's own dice.
    pub fn decide(&self, table: &Table, dice: &mut Dice) -> Result<Decided, ServiceError> {
        let from = match self.fork.viewer {
            Some(seat) => self.position.imagine(Viewer::Seat(seat), dice),
            None if self.fork.same_players => self.position.imagine(Viewer::Spectator, dice),
            None => self.position.copy(),
        };
        Ok(from.snapshot(table)?)
    }

    /// The seat reserved for a player, if seats are reserved.
    ///
    /// # Errors
    ///
    /// Fails with `Denied` if seats are reserved and none is for this player.
    pub fn reserved_for(&self, player: PlayerId) -> Result<Option<Seat>, ServiceError> {
        if !self.fork.same_players {
            return Ok(None);
        }
        let own = self.people.iter().find(|(_, held)| *held == player).map(|(seat, _)| *seat);
        own.map(Some).ok_or(ServiceError::Denied(RESERVED))
    }
}

/// The refusal for players who did not take part in the original.
pub const RESERVED: &str = "the seats of this fork are reserved for the players of the original \
    game";
