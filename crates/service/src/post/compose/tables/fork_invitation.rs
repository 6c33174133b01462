//! The email that invites a player to forks of the player's own game.

use std::sync::Arc;

use crate::game::core::folded::Game;
use crate::post::compose::composer::Composer;
use ravenpost_emails::kinds::fork_invitation::Along;
use ravenpost_emails::{AskedAlong, Email, SafeLine};
use ravenpost_rules::Seat;

impl Composer<'_> {
    /// Returns `None` if no invitation is open, or if the player has joined.
    pub(in crate::post::compose) fn fork_invitation(self) -> Option<Email> {
        let along = |(fork, by): &(Arc<Game>, Seat)| {
            let name = self.seats.get(by.index()).and_then(|seat| seat.name.as_deref());
            Some(Along {
                name: SafeLine::from(name.unwrap_or("a player")),
                seat: self.badge(*by),
                step: fork.status.fork.as_ref()?.step,
                page: format!("{}/games/{}", self.base, fork.id),
            })
        };
        let asked: Vec<Along> = self.forks.iter().filter_map(along).collect();
        let own = self.badge(self.seat);
        let email = AskedAlong { own, asked, frame: self.frame, game: self.card };
        (!email.asked.is_empty()).then(|| email.compose())
    }
}
