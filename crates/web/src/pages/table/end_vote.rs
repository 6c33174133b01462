//! Ending a game by vote with an agreed result: the proposal and the vote.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use crate::Site;
use crate::http::error::PageError;
use crate::shared::access::AtTable;
use crate::shared::game_request::GameRequest;
use crate::shared::layout::{Shell, html_refused};
use crate::shared::visitor::Visitor;
use crate::view::vote_view::{self, VoteCard};
use ravenpost_log::act::limits::REASON_LIMIT;
use ravenpost_log::span;
use ravenpost_log::table::proposal::time_to_vote;
use ravenpost_log::table::status::Status;
use ravenpost_rules::{Refusal, Seat, SeatName};
use ravenpost_service::ServiceError;
use ravenpost_service::game::clocks::contract;
use ravenpost_service::rewind::propose::ProposedEnd;

#[derive(Template)]
#[template(path = "games/end_vote.html")]
struct EndPage {
    shell: Shell,
    game: VoteCard,
    /// Whether a proposal is possible: the game is running and not paused, and no vote is open.
    may: bool,
    /// Each seat and its place in the form.
    seats: Vec<(Seat, SeatName, u8)>,
    /// Whether the result has places.
    ranked: bool,
    rule: &'static str,
    /// How long the vote will be open.
    time: String,
    limit: usize,
    reason: String,
    refused: Vec<Refusal>,
}

/// The submitted result and why it was refused.
struct Filled {
    places: Vec<u8>,
    reason: String,
    refused: Vec<Refusal>,
}

/// `GET /games/{id}/end`
pub async fn show(
    asked: AtTable,
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    if let Some(elsewhere) = vote_view::elsewhere(&asked, "end") {
        return Ok(elsewhere);
    }
    let seats = usize::from(asked.game().status.table.seats);
    let filled = Filled { places: vec![1; seats], reason: String::new(), refused: Vec::new() };
    answer(&request, &site, &visitor, &asked, filled)
}

/// The fixed fields. Those of places are named after their seat.
#[derive(Default, Deserialize)]
#[serde(default)]
struct EndForm {
    /// `places` for a ranking, or `none`.
    result: String,
    reason: String,
}

/// `POST /games/{id}/end`
pub async fn propose(
    asked: AtTable,
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    let form: EndForm = asked.fields.parse()?;
    let places = places(&asked, &form.result)?;
    let proposed = ProposedEnd { places, reason: form.reason };
    let key = asked.key("propose_end")?;
    match site
        .service
        .votes()
        .propose_end(site.now(), &asked.game, asked.player, &proposed, &key)
        .await
    {
        Ok(done) => Ok(asked.redirect("", if done { "ended" } else { "proposed" })),
        Err(ServiceError::Refused(refused)) => {
            let filled = Filled { places: proposed.places, reason: proposed.reason, refused };
            answer(&request, &site, &visitor, &asked, filled)
        }
        Err(error) => Err(error.into()),
    }
}

/// Reads the submitted result. The service validates the places.
fn places(asked: &GameRequest, result: &str) -> Result<Vec<u8>, PageError> {
    match result {
        "none" => Ok(Vec::new()),
        "places" => {
            let place = |seat: Seat| asked.fields.text(&format!("place-{seat}")).parse();
            let places = Seat::all(asked.game().status.table.seats).map(place);
            places
                .collect::<Result<_, _>>()
                .map_err(|_| PageError::Unreadable("a place must be a number".to_owned()))
        }
        _ => Err(PageError::Unreadable("choose a ranking or no result".to_owned())),
    }
}

fn answer(
    request: &HttpRequest,
    site: &Site,
    visitor: &Visitor,
    asked: &AtTable,
    filled: Filled,
) -> Result<HttpResponse, PageError> {
    let (game, status) = (asked.game(), &asked.game().status);
    let seat = |seat: Seat| {
        let place = filled.places.get(seat.index()).copied().unwrap_or(1);
        (seat, game.called(seat), place)
    };
    let page = EndPage {
        shell: Shell::of(request).titled(&format!("End early: {}", status.name)).at("mine"),
        may: status.state == Status::Running
            && status.stops.since().is_none()
            && status.stops.proposal.is_none(),
        seats: Seat::all(status.table.seats).map(seat).collect(),
        ranked: !filled.places.is_empty(),
        rule: contract::ending(status.consent),
        time: span::span(time_to_vote(&status.pace)),
        limit: REASON_LIMIT,
        reason: filled.reason,
        refused: filled.refused,
        game: VoteCard::of(site, visitor, asked),
    };
    html_refused(!page.refused.is_empty(), page)
}
