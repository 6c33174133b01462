//! The email reporting that a turn is void because an order was undone.

use crate::error::ServiceError;
use crate::post::compose::composer::Composer;
use ravenpost_emails::TakenBack;
use ravenpost_log::Act;
use ravenpost_rules::Viewer;

impl Composer<'_> {
    pub(in crate::post::compose) fn taken_back(self) -> Result<Option<TakenBack>, ServiceError> {
        let Some(who) = self.payload.about_seat else { return Ok(None) };
        let by = self.game.log.event(self.seq);
        let log = &self.game.log;
        let to = match by.map(|entry| entry.act) {
            Some(Act::Undone { step, .. }) => log.end_of(step.before()),
            _ => return Ok(None),
        };
        // Notify only players who were told about the turn that is now void.
        if self.turn_email.as_ref().is_none_or(|turn_email| turn_email.seq <= to) {
            return Ok(None);
        }
        let viewer = Viewer::Seat(self.seat);
        let mut undone = Vec::new();
        for entry in log.pick(|one| one.superseded_by == Some(self.seq)) {
            undone.extend(self.game.title.narrate(&entry.event.facts, viewer)?);
        }
        let email = TakenBack {
            who: self.badge(who),
            to: log.step_of(to),
            undone,
            now: self.todo(),
            frame: self.frame,
            game: self.card,
        };
        Ok(Some(email))
    }
}
