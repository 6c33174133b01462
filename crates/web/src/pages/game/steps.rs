//! `GET /games/{id}/log`: all steps, newest first, with pagination.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use crate::http::error::PageError;
use crate::shared::game_request::{game_of, viewpoint, visible};
use crate::shared::layout::{Shell, html};
use crate::shared::pagination::{Addresses, Page};
use crate::shared::query::Fields;
use crate::shared::visitor::Visitor;
use crate::view::news::{Chapter, chapters};
use crate::{Site, shared::paths};
use ravenpost_rules::numbers::Step;
use ravenpost_service::ServiceError;
use ravenpost_service::game::core::folded::Game;

#[derive(Template)]
#[template(path = "games/log.html")]
struct LogPage {
    shell: Shell,
    game: LogView,
    page: Page,
}

/// The fields that the log template needs.
struct LogView {
    address: String,
    name: String,
    log: Vec<Chapter>,
}

pub async fn show(
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse, PageError> {
    let visible = visible(&site, &visitor, &game_of(&path)?, None).await?;
    let news = visible.game.narration().news(visible.viewer);
    let address = paths::game(&visible.game.id);
    let path = format!("{address}/log");
    let way = Addresses { path: &path, parameters: &[], field: "page", part: "" };
    let page = Page::newest(&Fields::read(request.query_string()), news.len(), way)?;
    let steps =
        visible.game.narration().tell(news[page.range()].iter().copied(), visible.viewer)?;
    let mut log = chapters(&steps, &visible, viewpoint(&site, &visitor, None), usize::MAX);
    if let (Some(oldest), Some(first)) = (log.last_mut(), steps.first())
        && oldest.title.is_none()
    {
        oldest.title = went_on(&visible.game, first.step)?;
    }
    let name = visible.status.name.clone();
    let shell = shell.titled(&format!("Log: {name}")).of_game(visible.seat.is_some());
    html(LogPage { shell, game: LogView { address, name, log }, page })
}

/// Returns the heading of the turn that a page continues, if it does not begin with a heading.
fn went_on(game: &Game, step: Step) -> Result<Option<String>, ServiceError> {
    let turns = game.history().turns()?;
    let turn = turns.iter().rev().find(|turn| turn.from < step);
    Ok(turn.and_then(|turn| turn.heading.as_ref()).map(|heading| heading.text.clone()))
}
