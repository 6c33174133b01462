//! The email to a player whose seat was taken away.

use crate::game::table::organiser_acts;
use crate::post::compose::composer::Composer;
use ravenpost_emails::{Email, Replaced, SafeLine};
use ravenpost_log::Act;

impl Composer<'_> {
    pub(in crate::post::compose) fn replaced(self) -> Option<Email> {
        let entry = self.game.log.event(self.seq)?;
        let Act::Replaced { seat, reason, by, .. } = entry.act else { return None };
        let email = Replaced {
            who: SafeLine::from(organiser_acts::who(Some(*by))),
            seat: self.badge(*seat),
            reason: SafeLine::from(reason),
            frame: self.frame,
            game: self.card,
        };
        Some(email.compose())
    }
}
