//! A game that is over, told with all hands on the table: what only one seat was told stands where
//! everybody else was told less, in words for all.

use crate::letters::second_person::told_to_others;
use crate::service::error::ServiceError;
use crate::service::game::folded::Game;
use crate::service::game::log::Entry;
use crate::service::game::story::ToldEvent;
use ravenpost_log::table::status::Status;
use ravenpost_rules::numbers::Seq;
use ravenpost_rules::{Narration, ToldToAll, Viewer};

impl Game {
    /// These events, whoever was told of them. Refused while the game goes on.
    pub fn tell_openly(&self, events: &[Seq]) -> Result<Vec<ToldEvent>, ServiceError> {
        if self.course.status != Status::Over {
            return Err(ServiceError::refused("hands are open when the game is over"));
        }
        let events = events.iter().filter_map(|seq| self.log.event(*seq));
        events.map(|entry| self.told_openly(&entry)).collect()
    }

    fn told_openly(&self, entry: &Entry) -> Result<ToldEvent, ServiceError> {
        let event = self.told(entry, Viewer::Watcher)?;
        let seats = self.course.table.seats;
        let facts = self.title.narrate_to_all(&entry.event.facts, seats)?;
        let mut told: Vec<Narration> =
            self.service_words(entry, Viewer::Watcher).into_iter().collect();
        for fact in facts {
            told.extend(self.laid_open(fact));
        }
        Ok(ToldEvent { told, ..event })
    }

    /// A fact in words for all: what seats were told of it, where that is more than watchers were.
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

/// Whether a sentence to a seat says anything that another one to all does not, but for the seat's
/// being spoken to: "You draw Bro" says more than "Red draws a card", and "You carry wood" says
/// what "Red carries wood" does.
fn says_more(own: &str, all: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|letter: char| !letter.is_alphanumeric());
        words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
    };
    let known = words(all);
    let spoken_to = |word: &str| matches!(word, "you" | "your" | "are" | "have");
    // A verb changes its end: "carry", "carries".
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
