//! `GET /games/{id}/audit`: the hash chain of events, undone events and the commitment to the dice.
//! After the end it also shows the secret and verifies every draw. Events can be filtered by seat
//! and kind. Events, draws and receipts are paginated.

use std::borrow::Borrow;
use std::collections::BTreeSet;
use std::sync::Arc;

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use crate::http::error::PageError;
use crate::shared::game_request::{game_of, visible};
use crate::shared::layout::{Shell, html};
use crate::shared::pagination::{Addresses, Page};
use crate::shared::query::Fields;
use crate::shared::visitor::Visitor;
use crate::{
    Site,
    shared::{paths, words},
};
use ravenpost_log::draws::rederive::Checked;
use ravenpost_log::proof::note::Line;
use ravenpost_log::table::status::Status;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Seq;
use ravenpost_service::game::core::folded::Game;
use ravenpost_service::game::core::log::EventMetadata;
use ravenpost_service::game::fairness::audit::DiceReport;
use ravenpost_service::game::fairness::receipt::Receipt;
use ravenpost_service::game::fairness::verdict::Verdict;
use ravenpost_service::game::history::disclosure::Openness;
use ravenpost_service::game::history::story::NarratedEvent;
use ravenpost_service::game::table::seat_names::Occupant;

#[derive(Template)]
#[template(path = "games/audit.html")]
struct AuditPage {
    shell: Shell,
    address: String,
    name: String,
    commitment: String,
    seats: Vec<Occupant>,
    /// The events of this page, each with the step since which it is public.
    steps: Vec<(NarratedEvent, Openness)>,
    page: Page,
    asked: EventFilter,
    /// The query fields that keep a section expanded.
    fields: Vec<&'static str>,
    /// The event kinds to filter by.
    kinds: BTreeSet<&'static str>,
    /// The number of events, and the number that changed the game.
    events: usize,
    moves: usize,
    verdict: Arc<Verdict>,
    /// Whether the game is over. Before that, replay differences and accounting errors could reveal
    /// hidden state.
    over: bool,
    /// The pagination of the draws.
    draws: Page,
    /// The receipts of this page that the visitor may see.
    receipts: Vec<(Receipt, Option<Line>)>,
    receipted: Page,
    zone: ravenpost_zone::Zone,
    game: Arc<Game>,
    /// The origin of an imported game.
    origin: Option<String>,
}

/// Query fields whose presence keeps a section expanded.
const FOLDED: [&str; 4] = ["receipts", "page", "seat", "kind"];

/// The event filter; empty fields match every event.
#[derive(Default, Deserialize)]
#[serde(default)]
struct EventFilter {
    seat: String,
    kind: String,
}

impl EventFilter {
    fn is_seat(&self, seat: impl Borrow<Seat>) -> bool {
        self.seat == seat.borrow().to_string()
    }

    fn is_kind(&self, kind: &str) -> bool {
        self.kind == kind
    }

    fn has(&self, one: &EventMetadata) -> bool {
        let seat = self.seat.is_empty() || one.seat.is_some_and(|seat| self.is_seat(seat));
        seat && (self.kind.is_empty() || self.is_kind(one.kind.word()))
    }
}

impl AuditPage {
    /// Returns the dice report and the draws of this page, once the game is over.
    fn dice(&self) -> Option<(&DiceReport, &[Checked])> {
        let dice = self.verdict.dice.as_ref().filter(|_| self.over)?;
        Some((dice, dice.draws.get(self.draws.range()).unwrap_or_default()))
    }

    fn purpose(&self, one: &Checked) -> String {
        self.game.fairness().purpose_of(&one.draw)
    }

    /// Whether the query contains a field.
    fn asks(&self, field: &str) -> bool {
        self.fields.contains(&field)
    }

    fn when(&self, step: &NarratedEvent) -> String {
        words::short(step.at, self.zone)
    }

    /// Returns the name of the seat an event concerns.
    fn who(&self, step: &NarratedEvent) -> &str {
        step.seat.map_or("", |seat| self.called(seat))
    }

    /// Formats the step at which an event became public.
    fn open(&self, open: &Openness) -> String {
        match open {
            Openness::Since(step) => format!("step {step}"),
            Openness::NotYet => "not yet".to_owned(),
            Openness::Untold => String::new(),
        }
    }

    fn called(&self, seat: impl Borrow<Seat>) -> &str {
        let seat = self.seats.iter().find(|one| one.seat == *seat.borrow());
        seat.map_or("", |one| one.called.name.as_str())
    }
}

pub async fn show(
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse, PageError> {
    let visible = visible(&site, &visitor, &game_of(&path)?, None).await?;
    let (game, viewer) = (&visible.game, visible.viewer);
    let verdict = site.service.fairness().verdict(&game.id).await?;
    let name = visible.status.name.clone();
    let query = Fields::read(request.query_string());
    let asked: EventFilter = query.parse()?;
    let known: Vec<EventMetadata> =
        game.log.metadata().filter(|one| one.is_known_by(viewer)).collect();
    let wanted: Vec<Seq> = known.iter().filter(|one| asked.has(one)).map(|one| one.seq).collect();
    let address = paths::game(&game.id);
    let path = format!("{address}/audit");
    let parameters = [("seat", asked.seat.as_str()), ("kind", asked.kind.as_str())];
    let way = |field, part| Addresses { path: &path, parameters: &parameters, field, part };
    let page = Page::newest(&query, wanted.len(), way("page", "#h-events"))?;
    let listed = &wanted[page.range()];
    let steps = game.narration().tell(listed.iter().copied(), viewer)?;
    let drawn = verdict.dice.as_ref().map_or(0, |dice| dice.draws.len());
    let draws = Page::first_of(&query, drawn, way("draws", "#h-dice"))?;
    let with_receipts = game.fairness().with_receipts(viewer);
    let receipted = Page::newest(&query, with_receipts.len(), way("receipts", "#h-receipts"))?;
    let mut receipts = Vec::new();
    for receipt in game.fairness().receipts_of(&with_receipts[receipted.range()]) {
        let line = site.service.proof().signed_receipt(&game.id, &receipt.hash).await?;
        receipts.push((receipt, line));
    }
    html(AuditPage {
        shell: shell.titled(&format!("Audit: {name}")).of_game(visible.seat.is_some()),
        commitment: visible.status.commitment.clone(),
        receipts,
        steps: steps.into_iter().zip(game.narration().openness(listed, viewer)?).collect(),
        game: game.clone(),
        kinds: known.iter().map(|one| one.kind.word()).collect(),
        events: known.len(),
        moves: known.iter().filter(|one| one.changes).count(),
        zone: visitor.zone(),
        origin: game.origin.as_deref().map(|origin| words::came(origin, visitor.zone())),
        over: game.status.state == Status::Over,
        seats: visible.seats,
        fields: FOLDED.iter().filter(|field| query.get(field).is_some()).copied().collect(),
        address,
        page,
        asked,
        verdict,
        draws,
        receipted,
        name,
    })
}
