//! Applies preferences: they are stored when a seat is taken, and granted when the game starts.

use crate::error::ServiceError;
use crate::game::core::batch::Batch;
use crate::game::core::preferences::PreferenceChange;
use ravenpost_log::ActKind;
use ravenpost_log::act::Via;

impl Batch {
    /// Turns the preferences into the first instructions of the seats, at the start of the game.
    pub(in crate::game) fn grant_preferences(&mut self) -> Result<(), ServiceError> {
        let all = self.preferences.known.iter().chain(&self.preferences.own);
        for preference in all.cloned().collect::<Vec<_>>() {
            let via = if preference.by_email { Via::Email } else { Via::Page };
            match self.order(preference.seat, &preference.order, via) {
                // If the rules have changed since, the seat is prompted as if it had no preference.
                Err(ServiceError::Refused(why)) => {
                    tracing::warn!(
                        game = %self.game.id,
                        seat = %preference.seat,
                        ?why,
                        "preference refused by rules"
                    );
                }
                done => drop(done?),
            }
        }
        Ok(())
    }

    /// The changes to preferences to be stored with this batch.
    pub(in crate::game) fn to_keep(&self) -> Option<PreferenceChange> {
        let begun = self.events.iter().any(|event| event.is(ActKind::Started));
        let known = &self.preferences.known;
        match &self.preferences.own {
            _ if begun && self.game.title.wish(&self.game.status.table).is_some() => {
                Some(PreferenceChange::Granted(known.clone()))
            }
            Some(own) if !begun => Some(PreferenceChange::New(own.clone())),
            _ => None,
        }
    }
}
