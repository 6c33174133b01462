//! Builds the addresses of our pages, and checks whether an address is local.

use crate::shared::query::pairs;
use ravenpost_emails::parts::links::encode;
use ravenpost_log::GameId;
use ravenpost_rules::About;
use ravenpost_rules::numbers::Step;
use ravenpost_service::game::notify::pending::{PendingAction, Waiting};

/// Returns the address of a game's page, which shows the table before the start.
pub fn game(id: &GameId) -> String {
    format!("/games/{id}")
}

/// Returns the address of the small board picture at a step.
pub fn picture(game: &GameId, step: Step) -> String {
    format!("{}/picture?step={step}", self::game(game))
}

/// Returns the address of a picture of the part of the board that changed between two steps.
pub fn day(game: &GameId, from: Step, to: Step) -> String {
    format!("{}/days/{from}-{to}.svg", self::game(game))
}

/// Returns the address of a pending action.
pub fn waiting(waiting: &Waiting) -> String {
    let Some(game) = &waiting.game else { return "/held".to_owned() };
    let game = self::game(game);
    match waiting.wanted {
        PendingAction::Order => format!("{game}#orders"),
        PendingAction::Vote => format!("{game}#vote"),
        PendingAction::Words(_) => format!("{game}?tab=talk#tabs"),
        PendingAction::AskedAlong | PendingAction::Held(_) => game,
    }
}

/// Returns the address of the preview of an order line.
pub fn preview(game: &GameId, line: &str) -> String {
    format!("{}/preview?{}", self::game(game), pairs(&[("order", line)]))
}

/// Returns the address of a game's page with only the orders about an area.
pub fn orders_about(game: &GameId, area: &str) -> String {
    format!("{}?{}#orders", self::game(game), pairs(&[("area", area)]))
}

/// Returns the address of a player's profile page.
pub fn player(name: &str) -> String {
    format!("/players/{}", encode(name))
}

pub fn invitation(token: &str) -> String {
    format!("/join/{token}")
}

pub fn title(about: &About) -> String {
    format!("/titles/{}", about.key)
}

/// Returns the address of a title's document, such as `rules` or `learn`.
pub fn document(about: &About, which: &str) -> String {
    format!("/titles/{}/{which}", about.key)
}

/// Returns the address of a stop of a title's first game.
pub fn first_game(about: &About, stop: usize) -> String {
    format!("/titles/{}/first-game?step={stop}#tour", about.key)
}
