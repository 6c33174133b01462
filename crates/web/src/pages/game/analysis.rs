//! `GET /games/{id}/think`: an analysis board on which a player tries orders of all seats, in a
//! position consistent with what they know. The whole line is in the address; nothing is stored.

use std::collections::BTreeSet;

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use crate::http::error::PageError;
use crate::pages::game::give_order::written;
use crate::shared::access::Playing;
use crate::shared::forms::OrderForm;
use crate::shared::game_request::{viewpoint, visible};
use crate::shared::layout::{Shell, html};
use crate::shared::query::{Fields, lenient, pairs};
use crate::shared::viewpoint::{Viewpoint, Zoom};
use crate::shared::visitor::Visitor;
use crate::view::board::seat_names;
use crate::view::game_view::GameView;
use crate::{Site, shared::paths};
use ravenpost_log::table::status::Status;
use ravenpost_rules::bots;
use ravenpost_rules::{Narration, Refusal, Seat, SeatName, Viewer};
use ravenpost_service::play::analysis::{Imagined, Thought};
use ravenpost_service::talk::note::LONGEST;

#[derive(Template)]
#[template(path = "games/analysis.html")]
struct ThinkPage {
    shell: Shell,
    game: GameView,
    tried: Vec<ThoughtOrder>,
    refused: Vec<Refusal>,
    /// The refused input.
    typed: String,
    /// The seat whose orders are offered, and the other awaited seats.
    turn: Option<SeatName>,
    others: Vec<(SeatName, String)>,
    over: Option<String>,
    bots: Vec<(&'static str, String, bool)>,
    /// Links to the line without its last order, with other hidden information, and from the start.
    back: Option<String>,
    other_luck: String,
    start: String,
    /// The text of a note with the line.
    note: String,
    /// The player's own first order, with the link to its real preview.
    first: Option<(String, String)>,
}

/// An order of the line.
struct ThoughtOrder {
    called: SeatName,
    order: String,
    narration: Vec<String>,
    by_bot: bool,
}

pub async fn show(
    asked: Playing,
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    let own = asked.seat;
    let Attempt { thought, imagined, typed, refused } = attempt(&asked, &site).await?;
    let seat = whose(&asked.fields, &imagined, own)?;
    let visible = visible(&site, &visitor, &asked.game, None).await?;
    let called = seat_names(&visible);
    let seen = imagined.position.present(Viewer::Seat(own));
    let page = Zoom::page(&format!("{}/think", paths::game(&asked.game)), &asked.fields);
    let viewpoint = Viewpoint {
        zoom: Zoom::read(&asked.fields),
        page: Some(&page),
        ..viewpoint(&site, &visitor, None)
    };
    let mut game = GameView::showing(visible, viewpoint, seen)?;
    let base = site.service.settings().base_url.clone();
    let way = AnalysisLinks { game: paths::game(&asked.game), base };
    let groups = seat.map_or_else(Vec::new, |seat| imagined.position.offers(seat));
    let is_own = seat == Some(own);
    let cards = if is_own { game.board.own.as_slice() } else { &[] };
    let unplayable = if is_own { imagined.position.unplayable(own) } else { Vec::new() };
    game.orders.regroup(groups, unplayable, cards);
    game.orders.try_at = format!("{}/think", way.game);
    game.orders.carried = carried(&thought, seat);
    // Undoing would change the real game.
    (game.orders.take_back, game.orders.from_bots) = (None, None);
    let named = |seat: Seat| called[seat.index()].clone();
    let tried = imagined.tried.iter().map(|one| ThoughtOrder {
        called: named(one.seat),
        order: one.order.clone(),
        narration: texts(&one.narration),
        by_bot: one.by_bot,
    });
    let asked_too: BTreeSet<Seat> =
        imagined.position.awaited().iter().map(|one| one.seat).collect();
    let others = asked_too.into_iter().filter(|other| Some(*other) != seat);
    let mut shorter = thought.clone();
    let first = thought.line.first().filter(|(seat, _)| *seat == own);
    let page = ThinkPage {
        shell: Shell::of(&request).titled(&format!("Analysis: {}", game.name)).at("mine"),
        tried: tried.collect(),
        refused,
        typed,
        turn: seat.map(named),
        others: others.map(|seat| (named(seat), way.to(&thought, Some(seat)))).collect(),
        over: imagined.position.outcome().map(|outcome| outcome.verdict),
        bots: answerers(&thought, &way),
        back: shorter.line.pop().map(|_| way.to(&shorter, None)),
        other_luck: way
            .to(&Thought { seed: thought.seed.wrapping_add(1), ..thought.clone() }, None),
        start: way.to(&Thought { line: Vec::new(), ..thought.clone() }, None),
        note: note(&thought, &way, &called),
        first: first.map(|(_, order)| (order.clone(), paths::preview(&asked.game, order))),
        game,
    };
    html(page)
}

/// A line with the submitted order, if it was accepted; otherwise the input and why it was refused.
struct Attempt {
    thought: Thought,
    imagined: Imagined,
    typed: String,
    refused: Vec<Refusal>,
}

async fn attempt(asked: &Playing, site: &Site) -> Result<Attempt, PageError> {
    let own = asked.seat;
    let mut thought = thought(&asked.fields)?;
    let mut imagined = site.service.play().think(&asked.game, own, &thought).await?;
    let seat = whose(&asked.fields, &imagined, own)?;
    let (mut typed, mut refused) = (String::new(), Vec::new());
    if OrderForm::of(&asked.fields).has_order()
        && let Some(seat) = seat
    {
        match written(&asked.fields, |form| imagined.by_form(seat, form)) {
            Ok(order) => {
                thought.line.push((seat, order.clone()));
                let more = site.service.play().think(&asked.game, own, &thought).await?;
                if more.refused.is_empty() {
                    imagined = more;
                } else {
                    thought.line.pop();
                    (typed, refused) = (order, more.refused);
                }
            }
            Err(no) => refused.push(no),
        }
    }
    refused.append(&mut imagined.refused);
    Ok(Attempt { thought, imagined, typed, refused })
}

/// The texts of the narration that is not quiet.
fn texts(narration: &[Narration]) -> Vec<String> {
    let loud = narration.iter().filter(|narration| !narration.quiet);
    loud.map(|narration| narration.text.clone()).collect()
}

/// The line in the query.
#[derive(Default, Deserialize)]
#[serde(default)]
struct ThinkQuery {
    #[serde(deserialize_with = "lenient")]
    seed: Option<u32>,
    bot: String,
    /// The orders so far, each with its seat: `2:pass`.
    did: Vec<String>,
    /// The seat to order next.
    #[serde(deserialize_with = "lenient")]
    r#as: Option<u8>,
}

/// Parses the line in the query.
fn thought(fields: &Fields) -> Result<Thought, PageError> {
    let unreadable = || PageError::Unreadable("the link to this analysis is damaged".into());
    let query: ThinkQuery = fields.parse()?;
    let mut line = Vec::new();
    for did in query.did {
        let (seat, order) = did.split_once(':').ok_or_else(unreadable)?;
        line.push((Seat(seat.parse().map_err(|_| unreadable())?), order.to_owned()));
    }
    let bot = Some(query.bot).filter(|bot| !bot.is_empty());
    Ok(Thought { seed: query.seed.unwrap_or_default(), bot, line })
}

/// Returns the seat to order next: the requested one if it is awaited, else the player's own, else
/// the first awaited one.
fn whose(fields: &Fields, imagined: &Imagined, own: Seat) -> Result<Option<Seat>, PageError> {
    let awaited = imagined.position.awaited();
    let is = |seat: Seat| awaited.iter().any(|one| one.seat == seat);
    let wanted = fields.parse::<ThinkQuery>()?.r#as.map(Seat);
    let first = awaited.first().map(|one| one.seat);
    Ok(wanted.filter(|seat| is(*seat)).or(Some(own).filter(|own| is(*own))).or(first))
}

/// Builds addresses of the analysis board that contain the whole line.
struct AnalysisLinks {
    game: String,
    base: String,
}

impl AnalysisLinks {
    fn to(&self, thought: &Thought, seat: Option<Seat>) -> String {
        let fields = carried(thought, seat);
        let fields: Vec<_> = fields.iter().map(|(name, value)| (&**name, &**value)).collect();
        format!("{}/think?{}", self.game, pairs(&fields))
    }
}

/// Returns the fields that the page's forms pass on.
fn carried(thought: &Thought, seat: Option<Seat>) -> Vec<(String, String)> {
    let mut fields = vec![("seed".to_owned(), thought.seed.to_string())];
    fields.extend(thought.bot.iter().map(|bot| ("bot".to_owned(), bot.clone())));
    let did =
        thought.line.iter().map(|(seat, order)| ("did".to_owned(), format!("{seat}:{order}")));
    fields.extend(did);
    fields.extend(seat.map(|seat| ("as".to_owned(), seat.to_string())));
    fields
}

/// Returns the choices for the bot that plays the other seats: name, address, and whether it is
/// selected.
fn answerers(thought: &Thought, way: &AnalysisLinks) -> Vec<(&'static str, String, bool)> {
    let with = |bot: Option<&str>| {
        way.to(&Thought { bot: bot.map(ToOwned::to_owned), ..thought.clone() }, None)
    };
    let mut all = vec![("none", with(None), thought.bot.is_none())];
    for bot in bots::all() {
        let now = thought.bot.as_deref() == Some(bot.name());
        all.push((bot.name(), with(Some(bot.name())), now));
    }
    all
}

/// Describes the line with its address, shortened to the length of a note.
fn note(thought: &Thought, way: &AnalysisLinks, called: &[SeatName]) -> String {
    let name = |seat: &Seat| called.get(seat.index()).map_or("", |called| called.name.as_str());
    let line = thought.line.iter().map(|(seat, order)| format!("{}: {order}", name(seat)));
    let words = line.collect::<Vec<_>>().join("; ");
    let address = format!("{}{}", way.base, way.to(thought, None));
    match words.chars().count() + address.len() < LONGEST {
        true => format!("{words} {address}"),
        false => words.chars().take(LONGEST).collect(),
    }
}
