//! The cards that introduce the titles: board, players, weeks and weight.

use super::{handbook, tours};
use crate::http::assets;
use crate::shared::{paths, words};
use ravenpost_rules::About;
use ravenpost_service::titles;

pub struct TitleCard {
    pub about: &'static About,
    /// The address of a board picture.
    pub cover: Option<String>,
    pub emblem: String,
    /// "about 5 weeks"
    pub weeks: &'static str,
    /// "medium"
    pub weight: &'static str,
    /// Whether its first game is playable.
    pub first_game: bool,
}

/// Returns the cards of all titles, in display order.
pub fn all() -> Vec<TitleCard> {
    titles::all().iter().map(|title| of(title.about())).collect()
}

fn of(about: &'static About) -> TitleCard {
    TitleCard {
        about,
        cover: cover(about),
        emblem: assets::emblem(about.key),
        weeks: about.size.weeks,
        weight: words::weight(about.size.weight),
        first_game: tours::of(about).is_some(),
    }
}

/// Returns the address of the board picture of a title.
pub fn cover(about: &'static About) -> Option<String> {
    let name = handbook::of(about).cover()?;
    Some(paths::document(about, &format!("pictures/{name}")))
}

/// Returns the recommended first title: the lightest with a playable first game or, among equals,
/// the one that needs the fewest players.
pub fn easiest(cards: &[TitleCard]) -> Option<&TitleCard> {
    let playable = cards.iter().filter(|card| card.first_game);
    playable.min_by_key(|card| (card.about.size.weight, card.about.seats.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_turn_of_the_front_page_is_playable() {
        let cards = all();
        let first = easiest(&cards).expect("a title has a first game");
        assert!(first.cover.is_some() && first.first_game);
        assert!(cards.iter().all(|card| card.about.size.weight >= first.about.size.weight));
    }
}
