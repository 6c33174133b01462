//! A title's worked examples: the list, and each of them played step by step on the real board.

use actix_web::web::Path;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use crate::titles;
use crate::web::error::PageError;
use crate::web::examples::{self, ExampleFile};
use crate::web::handbook;
use crate::web::layout::{Shell, html};
use crate::web::position_view::PositionView;
use crate::web::query::Fields;
use ravenpost_rules::scenario;
use ravenpost_rules::scenario::played::{Listed, Played, PlayedStep};
use ravenpost_rules::{About, Position, Refusal, SeatName, Title, Viewer};

#[derive(Template)]
#[template(path = "titles/examples.html")]
struct ExamplesPage {
    shell: Shell,
    about: &'static About,
    /// The point of the rules that is asked for; empty for all examples.
    rule: String,
    files: Vec<(&'static ExampleFile, Vec<&'static Listed>)>,
}

/// `GET /titles/{title}/examples`: all of them; with `rule` those that show a point.
pub async fn list(
    shell: Shell,
    path: Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse, PageError> {
    let about = titles::find(&path).ok_or(PageError::NotFound("title"))?.about();
    let rule = Fields::read(request.query_string()).text("rule").to_owned();
    let wanted = |one: &&Listed| rule.is_empty() || one.shows.contains(&rule);
    let files = examples::of(about).iter();
    let files = files.map(|file| (file, file.examples.iter().filter(wanted).collect()));
    let files: Vec<_> = files.filter(|(_, found): &(_, Vec<_>)| !found.is_empty()).collect();
    if files.is_empty() {
        return Err(PageError::NotFound("example"));
    }
    let shell = shell.titled(&format!("{}: worked examples", about.name)).at("titles");
    html(ExamplesPage { shell, about, rule, files })
}

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
    /// Where a point of the rules stands.
    fn rule(&self, point: &str) -> String {
        handbook::address(self.about, point)
    }

    /// The examples before and after it in its file.
    fn neighbours(&self) -> (Option<&'static Listed>, Option<&'static Listed>) {
        let all = &self.file.examples;
        let at = all.iter().position(|one| one.id == self.id).unwrap_or_default();
        (at.checked_sub(1).and_then(|before| all.get(before)), all.get(at + 1))
    }
}

/// What there is to see at a time: a position, and what led to it.
#[derive(Clone, Copy)]
struct Frame<'a> {
    step: &'a PlayedStep,
    position: &'a dyn Position,
    before: Option<&'a dyn Position>,
    /// The order that led here, and its facts.
    order: &'a str,
    facts: &'a str,
    /// Why an order was not taken here.
    refused: &'a [Refusal],
}

/// The same as the page shows it.
struct FrameView {
    game: PositionView,
    called: SeatName,
    order: String,
    told: Vec<String>,
    refused: Vec<Refusal>,
    begins: bool,
}

/// `GET /titles/{title}/examples/{example}`
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
    let frames = frames(&example);
    let last = frames.len();
    let fields = Fields::read(request.query_string());
    let at: usize = fields.get("step").unwrap_or("1").parse().unwrap_or_default();
    let frame = match at.checked_sub(1).and_then(|at| frames.get(at)) {
        Some(frame) => Some(seen(title, frame)?),
        None if last == 0 && at == 1 => None,
        None => return Err(PageError::NotFound("step of this example")),
    };
    let shell = shell.titled(&format!("{}: {}", about.name, example.name)).at("titles");
    html(ExamplePage { shell, about, file, id, at, last, frame, example })
}

/// Every position of an example that has a board, with what led to it.
fn frames(example: &Played) -> Vec<Frame<'_>> {
    let mut frames = Vec::new();
    for step in &example.steps {
        let plain = Frame {
            step,
            position: &*step.before,
            before: None,
            order: "",
            facts: "",
            refused: &[],
        };
        if step.anew {
            frames.push(plain);
        }
        let mut before = &*step.before;
        for one in step.orders.iter().filter(|one| !step.opened(one)) {
            frames.push(Frame {
                position: &*one.after,
                before: Some(before),
                order: &one.order,
                facts: &one.facts,
                ..plain
            });
            before = &*one.after;
        }
        if !step.refused.is_empty() {
            let order = step.line.as_deref().unwrap_or_default();
            frames.push(Frame { position: before, order, refused: &step.refused, ..plain });
        }
    }
    frames.retain(|frame| frame.position.seats() > 0);
    frames
}

fn seen(title: &'static dyn Title, frame: &Frame<'_>) -> Result<FrameView, PageError> {
    let seat = frame.step.seat;
    let viewer = Viewer::Seat(seat);
    let facts = if frame.facts.is_empty() { "[]" } else { frame.facts };
    let told = title.narrate(facts, viewer).map_err(PageError::broken)?;
    Ok(FrameView {
        game: PositionView::of(frame.position, frame.before, viewer, None),
        called: frame.position.seat_name(seat),
        order: frame.order.to_owned(),
        told: told.into_iter().filter(|told| !told.quiet).map(|told| told.text).collect(),
        refused: frame.refused.to_vec(),
        begins: frame.before.is_none() && frame.refused.is_empty(),
    })
}
