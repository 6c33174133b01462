//! The email reporting that a deadline has passed and which default order was played.

use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::game::core::log::Entry;
use crate::post::compose::composer::Composer;
use ravenpost_emails::{DeadlinePassed, SafeLine};
use ravenpost_log::Act;

use ravenpost_log::act::pace::NotAwaited;
use ravenpost_rules::Viewer;

impl Composer<'_> {
    pub(in crate::post::compose) fn deadline_passed(
        self,
    ) -> Result<Option<DeadlinePassed>, ServiceError> {
        let after = self.payload.after_seq;
        let later = self.game.log.after(after);
        let batch = later.take_while(|one| one.event.seq <= self.seq);
        let timeouts: Vec<(DateTime<Utc>, &str)> = batch
            .filter_map(|entry| match entry.act {
                Act::TimedOut { seat, order, .. } if *seat == self.seat => {
                    Some((ran_out(&entry), order.as_str()))
                }
                _ => None,
            })
            .collect();
        let Some((due, _)) = timeouts.first().copied() else { return Ok(None) };
        let passed_over = self.game.log.after(after).take_while(|one| one.event.seq <= self.seq);
        let passed_over = passed_over
            .filter(|one| one.act.seat() == Some(self.seat))
            .any(|one| matches!(one.act, Act::TimedOut { cause: Some(_), .. }));
        let absent = self.game.status.is_not_awaited(self.seat);
        let rule = self.game.status.pace.not_awaited.filter(|_| absent);
        let not_awaited = rule.map(|rule| SafeLine::from(not_awaited(rule)));
        let orders: Vec<&str> = timeouts.iter().map(|(_, order)| *order).collect();
        let email = DeadlinePassed {
            seat: self.badge(self.seat),
            due,
            passed_over,
            not_awaited,
            order: SafeLine::from(orders.join("; ")),
            happened: self.game.narration().since(Viewer::Seat(self.seat), after)?,
            now: self.todo(),
            frame: self.frame,
            game: self.card,
        };
        Ok(Some(email))
    }
}

/// Explains that the recipient's seat is not waited for.
fn not_awaited(rule: NotAwaited) -> String {
    format!(
        "You missed {} of your last {} turns, so simultaneous turns no longer wait for you. You \
         still have at least twelve hours for each. Move on time once, and the game waits for you \
         again.",
        rule.missed, rule.of
    )
}

/// Returns the deadline whose expiry caused a default order.
fn ran_out(timeout: &Entry) -> DateTime<Utc> {
    match timeout.act {
        Act::TimedOut { deadline: Some(due), .. } => *due,
        _ => timeout.event.at,
    }
}
