//! `GET /titles/{title}/first-game`: a guided first game on the real board. The progress is in the
//! address; nothing is stored, and no sign-in is needed.

use actix_web::web::Path;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use crate::guides::documents::{self, Around};
use crate::http::error::PageError;
use crate::pages::game::give_order::written;
use crate::shared::forms::OrderForm;
use crate::shared::layout::{Shell, html, redirect};
use crate::shared::query::{Fields, pairs};
use crate::view::game_view::groups::GroupView;
use crate::view::game_view::orders::area_name;
use crate::view::position_view::{Asking, PositionView};
use crate::{
    guides::{handbook, tours},
    shared::paths,
};
use ravenpost_rules::scenario::tour::{Followed, Move, Stop, Tour};
use ravenpost_rules::{About, Form, Refusal, SeatName, Viewer};
use ravenpost_service::titles;

#[derive(Template)]
#[template(path = "titles/first_game.html")]
struct FirstGamePage {
    shell: Shell,
    about: &'static About,
    game: PositionView,
    at: usize,
    last: usize,
    /// The seat the reader plays.
    reader: SeatName,
    /// The current chapter heading and the text of this stop.
    chapter: String,
    narration: String,
    /// The orders given since the previous stop.
    since: Vec<NarratedMove>,
    asked: Option<Asked>,
    answer: Answer,
}

impl FirstGamePage {
    /// Whether the draft comes before the other orders, because it has the expected one.
    fn draft_first(&self) -> bool {
        self.game.orders.draft.as_ref().is_some_and(GroupView::is_asked)
    }
}

/// An order that was given, narrated to the reader.
struct NarratedMove {
    called: SeatName,
    order: String,
    narration: Vec<String>,
}

/// The next order of the tour.
struct Asked {
    order: String,
    /// Its effect in words: the label of its button, or a phrase in the imperative.
    words: Option<String>,
    /// Its number among the orders of its line, counted from 1.
    number: usize,
    /// The number of orders of its line.
    of: usize,
    way: Way,
}

/// Where the order can be given.
enum Way {
    /// With a button or form on this page.
    Here,
    /// At an area of the board: its name and the address of its orders.
    At(String, String),
    /// Not among the orders of the selected area.
    All,
    /// Only by typing it.
    Typed,
}

/// The response to an order other than the next one of the tour.
#[derive(Default)]
struct Answer {
    refused: Vec<Refusal>,
    /// The submitted order and its effects.
    elsewhere: Option<(String, Vec<String>)>,
    typed: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct StopQuery<'a> {
    step: Option<&'a str>,
}

pub async fn show(
    shell: Shell,
    path: Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse, PageError> {
    let about = titles::find(&path).ok_or(PageError::NotFound("title"))?.about();
    let tour = tours::of(about).ok_or(PageError::NotFound("first game"))?;
    let fields = Fields::read(request.query_string());
    let none = PageError::NotFound("step");
    let StopQuery { step } = fields.parse()?;
    let form = OrderForm::of(&fields);
    let mut at: usize = step.unwrap_or("1").parse().unwrap_or_default();
    let stop = tour.stop(at).ok_or(none)?;
    let mut answer = Answer::default();
    if form.has_order() {
        match written(&fields, |form| form.order(stop.position, tour.reader)) {
            Ok(line) => match tour.follow(at, &numbered(&stop, tour, line.clone())) {
                Followed::On(next) if next > at => {
                    return Ok(redirect(&paths::first_game(about, next), ""));
                }
                Followed::On(_) => answer.typed = line,
                Followed::Elsewhere(next, would) => {
                    at = next;
                    let narration =
                        would.narration.into_iter().filter(|narration| !narration.quiet);
                    let narration =
                        narration.map(|narration| narration.text).chain(would.ahead).collect();
                    answer.elsewhere = Some((would.order, narration));
                    answer.typed = line;
                }
                Followed::Refused(next, refused) => {
                    at = next;
                    answer.refused = refused;
                    answer.typed = line;
                }
            },
            Err(no) => answer.refused.push(no),
        }
    }
    html(page(shell, about, tour, at, form.area, answer)?)
}

fn page(
    shell: Shell,
    about: &'static About,
    tour: &Tour,
    at: usize,
    area: Option<&str>,
    answer: Answer,
) -> Result<FirstGamePage, PageError> {
    let stop = tour.stop(at).ok_or(PageError::NotFound("step"))?;
    let place = |slug: &str| {
        let fields = [("step", at.to_string()), ("area", slug.to_owned())];
        let fields = fields.each_ref().map(|(name, value)| (*name, value.as_str()));
        format!("{}?{}#orders", address(about), pairs(&fields))
    };
    let asking = Asking { seat: tour.reader, area, to: &place };
    let asking = stop.asked.is_some().then_some(&asking);
    let before = at.checked_sub(1).and_then(|before| tour.stop(before));
    let before = before.as_ref().map(|before| before.position);
    let mut game = PositionView::of(stop.position, before, Viewer::Seat(tour.reader), asking);
    game.address = address(about);
    game.orders.try_at = format!("{}#orders", game.address);
    game.orders.carried = vec![("step".to_owned(), at.to_string())];
    game.orders.verb = "Play move";
    // Give a draft line like any other order here.
    let groups = game.orders.groups.iter_mut().chain(&mut game.orders.draft);
    groups.flat_map(|group| &mut group.forms).for_each(|form| form.quick = false);
    let asked = stop.asked.map(|asked| Asked {
        way: way(&stop, tour, asked, &mut game, &place),
        order: asked.order.clone(),
        words: label(&stop, tour, &asked.order).or_else(|| action(about, tour, asked)),
        number: 1 + stop.line.iter().take_while(|one| !std::ptr::eq(*one, asked)).count(),
        of: stop.line.len(),
    });
    Ok(FirstGamePage {
        shell: shell.titled(&format!("{}: a first game", about.name)).at("titles"),
        about,
        at,
        last: tour.last(),
        // At the start, the seat may still have no colour.
        reader: tour.stop(tour.last()).as_ref().unwrap_or(&stop).position.seat_name(tour.reader),
        chapter: chapter(tour, at),
        narration: narrate_stop(about, &stop),
        since: since(about, tour, &stop)?,
        asked,
        answer,
        game,
    })
}

fn address(about: &About) -> String {
    paths::document(about, "first-game")
}

/// Determines where the order can be given, and marks it there.
fn way(
    stop: &Stop<'_>,
    tour: &Tour,
    asked: &Move,
    game: &mut PositionView,
    place: &dyn Fn(&str) -> String,
) -> Way {
    let order = asked.order.as_str();
    let orders = &mut game.orders;
    let listed = |group: &GroupView| group.offers.iter().any(|one| one.offer.order == order);
    let anywhere = orders.groups.iter().chain(&orders.draft).any(listed);
    // An order about an area is given there unless a button offers it.
    let about = |(slug, forms): &&(String, Vec<Form>)| {
        order.split(' ').any(|word| word == slug) && forms.iter().any(|form| form.makes(order))
    };
    let places = stop.position.places(tour.reader);
    let there = places.iter().find(about).filter(|_| !anywhere);
    if let Some((slug, _)) = there.filter(|(slug, _)| orders.area.as_ref() != Some(slug)) {
        let seen = stop.position.present(Viewer::Seat(tour.reader));
        return Way::At(area_name(&seen, slug), place(slug));
    }
    let found = [true, false].into_iter().any(|exact| {
        let mut groups = orders.groups.iter_mut().rev().chain(&mut orders.draft);
        groups.any(|one| one.ask_for(order, exact))
    });
    // The numbers would be out of order.
    let groups = orders.groups.iter_mut().chain(&mut orders.draft);
    groups.flat_map(|group| &mut group.offers).for_each(|one| one.number = None);
    // Show the groups with the expected order first, and the card that it plays.
    orders.groups.sort_by_key(|group| !group.is_asked());
    let card = orders.groups.first().filter(|group| group.is_asked());
    let card = card.and_then(|group| group.card.clone());
    orders.hand.sort_by_key(|one| card.as_ref() != Some(&one.slug));
    match (found, &orders.area) {
        (true, _) => Way::Here,
        (false, Some(_)) => Way::All,
        (false, None) => Way::Typed,
    }
}

/// Returns the order that a line selects by its number in the list, or the line.
fn numbered(stop: &Stop<'_>, tour: &Tour, line: String) -> String {
    let number: usize = line.trim().trim_end_matches('.').parse().unwrap_or_default();
    let offers = stop.position.offers(tour.reader).into_iter().flat_map(|group| group.offers);
    let chosen = number.checked_sub(1).and_then(|at| offers.into_iter().nth(at));
    chosen.map_or(line, |offer| offer.order)
}

fn label(stop: &Stop<'_>, tour: &Tour, order: &str) -> Option<String> {
    let mut offers = stop.position.offers(tour.reader).into_iter().flat_map(|group| group.offers);
    Some(offers.find(|offer| offer.order == order)?.words)
}

/// Returns the effect of an order in the imperative: "Add to your sheet: Place a dock at Roma".
fn action(about: &About, tour: &Tour, asked: &Move) -> Option<String> {
    let actions = titles::find(about.key)?.as_actions(&asked.facts, tour.reader).ok()?;
    actions.into_iter().next().map(|action| action.text)
}

/// Returns the latest chapter heading up to a stop.
fn chapter(tour: &Tour, at: usize) -> String {
    let stops = (1..=at).rev().filter_map(|at| tour.stop(at));
    let mut narration = stops.flat_map(|stop| stop.recent.iter().rev());
    let narration = narration.find(|step| !step.chapter.is_empty());
    narration.map_or_else(|| "Start".to_owned(), |step| step.chapter.clone())
}

/// Renders the text of a stop, with links to the rules.
fn narrate_stop(about: &'static About, stop: &Stop<'_>) -> String {
    let says: Vec<&str> = stop.recent.iter().map(|step| step.says.as_str()).collect();
    let address = |point: &str| Some(handbook::address(about, point));
    let around = Around { address: &address, examples: &|_| None, picture: &|_| None };
    documents::render(&says.join("\n\n"), &around).html
}

fn since(about: &About, tour: &Tour, stop: &Stop<'_>) -> Result<Vec<NarratedMove>, PageError> {
    let title = titles::find(about.key).ok_or(PageError::NotFound("title"))?;
    let narration = stop.since.iter().map(|one| {
        let narration = title.narrate(&one.facts, Viewer::Seat(tour.reader));
        let narration =
            narration.map_err(PageError::broken)?.into_iter().filter(|narration| !narration.quiet);
        Ok(NarratedMove {
            called: stop.position.seat_name(one.seat),
            order: one.order.clone(),
            narration: narration.map(|narration| narration.text).collect(),
        })
    });
    narration.collect()
}
