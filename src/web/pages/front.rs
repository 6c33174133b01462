//! `GET /`: what this is, with a real game to look at, before anybody signs up.

use actix_web::HttpResponse;
use actix_web::web::Data;
use askama::Template;

use crate::titles;
use crate::web::error::PageError;
use crate::web::layout::{Shell, html};
use crate::web::visitor::Visitor;
use crate::web::{Site, board, paths};
use ravenpost_rules::About;

#[derive(Template)]
#[template(path = "front.html")]
struct FrontPage {
    shell: Shell,
    titles: Vec<&'static About>,
    shown: Option<ShownGame>,
}

/// A public game, as any watcher sees it.
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
    let shell = shell.titled("Long, slow board games by page and by post");
    html(FrontPage { shell, titles, shown: shown(&site).await? })
}

/// The public game that changed last: one that is being played, else one that is over.
async fn shown(site: &Site) -> Result<Option<ShownGame>, PageError> {
    let lobby = site.service.lobby().await?;
    let played = lobby.running.iter().chain(&lobby.free);
    for listed in played.chain(&lobby.over) {
        // One that cannot be shown must not take the front page with it.
        let Ok((live, sight)) = site.service.glance(&listed.row.id).await else { continue };
        return Ok(Some(ShownGame {
            address: paths::game(&listed.row.id),
            name: listed.row.name.clone(),
            title: listed.title,
            headline: sight.headline,
            board: board::drawn(&sight.scene, Vec::new()).svg,
            over: live.outcome().is_some(),
        }));
    }
    Ok(None)
}
