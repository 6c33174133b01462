//! `GET /players/{name}`: what a player shows to others.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use crate::Site;
use crate::http::error::PageError;
use crate::shared::layout::{Shell, html};
use crate::shared::paths;
use crate::shared::visitor::Visitor;
use ravenpost_service::play::profile::Profile;
use ravenpost_service::play::read_lists::Listed;

#[derive(Template)]
#[template(path = "players/profile.html")]
struct ProfilePage {
    shell: Shell,
    address: String,
    since: String,
    finished: Vec<Played>,
    running: Vec<Played>,
    profile: Profile,
}

/// A game of the player.
struct Played {
    address: String,
    name: String,
    title: &'static str,
    on: String,
    won: bool,
}

pub async fn show(
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
) -> Result<HttpResponse, PageError> {
    let viewer = visitor.player.as_ref().map(|signed| signed.player.id);
    let profile = site.service.players().profile(&path, viewer).await?;
    let zone = visitor.zone();
    let day = |at| zone.local(at).format("%-d %B %Y").to_string();
    let played = |game: &Listed| Played {
        address: paths::game(&game.row.id),
        name: game.row.name.clone(),
        title: game.title,
        on: day(game.row.changed_at),
        won: game.mine.is_some_and(|seat| game.first.contains(&seat)),
    };
    html(ProfilePage {
        shell: Shell::of(&request).titled(&profile.name),
        address: paths::player(&profile.name),
        since: day(profile.since),
        finished: profile.finished.iter().map(played).collect(),
        running: profile.running.iter().map(played).collect(),
        profile,
    })
}
