//! The form for preferences before the game begins: a list to be ranked.

use ravenpost_rules::Preference;
use ravenpost_service::game::table::preferences::ReceivedPreference;
use ravenpost_service::play::read_game::VisibleGame;

/// The form, filled with the current preferences.
pub struct PreferenceForm {
    pub label: &'static str,
    pub help: &'static str,
    pub rule: &'static str,
    pub choices: Vec<(String, String)>,
    /// The choice at each rank, or an empty string.
    pub places: Vec<String>,
}

impl PreferenceForm {
    pub fn of(visible: &VisibleGame) -> Option<PreferenceForm> {
        let Preference { label, help, choices, rule, .. } = visible.game.seats().preference()?;
        let preference = visible.preference.as_deref().unwrap_or_default();
        let mut chosen = preference.split_whitespace().skip(1);
        let places = choices.iter().map(|_| chosen.next().unwrap_or_default().to_owned());
        Some(PreferenceForm { label, help, rule, places: places.collect(), choices })
    }

    fn says(&self) -> bool {
        self.places.iter().any(|chosen| !chosen.is_empty())
    }

    /// Describes the current preferences.
    pub fn said(&self) -> Option<String> {
        let name = |chosen: &String| {
            let known = self.choices.iter().find(|(word, _)| word == chosen);
            known.map(|(_, name)| name.as_str())
        };
        let names: Vec<&str> = self.places.iter().filter_map(name).collect();
        self.says().then(|| names.join(", then "))
    }
}

/// Returns the preferences in a submitted form. The line is empty if nothing was chosen or the game
/// has no preferences.
pub fn filled(preference: Option<Preference>, ranked: &[String]) -> ReceivedPreference {
    let chosen = ranked.iter().map(String::as_str).filter(|word| !word.is_empty());
    let chosen: Vec<&str> = chosen.collect();
    let line = match (preference, chosen.is_empty()) {
        (_, true) => String::new(),
        (Some(preference), false) => format!("{} {}", preference.verb, chosen.join(" ")),
        // The service refuses this with a reason.
        (None, false) => chosen.join(" "),
    };
    ReceivedPreference { line, by_email: false }
}
