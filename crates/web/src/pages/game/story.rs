//! `GET /games/{id}/saga`: the story of a finished game, also for printing, with maps that show
//! only public information.

use std::sync::Arc;

use actix_web::HttpResponse;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::web::{Data, Path};
use askama::Template;

use crate::http::error::PageError;
use crate::pages::game::recap::steps_of;
use crate::shared::game_request::{game_of, visible};
use crate::shared::layout::{Shell, html};
use crate::shared::visitor::Visitor;
use crate::view::ending::Ending;
use crate::{
    Site,
    shared::{paths, words},
};
use ravenpost_drawing::{Options, Theme};
use ravenpost_log::ActKind;
use ravenpost_rules::{Seat, SeatName};
use ravenpost_service::game::table::seat_names::Occupant;
use ravenpost_service::play::game_story::GameStory;

/// The cache lifetime of a map in seconds. The game is over.
const CACHING: &str = "private, max-age=604800";
/// The size of the score chart.
const WIDTH: i32 = 640;
const HEIGHT: i32 = 240;
/// The height reserved for the letter at the end of a curve.
const EMAIL: i32 = 18;
/// The margin around the curves for names and numbers.
const MARGIN: i32 = 30;

#[derive(Template)]
#[template(path = "games/game_story.html")]
struct StoryPage {
    shell: Shell,
    address: String,
    name: String,
    title: &'static str,
    seats: Vec<Occupant>,
    /// The period in which it was played.
    played: String,
    ending: Option<Ending>,
    story: Arc<GameStory>,
    curves: Vec<Curve>,
    /// The highest and lowest scores.
    most: i32,
    least: i32,
}

/// The score curve of a seat.
struct Curve {
    called: SeatName,
    /// The points of the SVG polyline: "30,210 90,180".
    line: String,
    /// Where it ends.
    end: (i32, i32),
}

pub async fn show(
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
) -> Result<HttpResponse, PageError> {
    let visible = visible(&site, &visitor, &game_of(&path)?, None).await?;
    let game = visible.game.clone();
    // Check first, because building the story is expensive.
    if visible.outcome.is_none() {
        return Err(PageError::NotFound("game story"));
    }
    let story = site.service.play().story(&game).await?;
    let game = &visible.game;
    let started = game.log.pick(|one| one.kind == ActKind::Started).next().map(|one| one.event.at);
    let ended = game.log.last().map(|one| one.event.at);
    let played = started.zip(ended).map(|(from, to)| words::period(from, to, visitor.zone()));
    let all = story.chapters.iter().flat_map(|chapter| &chapter.points).map(|(_, points)| *points);
    let (least, most) = all.fold((0, 1), |(least, most), one| (least.min(one), most.max(one)));
    let name = visible.status.name.clone();
    let curve = |seat: Seat| Curve::of(game.called(seat), seat, &story, least, most);
    let mut curves: Vec<Curve> = Seat::all(game.status.table.seats).map(curve).collect();
    apart(&mut curves);
    html(StoryPage {
        shell: shell.titled(&format!("The saga of {name}")).of_game(visible.seat.is_some()),
        address: paths::game(&game.id),
        title: game.title.about().name,
        ending: Ending::of(&visible, &visible.seats),
        played: played.unwrap_or_default(),
        curves,
        seats: visible.seats,
        name,
        story,
        most,
        least,
    })
}

/// Moves the letters at the ends of curves down where they would overlap.
fn apart(curves: &mut [Curve]) {
    let mut ends: Vec<&mut i32> = curves.iter_mut().map(|one| &mut one.end.1).collect();
    ends.sort();
    let mut free = i32::MIN;
    for end in ends {
        *end = free.max(*end);
        free = *end + EMAIL;
    }
}

impl Curve {
    fn of(called: SeatName, seat: Seat, story: &GameStory, least: i32, most: i32) -> Curve {
        let own = |points: &[(Seat, i32)]| {
            points.iter().find(|(known, _)| *known == seat).map_or(0, |(_, points)| *points)
        };
        let points: Vec<i32> = story.chapters.iter().map(|chapter| own(&chapter.points)).collect();
        let last = i32::try_from(points.len().saturating_sub(1)).unwrap_or(1).max(1);
        let place = |(at, points): (usize, &i32)| {
            let at = i32::try_from(at).unwrap_or(last);
            let across = MARGIN + (WIDTH - 2 * MARGIN) * at / last;
            let up = (HEIGHT - 2 * MARGIN) * (points - least) / (most - least).max(1);
            (across, HEIGHT - MARGIN - up)
        };
        let places: Vec<(i32, i32)> = points.iter().enumerate().map(place).collect();
        let line: Vec<String> = places.iter().map(|(x, y)| format!("{x},{y}")).collect();
        let end = places.last().copied().unwrap_or_default();
        Curve { called, line: line.join(" "), end }
    }
}

/// `GET /games/{id}/saga/{from}-{to}.svg`: the whole board after a step, with the changes since an
/// earlier one highlighted.
pub async fn map(
    site: Data<Site>,
    path: Path<(String, String)>,
) -> Result<HttpResponse, PageError> {
    let (game_id, steps) = path.into_inner();
    let game = site.service.games().load(&game_of(&game_id)?).await?;
    let (from, to) = steps_of(&steps).ok_or(PageError::NotFound("map"))?;
    let scene = game.recap().map(from, to)?.ok_or(PageError::NotFound("map"))?;
    let draw = move || {
        let options = Options { theme: Theme::File, ..Options::default() };
        ravenpost_drawing::svg(&scene, &options)
    };
    let drawn = actix_web::web::block(draw).await.map_err(PageError::broken)?;
    let mut answer = HttpResponse::Ok();
    Ok(answer.insert_header((CACHE_CONTROL, CACHING)).content_type("image/svg+xml").body(drawn))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_at_curve_ends_do_not_overlap() {
        let ends = [100, 95, 30].map(|y| Curve {
            called: SeatName::by_colour("red"),
            line: String::new(),
            end: (600, y),
        });
        let mut curves = Vec::from(ends);
        apart(&mut curves);
        let ends: Vec<i32> = curves.iter().map(|one| one.end.1).collect();
        assert_eq!(ends, [95 + EMAIL, 95, 30], "each stays its seat's");
    }
}
