//! The letter that time was up, and what was played for its reader.

use chrono::{DateTime, Utc};

use super::composer::Composer;
use crate::letters::{DeadlinePassed, Letter, SafeLine};
use crate::service::error::ServiceError;
use crate::service::game::log::Entry;
use ravenpost_log::Act;
use ravenpost_rules::Viewer;

impl Composer<'_> {
    pub(super) fn deadline_passed(self) -> Result<Option<Letter>, ServiceError> {
        let after = self.payload.after;
        let later = self.live.log.after(after);
        let batch = later.take_while(|one| one.event.seq <= self.seq);
        let lapsed: Vec<(DateTime<Utc>, &str)> = batch
            .filter_map(|entry| match entry.act {
                Act::Lapsed { seat, order, .. } if *seat == self.seat => {
                    Some((ran_out(&entry), order.as_str()))
                }
                _ => None,
            })
            .collect();
        let Some((due, _)) = lapsed.first().copied() else { return Ok(None) };
        let orders: Vec<&str> = lapsed.iter().map(|(_, order)| *order).collect();
        let letter = DeadlinePassed {
            seat: self.badge(self.seat),
            due,
            order: SafeLine::from(orders.join("; ")),
            happened: self.live.since(Viewer::Seat(self.seat), after)?,
            next: self.asks(),
            frame: self.frame,
            game: self.card,
        };
        Ok(Some(letter.compose()))
    }
}

/// When the time ran out for which a fallback was played.
fn ran_out(lapse: &Entry) -> DateTime<Utc> {
    match lapse.act {
        Act::Lapsed { due: Some(due), .. } => *due,
        _ => lapse.event.at,
    }
}
