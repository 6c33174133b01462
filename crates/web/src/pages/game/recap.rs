//! `GET /games/{id}/days`: a recap in pictures since the player's last order, each showing the part
//! of the board that changed. The pictures show only public information.

use actix_web::HttpResponse;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::web::{Data, Path};
use askama::Template;

use crate::http::error::PageError;
use crate::shared::access::Seated;
use crate::shared::game_request::game_of;
use crate::shared::layout::{Shell, html};
use crate::shared::visitor::Visitor;
use crate::{
    Site,
    shared::{paths, words},
};
use ravenpost_drawing::{Options, Theme};
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_service::play::recap::{Day, MOST};

/// The cache lifetime of a picture in seconds. Past events do not change.
const CACHING: &str = "private, max-age=604800";

#[derive(Template)]
#[template(path = "games/recap.html")]
struct DaysPage {
    shell: Shell,
    address: String,
    name: String,
    /// The step of the viewer's last order, and how long ago it was.
    since: Option<(Step, String)>,
    days: Vec<DayView>,
}

/// A picture of the recap.
struct DayView {
    picture: String,
    ago: String,
    day: Day,
}

pub async fn show(
    asked: Seated,
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    let game = asked.game();
    let last = game.orders().last_order(asked.seat);
    // Begin with the viewer's last order, since with simultaneous orders it may have revealed all
    // of them.
    let before = last.and_then(|step| game.history().changed_before(step));
    let from = before.map_or(Seq::NONE, |step| game.log.end_of(step));
    let days = match game.has_started() {
        true => game.recap().days(game.viewer(Some(asked.seat)), from, MOST)?,
        false => Vec::new(),
    };
    let ago = |at| words::span(site.now() - at);
    let view = |day: Day| DayView {
        picture: paths::day(&asked.game, day.from, day.to),
        ago: ago(day.at),
        day,
    };
    let at = last.and_then(|step| game.log.event(game.log.end_of(step))).map(|one| one.event.at);
    let name = game.status.name.clone();
    html(DaysPage {
        shell: shell
            .for_game(&asked.game, &visitor)
            .titled(&format!("Picture recap: {name}"))
            .at("mine"),
        address: paths::game(&asked.game),
        name,
        since: last.zip(at).map(|(step, at)| (step, ago(at))),
        days: days.into_iter().map(view).collect(),
    })
}

/// `GET /games/{id}/days/{from}-{to}.svg`
pub async fn picture(
    site: Data<Site>,
    path: Path<(String, String)>,
) -> Result<HttpResponse, PageError> {
    let (game_id, steps) = path.into_inner();
    let game = site.service.games().load(&game_of(&game_id)?).await?;
    let (from, to) = steps_of(&steps).ok_or(PageError::NotFound("picture"))?;
    let crop = game.recap().crop(from, to)?.ok_or(PageError::NotFound("picture"))?;
    let draw = move || {
        let options = Options { theme: Theme::File, near: crop.near, ..Options::default() };
        ravenpost_drawing::svg(&crop.scene, &options)
    };
    let drawn = actix_web::web::block(draw).await.map_err(PageError::broken)?;
    let mut answer = HttpResponse::Ok();
    Ok(answer.insert_header((CACHE_CONTROL, CACHING)).content_type("image/svg+xml").body(drawn))
}

/// Parses the file name of a picture, such as `12-17.svg`, into its two steps.
pub fn steps_of(name: &str) -> Option<(Step, Step)> {
    let (from, to) = name.strip_suffix(".svg")?.split_once('-')?;
    Some((Step(from.parse().ok()?), Step(to.parse().ok()?)))
}
