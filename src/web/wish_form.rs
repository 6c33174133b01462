//! What whoever sits down may wish for before the game begins: a list that is ranked by choosing
//! first, second and so on.

use crate::service::game::wishes::WishOrder;
use crate::service::play::read_game::GameSight;
use crate::web::query::Fields;
use ravenpost_rules::Wish;

/// The form, and what is wished for already.
pub struct WishForm {
    pub label: &'static str,
    pub help: &'static str,
    pub rule: &'static str,
    pub choices: Vec<(String, String)>,
    /// The chosen of each place, as it is written; empty where nothing is.
    pub places: Vec<String>,
}

impl WishForm {
    pub fn of(sight: &GameSight) -> Option<WishForm> {
        let Wish { label, help, choices, rule, .. } = sight.live.wish()?;
        let wished = sight.wished.as_deref().unwrap_or_default();
        let mut chosen = wished.split_whitespace().skip(1);
        let places = choices.iter().map(|_| chosen.next().unwrap_or_default().to_owned());
        Some(WishForm { label, help, rule, places: places.collect(), choices })
    }

    /// Whether anything is wished for.
    fn says(&self) -> bool {
        self.places.iter().any(|chosen| !chosen.is_empty())
    }

    /// What is wished for, in words.
    pub fn said(&self) -> Option<String> {
        let name = |chosen: &String| {
            let known = self.choices.iter().find(|(word, _)| word == chosen);
            known.map(|(_, name)| name.as_str())
        };
        let names: Vec<&str> = self.places.iter().filter_map(name).collect();
        self.says().then(|| names.join(", then "))
    }
}

/// The wish that a filled form says; an empty line where nothing was chosen, and for games that
/// know no wishes.
pub fn filled(wish: Option<Wish>, fields: &Fields) -> WishOrder {
    let chosen: Vec<&str> = fields.all("wish").filter(|word| !word.is_empty()).collect();
    let line = match (wish, chosen.is_empty()) {
        (_, true) => String::new(),
        (Some(wish), false) => format!("{} {}", wish.verb, chosen.join(" ")),
        // It is refused with the reason.
        (None, false) => chosen.join(" "),
    };
    WishOrder { line, by_letter: false }
}
