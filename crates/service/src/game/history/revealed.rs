//! Narrates a finished game with all hidden information revealed. Facts that were fully narrated
//! only to one seat are shown to everyone.

use crate::error::ServiceError;
use crate::game::core::folded::handles::GameNarration;
use crate::game::core::log::Entry;
use crate::game::history::story::NarratedEvent;
use ravenpost_log::table::status::Status;
use ravenpost_rules::numbers::Seq;
use ravenpost_rules::{Narration, NarrationForAll, Viewer};

impl GameNarration<'_> {
    /// Narrates these events with everything revealed.
    ///
    /// # Errors
    ///
    /// Fails while the game is running.
    pub fn narrate_revealed(&self, events: &[Seq]) -> Result<Vec<NarratedEvent>, ServiceError> {
        if self.status.state != Status::Over {
            return Err(ServiceError::refused("hands are revealed when the game is over"));
        }
        let events = events.iter().filter_map(|seq| self.log.event(*seq));
        events.map(|entry| self.narrated_revealed(&entry)).collect()
    }

    fn narrated_revealed(&self, entry: &Entry) -> Result<NarratedEvent, ServiceError> {
        let event = self.narrate_entry(entry, Viewer::Spectator)?;
        let seats = self.status.table.seats;
        let facts = self.title.narrate_to_all(&entry.event.facts, seats)?;
        let mut narration: Vec<Narration> =
            self.service_words(entry, Viewer::Spectator).into_iter().collect();
        for fact in facts {
            narration.extend(laid_open(fact));
        }
        Ok(NarratedEvent { narration, ..event })
    }
}

/// The narration of a fact for everyone: the narrations for its seats, or the public one if those
/// added nothing.
fn laid_open(NarrationForAll { watched, own }: NarrationForAll) -> Vec<Narration> {
    if own.is_empty() {
        return watched.into_iter().collect();
    }
    let narration = own.into_iter().map(|(seat, narration)| {
        let seat = Some(narration.seat.unwrap_or(seat));
        Narration { quiet: false, seat, ..narration }
    });
    narration.collect()
}
