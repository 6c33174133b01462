//! The addresses of our own pages, each written here only; and which addresses are ours.

use super::query::pairs;
use crate::service::game::what_waits::{Waiting, Wanted};
use ravenpost_log::GameId;
use ravenpost_rules::About;
use ravenpost_rules::numbers::Step;

/// A game's page, and its table's before the start.
pub fn game(id: &GameId) -> String {
    format!("/games/{id}")
}

/// The small picture of a game's board at a step.
pub fn picture(game: &GameId, step: Step) -> String {
    format!("{}/picture?step={step}", self::game(game))
}

/// A part of a game's board after a step, round what changed since an earlier one.
pub fn day(game: &GameId, from: Step, to: Step) -> String {
    format!("{}/days/{from}-{to}.svg", self::game(game))
}

/// The page on which something is done that waits.
pub fn waiting(waiting: &Waiting) -> String {
    let Some(game) = &waiting.game else { return "/held".to_owned() };
    let game = self::game(game);
    match waiting.wanted {
        Wanted::Order => format!("{game}#orders"),
        Wanted::Vote => format!("{game}#vote"),
        Wanted::Words(_) => format!("{game}?tab=talk#tabs"),
        Wanted::AskedAlong | Wanted::Held(_) => game,
    }
}

/// What a line of orders would do.
pub fn preview(game: &GameId, line: &str) -> String {
    format!("{}/preview?{}", self::game(game), pairs(&[("order", line)]))
}

/// A game's page with only the orders about an area.
pub fn orders_about(game: &GameId, area: &str) -> String {
    format!("{}?{}#orders", self::game(game), pairs(&[("area", area)]))
}

/// The table behind an invitation.
pub fn invitation(token: &str) -> String {
    format!("/join/{token}")
}

pub fn title(about: &About) -> String {
    format!("/titles/{}", about.key)
}

/// One of a title's documents: `rules`, `learn`.
pub fn document(about: &About, which: &str) -> String {
    format!("/titles/{}/{which}", about.key)
}

/// A stop of a title's first game.
pub fn first_game(about: &About, stop: usize) -> String {
    format!("/titles/{}/first-game?step={stop}#tour", about.key)
}

/// Where to sign in and then come back to an own path.
pub fn sign_in(then: &str) -> String {
    format!("/sign-in?{}", pairs(&[("to", &own(then))]))
}

/// The path if it is one of ours, the front page otherwise: no redirect leaves this site.
pub fn own(path: &str) -> String {
    let plain = path.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    let own = path.starts_with('/') && !path.starts_with("//") && plain;
    if own { path.to_owned() } else { "/".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn redirects_stay_here() {
        for path in ["/", "/games/abc?at=3#log", "/next"] {
            assert_eq!(own(path), path);
        }
        let foreign = [
            "//evil.example",
            "https://evil.example",
            "/\\evil.example",
            "\\\\evil",
            "evil",
            "",
            "/\t/evil",
            "/a\r\nSet-Cookie: x",
            "javascript:alert(1)",
            "/\u{2028}",
        ];
        for path in foreign {
            assert_eq!(own(path), "/", "{path:?}");
        }
    }
}
