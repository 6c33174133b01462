//! `GET /`: an introduction with a first turn to play, for visitors who have not signed up.

use std::cmp::Reverse;

use actix_web::HttpResponse;
use actix_web::web::Data;
use askama::Template;

use crate::guides::title_cards::{self, TitleCard};
use crate::http::error::PageError;
use crate::shared::layout::{Shell, html};
use crate::shared::visitor::Visitor;
use crate::{
    Site,
    shared::{forms, paths},
};

const DESCRIPTION: &str = "Play deep board games with friends, one turn a day. An email says it is \
     your turn; you move on the web or by reply. Play a first turn now, without an account.";

#[derive(Template)]
#[template(path = "front.html")]
struct FrontPage {
    shell: Shell,
    titles: Vec<TitleCard>,
    /// Whether visitors can practise without an account.
    guests: bool,
    key: String,
    /// Board pictures for the stamps; the second one is in the middle.
    stamps: Vec<String>,
    /// The address of the first turn to play.
    first_turn: Option<String>,
    shown: Option<ShownGame>,
}

/// A public game as spectators see it.
struct ShownGame {
    address: String,
    name: String,
    title: &'static str,
    headline: String,
    picture: Option<String>,
    over: bool,
}

pub async fn show(
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    let shell = shell.with_open_forms(&visitor).titled("Deep board games, one turn a day");
    let shell = shell.described(DESCRIPTION);
    let titles = title_cards::all();
    let first_turn = title_cards::easiest(&titles);
    let first_turn = first_turn.map(|card| paths::document(card.about, "first-game"));
    let stamps = stamps(&titles);
    let guests = site.service.settings().guest_games.per_day > 0;
    let (key, shown) = (forms::random(), shown(&site).await?);
    html(FrontPage { shell, titles, guests, key, stamps, first_turn, shown })
}

/// Chooses three boards: that of the first turn between those of the heaviest titles.
fn stamps(titles: &[TitleCard]) -> Vec<String> {
    let middle = title_cards::easiest(titles).map(|card| card.about.key);
    let (middle, mut smaller): (Vec<_>, Vec<_>) =
        titles.iter().partition(|card| Some(card.about.key) == middle);
    smaller.sort_by_key(|card| Reverse(card.about.size.weight));
    let mut stamps: Vec<String> =
        smaller.iter().take(2).filter_map(|one| one.cover.clone()).collect();
    stamps.reverse();
    let at = stamps.len().min(1);
    stamps.splice(at..at, middle.iter().filter_map(|one| one.cover.clone()));
    stamps
}

/// Returns the public game that changed last: a running one if possible, else a finished one.
async fn shown(site: &Site) -> Result<Option<ShownGame>, PageError> {
    let lobby = site.service.play().lobby().await?;
    let played = lobby.running.iter().chain(&lobby.free);
    for listed in played.chain(&lobby.over) {
        // A game that cannot be shown must not break the front page.
        let Ok((game, presentation)) = site.service.play().spectator_view(&listed.row.id).await
        else {
            continue;
        };
        let board = presentation.scene.board.is_some();
        return Ok(Some(ShownGame {
            address: paths::game(&listed.row.id),
            name: listed.row.name.clone(),
            title: listed.title,
            headline: presentation.headline,
            picture: board.then(|| paths::picture(&listed.row.id, game.step())),
            over: game.outcome().is_some(),
        }));
    }
    Ok(None)
}
