//! `GET /games/{id}/catch-up`: a one-screen summary for a returning player of what has happened
//! since their last order, followed by the full story.

use actix_web::HttpResponse;
use actix_web::web::Data;
use askama::Template;

use crate::http::error::PageError;
use crate::shared::access::Playing;
use crate::shared::layout::{Shell, html};
use crate::shared::visitor::Visitor;
use crate::{
    Site,
    shared::{paths, words},
};
use ravenpost_rules::numbers::Step;
use ravenpost_service::play::catch_up::Part;

#[derive(Template)]
#[template(path = "games/catch_up.html")]
struct CatchUpPage {
    shell: Shell,
    address: String,
    name: String,
    /// The step of the viewer's last order, and how long ago it was.
    since: Option<(Step, String)>,
    parts: Vec<Part>,
    story: Vec<Part>,
    /// Whether the viewer has to give an order now.
    asked: bool,
}

pub async fn show(
    asked: Playing,
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    let missed = site.service.play().catch_up(&asked.game, asked.player).await?;
    let game = asked.game();
    let since = missed.since.map(|(step, at)| (step, words::span(site.now() - at)));
    let name = game.status.name.clone();
    html(CatchUpPage {
        shell: shell
            .for_game(&asked.game, &visitor)
            .titled(&format!("Catch up: {name}"))
            .at("mine"),
        address: paths::game(&asked.game),
        asked: game.seats().wait(asked.seat).is_some(),
        name,
        since,
        parts: missed.parts,
        story: missed.story,
    })
}
