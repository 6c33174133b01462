//! The reminder emails: half of the time left, a fifth left, and the last call.

use crate::post::compose::composer::Composer;
use ravenpost_emails::{Email, Reminder};
use ravenpost_log::act::Stage;

impl Composer<'_> {
    pub(in crate::post::compose) fn reminder(self, stage: Stage) -> Option<Email> {
        let email = Reminder {
            seat: self.badge(self.seat),
            stage,
            grace: stage == Stage::LastCall && self.game.seats().wait(self.seat)?.late.is_some(),
            bank: !self.game.seats().wait(self.seat)?.banked.is_zero(),
            ask: self.asked()?,
            clock: self.clock()?,
            turn_emailed: self.turn_email.is_some(),
            frame: self.frame,
            game: self.card,
        };
        Some(email.compose())
    }
}
