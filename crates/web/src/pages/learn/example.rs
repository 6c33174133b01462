//! `GET /titles/{title}/examples/{example}`: a worked example, step by step on the real board.

use actix_web::web::Path;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use crate::guides::example_frames::{Frame, Kind, frames};
use crate::guides::examples::{self, ExampleFile};
use crate::guides::handbook;
use crate::http::error::PageError;
use crate::shared::layout::{Shell, html};
use crate::shared::query::Fields;
use crate::view::position_view::PositionView;
use ravenpost_rules::scenario;
use ravenpost_rules::scenario::played::{Listed, Played};
use ravenpost_rules::{About, Refusal, SeatName, Table, Title, Viewer};
use ravenpost_service::game::clocks::contract;
use ravenpost_service::titles;

#[derive(Template)]
#[template(path = "titles/example.html")]
struct ExamplePage {
    shell: Shell,
    about: &'static About,
    file: &'static ExampleFile,
    id: String,
    example: Played,
    at: usize,
    last: usize,
    frame: Option<FrameView>,
}

impl ExamplePage {
    /// Returns the address of a rule.
    fn rule(&self, point: &str) -> String {
        handbook::address(self.about, point)
    }

    /// Returns the previous and next example in the file.
    fn neighbours(&self) -> (Option<&'static Listed>, Option<&'static Listed>) {
        let all = &self.file.examples;
        let at = all.iter().position(|one| one.id == self.id).unwrap_or_default();
        (at.checked_sub(1).and_then(|before| all.get(before)), all.get(at + 1))
    }

    /// Returns the legal and the illegal orders of a frame, with their labels.
    fn choices<'a>(&self, frame: &'a FrameView) -> [(&'static str, &'a [String]); 2] {
        [("Legal here:", &frame.legal), ("Refused here:", &frame.illegal)]
    }

    /// The board, for the link that skips to it.
    fn board(&self) -> Option<&PositionView> {
        self.frame.as_ref().and_then(|frame| frame.game.as_ref())
    }
}

/// The view model of a frame.
struct FrameView {
    kind: Kind,
    /// None if the table is refused.
    game: Option<PositionView>,
    /// The number of seats and the non-default options, if a game begins here.
    table: Vec<String>,
    /// The seat that gave the order, and the order.
    ordered: Option<(SeatName, String)>,
    narration: Vec<String>,
    refused: Vec<Refusal>,
    /// Orders that would be accepted here, and orders that would be refused.
    legal: Vec<String>,
    illegal: Vec<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct FrameQuery {
    step: Option<String>,
}

pub async fn show(
    shell: Shell,
    path: Path<(String, String)>,
    request: HttpRequest,
) -> Result<HttpResponse, PageError> {
    let (key, id) = path.into_inner();
    let title = titles::find(&key).ok_or(PageError::NotFound("title"))?;
    let about = title.about();
    let has = |file: &&ExampleFile| file.examples.iter().any(|one| one.id == id);
    let file = examples::of(about).iter().find(has).ok_or(PageError::NotFound("example"))?;
    let example = scenario::played_in(title, file.text, &id);
    let example = example.ok_or(PageError::NotFound("example"))?;
    let frames = frames(title, &example);
    let last = frames.len();
    let query: FrameQuery = Fields::read(request.query_string()).parse()?;
    let at: usize = query.step.as_deref().unwrap_or("1").parse().unwrap_or_default();
    let frame = match at.checked_sub(1).and_then(|at| frames.get(at)) {
        Some(frame) => Some(seen(title, frame)?),
        None if last == 0 && at == 1 => None,
        None => return Err(PageError::NotFound("step")),
    };
    let shell = shell.titled(&format!("{}: {}", about.name, example.name)).at("titles");
    html(ExamplePage { shell, about, file, id, at, last, frame, example })
}

fn seen(title: &'static dyn Title, frame: &Frame<'_>) -> Result<FrameView, PageError> {
    let Frame { step, kind, position, before, order, facts, refused, .. } = *frame;
    let viewer = Viewer::Seat(step.seat);
    let facts = if facts.is_empty() { "[]" } else { facts };
    let narration = title.narrate(facts, viewer).map_err(PageError::broken)?;
    let restarted = matches!(kind, Kind::Begins | Kind::NoTable);
    Ok(FrameView {
        kind,
        game: (kind != Kind::NoTable).then(|| PositionView::of(position, before, viewer, None)),
        table: if restarted { agreed(title.about(), &step.table) } else { Vec::new() },
        ordered: (!order.is_empty()).then(|| (position.seat_name(step.seat), order.to_owned())),
        narration: narration
            .into_iter()
            .filter(|narration| !narration.quiet)
            .map(|narration| narration.text)
            .collect(),
        refused: refused.to_vec(),
        legal: frame.legal.to_vec(),
        illegal: frame.illegal.to_vec(),
    })
}

/// Returns the number of seats and every non-default option.
fn agreed(about: &About, table: &Table) -> Vec<String> {
    let usual = contract::options(about, &Table::of(table.seats));
    let chosen = contract::options(about, table).into_iter().filter(|one| !usual.contains(one));
    let seats = crate::shared::words::number(usize::from(table.seats), "seat");
    std::iter::once(seats).chain(chosen.map(|(label, value)| format!("{label}: {value}"))).collect()
}
