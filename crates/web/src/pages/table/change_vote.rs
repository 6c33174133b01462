//! Changes decided by vote: replacing a player, or resuming a frozen game. Covers both the proposal
//! and the vote.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use crate::Site;
use crate::http::error::PageError;
use crate::pages::table::organise::ReplacementForm;
use crate::shared::access::AtTable;
use crate::shared::layout::{Shell, html_refused};
use crate::shared::visitor::Visitor;
use crate::view::vote_view::{self, VoteCard};
use ravenpost_log::act::Motion;
use ravenpost_log::act::limits::REASON_LIMIT;
use ravenpost_log::span;
use ravenpost_log::table::proposal::time_to_vote;
use ravenpost_log::table::status::Status;
use ravenpost_rules::bots;
use ravenpost_rules::{Refusal, Seat, SeatName};
use ravenpost_service::ServiceError;
use ravenpost_service::game::clocks::contract;

#[derive(Template)]
#[template(path = "games/change_vote.html")]
struct ChangePage {
    shell: Shell,
    game: VoteCard,
    /// Whether a proposal is possible: the game is running and no vote is open.
    may: bool,
    /// Whether the game is frozen, so that resuming it can be proposed.
    frozen: bool,
    /// Seats of other human players.
    seats: Vec<(Seat, SeatName)>,
    bots: Vec<&'static str>,
    rule: &'static str,
    on: &'static str,
    /// How long the vote will be open.
    time: String,
    limit: usize,
    refused: Vec<Refusal>,
}

/// `GET /games/{id}/change`
pub async fn show(
    asked: AtTable,
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    match vote_view::elsewhere(&asked, "change") {
        Some(elsewhere) => Ok(elsewhere),
        None => answer(&request, &site, &visitor, &asked, Vec::new()),
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ChangeForm<'a> {
    r#do: &'a str,
    reason: &'a str,
}

/// `POST /games/{id}/change`
pub async fn propose(
    asked: AtTable,
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    let key = asked.key("propose_change")?;
    let form: ChangeForm = asked.fields.parse()?;
    let done = match form.r#do {
        "go-on" => {
            site.service
                .votes()
                .propose_going_on(site.now(), &asked.game, asked.player, form.reason, &key)
                .await
        }
        _ => {
            let replacement = asked.fields.parse::<ReplacementForm>()?.replacement()?;
            site.service
                .votes()
                .propose_replacement(site.now(), &asked.game, asked.player, &replacement, &key)
                .await
        }
    };
    match done {
        Ok(done) => Ok(asked.redirect("", if done { "changed" } else { "proposed" })),
        Err(ServiceError::Refused(refused)) => answer(&request, &site, &visitor, &asked, refused),
        Err(error) => Err(error.into()),
    }
}

fn answer(
    request: &HttpRequest,
    site: &Site,
    visitor: &Visitor,
    asked: &AtTable,
    refused: Vec<Refusal>,
) -> Result<HttpResponse, PageError> {
    let (game, status) = (asked.game(), &asked.game().status);
    let own = game.seat_of(asked.player);
    let others = status.seats.manned_seats().into_iter().filter(|seat| Some(*seat) != own);
    let replace = Motion::Replace { seat: Seat(1), bot: None, open: true };
    let page = ChangePage {
        shell: Shell::of(request).titled(&format!("Propose a change: {}", status.name)).at("games"),
        may: status.state == Status::Running && status.stops.proposal.is_none(),
        frozen: status.stops.frozen.is_some(),
        seats: others.map(|seat| (seat, game.called(seat))).collect(),
        bots: bots::all().iter().map(|bot| bot.name()).collect(),
        rule: contract::rule(&replace, status.consent),
        on: contract::rule(&Motion::Resume, status.consent),
        time: span::span(time_to_vote(&status.pace)),
        limit: REASON_LIMIT,
        refused,
        game: VoteCard::of(site, visitor, asked),
    };
    html_refused(!page.refused.is_empty(), page)
}
