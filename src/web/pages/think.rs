//! `GET /games/{id}/think`: a seat tries a line of orders, its own and others', several turns deep,
//! on a game that it imagines. The whole line stands in the address; nothing is stored.

use std::collections::BTreeSet;

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::orders::written;
use crate::service::play::analysis::{Imagined, Thought};
use crate::service::talk::note::LONGEST;
use crate::web::access::Seated;
use crate::web::board::seat_names;
use crate::web::error::PageError;
use crate::web::game_request::{sight, viewpoint};
use crate::web::game_view::GameView;
use crate::web::game_view::groups::group_views;
use crate::web::layout::{Shell, html};
use crate::web::query::{Fields, pairs};
use crate::web::visitor::Visitor;
use crate::web::{Site, paths};
use ravenpost_log::table::status::Status;
use ravenpost_rules::bots;
use ravenpost_rules::{Refusal, Seat, SeatName, Viewer};

#[derive(Template)]
#[template(path = "games/think.html")]
struct ThinkPage {
    shell: Shell,
    game: GameView,
    tried: Vec<ThoughtOrder>,
    refused: Vec<Refusal>,
    /// What was typed, if it was refused.
    typed: String,
    /// Whose orders are offered, and who else is asked.
    turn: Option<SeatName>,
    others: Vec<(SeatName, String)>,
    over: Option<String>,
    bots: Vec<(&'static str, String, bool)>,
    /// The same line without its last order; with everything hidden imagined anew; from nothing.
    back: Option<String>,
    anew: String,
    start: String,
    /// The line for the notes.
    note: String,
    /// The own first order, to be looked at in truth.
    first: Option<(String, String)>,
}

/// One order of the line.
struct ThoughtOrder {
    called: SeatName,
    order: String,
    told: Vec<String>,
    by_bot: bool,
}

pub async fn show(
    asked: Seated,
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    let own = asked.seat;
    let mut thought = thought(&asked.fields)?;
    let mut imagined = site.service.think(&asked.game, own, &thought).await?;
    let seat = whose(&asked.fields, &imagined, own);
    let (mut typed, mut refused) = (String::new(), Vec::new());
    if asked.fields.get("order").or(asked.fields.get("form")).is_some()
        && let Some(seat) = seat
    {
        match written(&asked.fields, |form| imagined.by_form(seat, form)) {
            Ok(order) => {
                thought.line.push((seat, order.clone()));
                let more = site.service.think(&asked.game, own, &thought).await?;
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
    let seat = whose(&asked.fields, &imagined, own);
    let sight = sight(&site, &visitor, &asked.game, None).await?;
    let called = seat_names(&sight);
    let seen = imagined.position.present(Viewer::Seat(own));
    let mut game = GameView::showing(sight, viewpoint(&site, &visitor, None), seen)?;
    let way = AnalysisLinks {
        game: paths::game(&asked.game),
        base: site.service.settings().base_url.clone(),
    };
    game.orders.groups =
        seat.map_or_else(Vec::new, |seat| group_views(imagined.position.offers(seat), None, "o"));
    game.orders.try_at = format!("{}/think", way.game);
    game.orders.carried = carried(&thought, seat);
    let named = |seat: Seat| called[seat.index()].clone();
    let tried = imagined.tried.iter().map(|one| ThoughtOrder {
        called: named(one.seat),
        order: one.order.clone(),
        told: one.told.iter().filter(|told| !told.quiet).map(|told| told.text.clone()).collect(),
        by_bot: one.by_bot,
    });
    let asked_too: BTreeSet<Seat> =
        imagined.position.awaited().iter().map(|one| one.seat).collect();
    let others = asked_too.into_iter().filter(|other| Some(*other) != seat);
    let mut shorter = thought.clone();
    let first = thought.line.first().filter(|(seat, _)| *seat == own);
    let page = ThinkPage {
        shell: Shell::of(&request).titled(&format!("Trying out {}", game.name)).at("games"),
        tried: tried.collect(),
        refused,
        typed,
        turn: seat.map(named),
        others: others.map(|seat| (named(seat), way.to(&thought, Some(seat)))).collect(),
        over: imagined.position.outcome().map(|outcome| outcome.verdict),
        bots: answerers(&thought, &way),
        back: shorter.line.pop().map(|_| way.to(&shorter, None)),
        anew: way.to(&Thought { seed: thought.seed.wrapping_add(1), ..thought.clone() }, None),
        start: way.to(&Thought { line: Vec::new(), ..thought.clone() }, None),
        note: note(&thought, &way, &called),
        first: first.map(|(_, order)| (order.clone(), paths::preview(&asked.game, order))),
        game,
    };
    html(page)
}

/// The line that the address holds.
fn thought(fields: &Fields) -> Result<Thought, PageError> {
    let unreadable =
        || PageError::Unreadable("a tried order is a seat's number and its order".into());
    let mut line = Vec::new();
    for did in fields.all("did") {
        let (seat, order) = did.split_once(':').ok_or_else(unreadable)?;
        line.push((Seat(seat.parse().map_err(|_| unreadable())?), order.to_owned()));
    }
    let seed = fields.text("seed").parse().unwrap_or_default();
    let bot = fields.get("bot").filter(|bot| !bot.is_empty()).map(ToOwned::to_owned);
    Ok(Thought { seed, bot, line })
}

/// Whose order comes next: that of the seat which is asked for, if it is awaited, the own one, or
/// the first.
fn whose(fields: &Fields, imagined: &Imagined, own: Seat) -> Option<Seat> {
    let awaited = imagined.position.awaited();
    let is = |seat: Seat| awaited.iter().any(|one| one.seat == seat);
    let wanted = fields.get("as").and_then(|seat| seat.parse().ok()).map(Seat);
    let first = awaited.first().map(|one| one.seat);
    wanted.filter(|seat| is(*seat)).or(Some(own).filter(|own| is(*own))).or(first)
}

/// Addresses of the analysis board, each with the whole line in it.
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

/// What the page's forms carry along.
fn carried(thought: &Thought, seat: Option<Seat>) -> Vec<(String, String)> {
    let mut fields = vec![("seed".to_owned(), thought.seed.to_string())];
    fields.extend(thought.bot.iter().map(|bot| ("bot".to_owned(), bot.clone())));
    let did =
        thought.line.iter().map(|(seat, order)| ("did".to_owned(), format!("{seat}:{order}")));
    fields.extend(did);
    fields.extend(seat.map(|seat| ("as".to_owned(), seat.to_string())));
    fields
}

/// Who may answer for the others: a name, the address with it, whether it does now.
fn answerers(thought: &Thought, way: &AnalysisLinks) -> Vec<(&'static str, String, bool)> {
    let with = |bot: Option<&str>| {
        way.to(&Thought { bot: bot.map(ToOwned::to_owned), ..thought.clone() }, None)
    };
    let mut all = vec![("nobody", with(None), thought.bot.is_none())];
    for bot in bots::all() {
        let now = thought.bot.as_deref() == Some(bot.name());
        all.push((bot.name(), with(Some(bot.name())), now));
    }
    all
}

/// The line in words with its address, as far as a note has room.
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
