//! Narrates a finished game with all hidden information revealed. Facts that were fully narrated
//! only to one seat are shown to everyone.

use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::game::core::log::Entry;
use crate::game::history::story::ToldEvent;
use ravenpost_emails::parts::second_person::told_to_others;
use ravenpost_log::table::status::Status;
use ravenpost_rules::numbers::Seq;
use ravenpost_rules::{Narration, ToldToAll, Viewer};

impl Game {
    /// Narrates these events with everything revealed.
    ///
    /// # Errors
    ///
    /// Fails while the game is running.
    pub fn narrate_revealed(&self, events: &[Seq]) -> Result<Vec<ToldEvent>, ServiceError> {
        if self.status.state != Status::Over {
            return Err(ServiceError::refused("hands are open when the game is over"));
        }
        let events = events.iter().filter_map(|seq| self.log.event(*seq));
        events.map(|entry| self.narrated_revealed(&entry)).collect()
    }

    fn narrated_revealed(&self, entry: &Entry) -> Result<ToldEvent, ServiceError> {
        let event = self.told(entry, Viewer::Watcher)?;
        let seats = self.status.table.seats;
        let facts = self.title.narrate_to_all(&entry.event.facts, seats)?;
        let mut told: Vec<Narration> =
            self.service_words(entry, Viewer::Watcher).into_iter().collect();
        for fact in facts {
            told.extend(self.laid_open(fact));
        }
        Ok(ToldEvent { told, ..event })
    }

    /// The narration of a fact for everyone: what its seats learned, rewritten in the third person,
    /// or the public text if they learned no more.
    fn laid_open(&self, ToldToAll { watched, own }: ToldToAll) -> Vec<Narration> {
        let mut told: Vec<Narration> = Vec::new();
        for (seat, own) in own {
            let less = watched.as_ref().map_or("", |watched| watched.text.as_str());
            if says_more(&own.text, less) {
                let text = told_to_others(&own.text, &self.seat_name(seat));
                told.push(Narration { text, quiet: false, seat: Some(seat), ..own });
            }
        }
        if told.is_empty() { watched.into_iter().collect() } else { told }
    }
}

/// Whether a sentence addressed to a seat says more than the public one, apart from the form of
/// address. "You draw Bro" says more than "Red draws a card"; "You carry wood" says the same as
/// "Red carries wood".
fn says_more(own: &str, all: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric());
        words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
    };
    let known = words(all);
    let spoken_to = |word: &str| matches!(word, "you" | "your" | "are" | "have");
    // A verb changes its ending: "carry", "carries".
    let is_known = |word: &str| {
        let stem = word.char_indices().next_back().map_or(word, |(last, _)| &word[..last]);
        let stem = if stem.is_empty() { word } else { stem };
        known.iter().any(|known| known == word || known.starts_with(stem) && word.len() > 2)
    };
    words(own).iter().any(|word| !spoken_to(word) && !is_known(word))
}

#[cfg(test)]
mod tests {
    use super::says_more;

    #[test]
    fn what_a_seat_alone_was_told_says_more() {
        for (own, all) in [
            ("You draw Bro", "Red draws 1 card"),
            ("You plan 2 Ships", "Red has planned"),
            ("On your sheet: march to Roma", ""),
            ("Red draws 2 cards: forest (2), hill", "Red draws 2 cards"),
            ("You take 3 gold", "Red takes 2 gold"),
        ] {
            assert!(says_more(own, all), "{own}");
        }
        for (own, all) in [
            ("You gain 3 glory and take Wood", "Red gains 3 glory and takes Wood"),
            ("You carry wood to your home", "Red carries wood to its home"),
        ] {
            assert!(!says_more(own, all), "{own}");
        }
    }
}
