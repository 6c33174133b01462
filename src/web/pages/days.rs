//! `GET /games/{id}/days`: what happened since the own last order as a strip of pictures, each a
//! part of the board round what changed; and those pictures, which show what everybody may see.

use actix_web::HttpResponse;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::web::{Data, Path};
use askama::Template;

use crate::service::play::days::{Day, MOST};
use crate::web::access::Seated;
use crate::web::error::PageError;
use crate::web::game_request::game_of;
use crate::web::layout::{Shell, html};
use crate::web::visitor::Visitor;
use crate::web::{Site, paths, words};
use ravenpost_drawing::{Options, Theme};
use ravenpost_rules::numbers::{Seq, Step};

/// For how long a picture is kept, in seconds: what has happened stays as it was.
const KEPT: &str = "private, max-age=604800";

#[derive(Template)]
#[template(path = "games/days.html")]
struct DaysPage {
    shell: Shell,
    address: String,
    name: String,
    /// The last own order: its step, and how long ago it was.
    since: Option<(Step, String)>,
    days: Vec<DayView>,
}

/// A part of the strip.
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
    let live = asked.live();
    let last = live.last_order(asked.seat);
    // The own last order comes first: where all answer at once, it may have brought all to light.
    let before = last.and_then(|step| live.changed_before(step));
    let from = before.map_or(Seq::NONE, |step| live.log.end_of(step));
    let days = match live.has_started() {
        true => live.days(live.viewer(Some(asked.seat)), from, MOST)?,
        false => Vec::new(),
    };
    let ago = |at| words::span(site.now() - at);
    let view = |day: Day| DayView {
        picture: paths::day(&asked.game, day.from, day.to),
        ago: ago(day.at),
        day,
    };
    let at = last.and_then(|step| live.log.event(live.log.end_of(step))).map(|one| one.event.at);
    let name = live.course.name.clone();
    html(DaysPage {
        shell: shell
            .beside(&asked.game, &visitor)
            .titled(&format!("In pictures: {name}"))
            .at("games"),
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
    let (game, steps) = path.into_inner();
    let live = site.service.live(&game_of(&game)?).await?;
    let (from, to) = steps_of(&steps).ok_or(PageError::NotFound("picture"))?;
    let crop = live.crop(from, to)?.ok_or(PageError::NotFound("picture"))?;
    let draw = move || {
        let options = Options { theme: Theme::File, near: crop.near, ..Options::default() };
        ravenpost_drawing::svg(&crop.scene, &options)
    };
    let drawn = actix_web::web::block(draw).await.map_err(PageError::broken)?;
    let mut answer = HttpResponse::Ok();
    Ok(answer.insert_header((CACHE_CONTROL, KEPT)).content_type("image/svg+xml").body(drawn))
}

/// The two steps of a picture's name: `12-17.svg`.
pub fn steps_of(name: &str) -> Option<(Step, Step)> {
    let (from, to) = name.strip_suffix(".svg")?.split_once('-')?;
    Some((Step(from.parse().ok()?), Step(to.parse().ok()?)))
}
