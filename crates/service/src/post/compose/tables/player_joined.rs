//! The email reporting that a player has joined.

use crate::error::ServiceError;
use crate::post::compose::composer::{Composer, sittings};
use ravenpost_emails::{Email, Joined};
use ravenpost_log::Act;
use ravenpost_log::act::Sitter;
use ravenpost_log::table::status::{GameStatus, Status};
use ravenpost_rules::numbers::Seq;

impl Composer<'_> {
    /// Names all players who joined after the recipient was last informed, or joined, and who are
    /// still there. Returns `None` after the start, which has an email of its own.
    pub(in crate::post::compose) fn joined(self) -> Result<Option<Email>, ServiceError> {
        if self.game.status.state != Status::Open {
            return Ok(None);
        }
        let own = |act: &Act| matches!(act, Act::Joined { seat, .. } if *seat == self.seat);
        let came = self.game.log.iter().rev().find(|entry| own(entry.act));
        let came = came.map_or(Seq::NONE, |entry| entry.event.seq);
        let before = self.game.history().at(came.max(self.seq.before()))?.status;
        let is_new = |seat| {
            let slot = |status: &GameStatus| {
                let slot = status.seats.slot(seat)?;
                Some((slot.sitter.clone()?, slot.salt.clone()))
            };
            let now = slot(&self.game.status);
            matches!(now, Some((Sitter::Person, _))) && now != slot(&before)
        };
        let seats = sittings(&self.seats);
        let came = seats.iter().filter(|one| one.seat.seat != self.seat && is_new(one.seat.seat));
        let email =
            Joined { came: came.cloned().collect(), seats, frame: self.frame, game: self.card };
        Ok((!email.came.is_empty()).then(|| email.compose()))
    }
}
