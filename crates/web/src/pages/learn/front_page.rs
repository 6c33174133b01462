//! `GET /`: an introduction with a real game, for visitors who have not signed up.

use actix_web::HttpResponse;
use actix_web::web::Data;
use askama::Template;

use crate::http::error::PageError;
use crate::shared::layout::{Shell, html};
use crate::shared::visitor::Visitor;
use crate::{Site, shared::paths, view::board};
use ravenpost_rules::About;
use ravenpost_service::titles;

#[derive(Template)]
#[template(path = "front.html")]
struct FrontPage {
    shell: Shell,
    titles: Vec<&'static About>,
    shown: Option<ShownGame>,
}

/// A public game as spectators see it.
struct ShownGame {
    address: String,
    name: String,
    title: &'static str,
    headline: String,
    board: String,
    over: bool,
}

pub async fn show(
    shell: Shell,
    site: Data<Site>,
    _visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    let titles = titles::all().iter().map(|title| title.about()).collect();
    let shell = shell.titled("Long board games, a turn a day");
    html(FrontPage { shell, titles, shown: shown(&site).await? })
}

/// Returns the public game that changed last: a running one if possible, else a finished one.
async fn shown(site: &Site) -> Result<Option<ShownGame>, PageError> {
    let lobby = site.service.play().lobby().await?;
    let played = lobby.running.iter().chain(&lobby.free);
    for listed in played.chain(&lobby.over) {
        // A game that cannot be shown must not break the front page.
        let Ok((game, presentation)) = site.service.play().glance(&listed.row.id).await else {
            continue;
        };
        return Ok(Some(ShownGame {
            address: paths::game(&listed.row.id),
            name: listed.row.name.clone(),
            title: listed.title,
            headline: presentation.headline,
            board: board::drawn(&presentation.scene, board::Drawing::default()).svg,
            over: game.outcome().is_some(),
        }));
    }
    Ok(None)
}
