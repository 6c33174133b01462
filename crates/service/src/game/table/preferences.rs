//! Preferences that seats state before their game starts. They are stored outside the log, because
//! even their existence is private, and become the seat's first instruction when the game starts.

use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::game::core::folded::handles::GameSeats;
use crate::game::core::preferences::Preferences;
use crate::handles::Members;
use ravenpost_log::table::status::Status;
use ravenpost_rules::text::phrase::and;
use ravenpost_rules::{Dice, Preference, Refusal, Seat, begins_with};
use ravenpost_store::PlayerId;
use ravenpost_store::people::preferences::{self, StoredPreference};

/// A preference as received.
#[derive(Clone, Debug, Default)]
pub struct ReceivedPreference {
    /// The order that states it; empty for none.
    pub line: String,
    /// Whether it came by email rather than from the page.
    pub by_email: bool,
}

impl GameSeats<'_> {
    /// The preference that can be stated at this table; `None` once the game has started, or if it
    /// is a fork.
    pub fn preference(&self) -> Option<Preference> {
        let waits = self.status.state == Status::Open && self.status.fork.is_none();
        waits.then(|| self.title.wish(&self.status.table)).flatten()
    }

    /// Whether a line states a preference at this table.
    pub(crate) fn is_preference(&self, line: &str) -> bool {
        self.preference()
            .is_some_and(|preference| begins_with(&line.trim().to_lowercase(), preference.verb))
    }

    /// Parses a seat's preference. Returns `None` for an empty line or the bare verb.
    ///
    /// # Errors
    ///
    /// Fails if the preference is not allowed.
    pub(crate) fn preference_of(
        &self,
        seat: Seat,
        said: &ReceivedPreference,
    ) -> Result<Option<StoredPreference>, ServiceError> {
        let line = said.line.trim();
        if line.is_empty() {
            return Ok(None);
        }
        let refused = |why: &str| Err(ServiceError::Refused(vec![Refusal::new(why).word(line)]));
        let Some(preference) = self.preference() else {
            return refused("this game has no choices to make before it starts");
        };
        if !self.is_preference(line) {
            return refused(&format!("write \"{}\" and your choice", preference.verb));
        }
        if line.eq_ignore_ascii_case(preference.verb) {
            return Ok(None);
        }
        // The dice do not affect which preferences are possible.
        let opened = self.title.open(&self.status.table, &mut Dice::seeded(0))?;
        let begun = opened.next.patient(true);
        let decided = begun.decide(seat, line, &mut Dice::seeded(0)).map_err(|refusals| {
            // Suggestions would refer to a game that has started.
            let plain = |refusal| Refusal { instead: Vec::new(), ..refusal };
            refusals.into_iter().map(plain).collect::<Vec<_>>()
        });
        Ok(Some(StoredPreference { seat, order: decided?.order, by_email: said.by_email }))
    }
}

/// Explains which preferences exist, and how to state one in an email.
pub fn in_words(preference: &Preference) -> String {
    let words: Vec<&str> = preference.choices.iter().map(|(word, _)| word.as_str()).collect();
    let (some, all) = (words[..words.len().min(2)].join(" "), and(&words));
    format!(
        "To choose in advance, add a line such as \"{} {some}\" ({}). The choices are {all}. {} \
         Your choice is private.",
        preference.verb,
        preference.label.to_lowercase(),
        preference.help,
    )
}

/// Confirms a stored preference.
pub fn confirmation(order: &str) -> String {
    format!("Stored for the start of the game: {order}. Your choice is private.")
}

impl Members<'_> {
    /// The stored preferences of a game, if its title has any.
    pub(in crate::game) async fn preferences_at(
        self,
        game: &Game,
    ) -> Result<Preferences, ServiceError> {
        let known = match game.seats().preference() {
            Some(_) => preferences::of_game(self.store().read(), &game.id).await?,
            None => Vec::new(),
        };
        Ok(Preferences { known, own: None })
    }

    /// The preference that a player has stated at a table that has not started.
    pub async fn own_preference(
        self,
        game: &Game,
        player: Option<PlayerId>,
    ) -> Result<Option<String>, ServiceError> {
        let Some(seat) = player.and_then(|player| game.seat_of(player)) else { return Ok(None) };
        let Preferences { known, .. } = self.preferences_at(game).await?;
        Ok(known
            .into_iter()
            .find(|preference| preference.seat == seat)
            .map(|preference| preference.order))
    }
}
