//! `GET /games/{id}/audit`: the chain of events, what was set aside, the commitment to the dice;
//! after the end the secret, and every draw derived again. Events can be asked for by seat and by
//! kind.

use std::borrow::Borrow;
use std::collections::BTreeSet;

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::asked::{game_of, sight};
use crate::rules::Seat;
use crate::service::audit::{Audited, DiceReport};
use crate::service::course::Status;
use crate::service::openness::Openness;
use crate::service::read_lists::SeatName;
use crate::service::receipt::Receipt;
use crate::service::story::Step;
use crate::web::error::PageError;
use crate::web::layout::{Shell, html};
use crate::web::query::Fields;
use crate::web::visitor::Visitor;
use crate::web::{Site, paths, words};

#[derive(Template)]
#[template(path = "games/audit.html")]
struct AuditPage {
    shell: Shell,
    address: String,
    name: String,
    commitment: String,
    seats: Vec<SeatName>,
    /// Those that were asked for, each with since when it lies open.
    steps: Vec<(Step, Openness)>,
    asked: Wanted,
    /// What can be asked for.
    kinds: BTreeSet<&'static str>,
    /// How many there are, and how many of them changed the game.
    events: usize,
    moves: usize,
    audited: Audited,
    /// Whether all may be told. Before, what today's rules say to the true state, and what the
    /// books lack, could tell what lies hidden.
    over: bool,
    dice: Option<DiceReport>,
    /// Those that the visitor may see.
    receipts: Vec<Receipt>,
    zone: chrono_tz::Tz,
    /// Where the game was played, and when it was taken in, if it was not played here.
    origin: Option<String>,
}

/// Which events are asked for: empty is all.
struct Wanted {
    seat: String,
    kind: String,
}

impl Wanted {
    fn of(query: &str) -> Wanted {
        let fields = Fields::read(query);
        Wanted { seat: fields.text("seat").to_owned(), kind: fields.text("kind").to_owned() }
    }

    fn is_seat(&self, seat: impl Borrow<Seat>) -> bool {
        self.seat == seat.borrow().to_string()
    }

    fn is_kind(&self, kind: &str) -> bool {
        self.kind == kind
    }

    fn has(&self, step: &Step) -> bool {
        let seat = self.seat.is_empty() || step.seat.is_some_and(|seat| self.is_seat(seat));
        seat && (self.kind.is_empty() || self.is_kind(step.kind))
    }
}

impl AuditPage {
    fn when(&self, step: &Step) -> String {
        words::short(step.at, self.zone)
    }

    /// Whom an event is about, as a word.
    fn who(&self, step: &Step) -> &str {
        step.seat.map_or("", |seat| self.called(seat))
    }

    /// Since which step everybody knows what was told of an event.
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
    let sight = sight(&site, &visitor, &game_of(&path)?, None).await?;
    let id = &sight.live.id;
    let over = sight.live.course.status == Status::Over;
    let dice = if over { Some(site.service.verify_dice(id).await?) } else { None };
    let name = sight.course.name.clone();
    let known = sight.live.log.iter().filter(|entry| entry.is_known_by(sight.viewer));
    let moves = known.filter(|entry| entry.has_facts()).count();
    let asked = Wanted::of(request.query_string());
    let open = sight.live.openness(sight.viewer)?;
    let mut steps: Vec<_> = sight.live.record(sight.viewer)?.into_iter().zip(open).collect();
    let (events, kinds) = (steps.len(), steps.iter().map(|(step, _)| step.kind).collect());
    steps.retain(|(step, _)| asked.has(step));
    html(AuditPage {
        shell: shell.titled(&format!("Audit of {name}")).at("games"),
        address: paths::game(id),
        commitment: sight.course.commitment.clone(),
        receipts: sight.live.receipts(sight.viewer),
        steps,
        asked,
        kinds,
        events,
        audited: site.service.audit_game(id).await?,
        seats: sight.seats,
        zone: visitor.zone(),
        origin: sight.live.origin.as_deref().map(|origin| words::came(origin, visitor.zone())),
        moves,
        over,
        name,
        dice,
    })
}
