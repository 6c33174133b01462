//! The organiser's actions in a running game: freeze or resume it, extend a deadline, nudge or
//! replace a player.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, http::StatusCode};
use askama::Template;
use chrono::{DateTime, Utc};
use serde::Deserialize;

use crate::http::error::PageError;
use crate::shared::access::Organiser;
use crate::shared::game_request::GameRequest;
use crate::shared::layout::{Shell, html_as};
use crate::shared::query::lenient;
use crate::{
    Site,
    shared::{forms, paths},
};
use ravenpost_log::act::limits::MOST_HOURS;
use ravenpost_log::act::limits::REASON_LIMIT;
use ravenpost_log::table::status::Status;
use ravenpost_rules::bots;
use ravenpost_rules::{Refusal, Seat, SeatName};
use ravenpost_service::ServiceError;
use ravenpost_service::game::table::replacement::{Instead, Replacement};
use ravenpost_service::table::moderate::Measure;

#[derive(Template)]
#[template(path = "games/organise.html")]
struct OrganisePage {
    shell: Shell,
    address: String,
    name: String,
    /// Whether the game is running; otherwise no action is available.
    running: bool,
    frozen: bool,
    /// Seats of human players whose clock is running.
    clocks: Vec<(Seat, SeatName)>,
    most_hours: u32,
    /// Seats with a pending prompt and no deadline.
    slow: Vec<(Seat, SeatName)>,
    /// Seats that can be reassigned without a vote.
    seats: Vec<(Seat, SeatName)>,
    bots: Vec<&'static str>,
    /// Seats that need a new player.
    vacant: Vec<SeatName>,
    /// A share link that was just created.
    link: Option<String>,
    limit: usize,
    refused: Vec<Refusal>,
    key: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct OrganiseQuery {
    /// The token of a share link that was just created.
    link: String,
}

/// `GET /games/{id}/organise`
pub async fn show(
    asked: Organiser,
    request: HttpRequest,
    site: Data<Site>,
) -> Result<HttpResponse, PageError> {
    let base = &site.service.settings().base_url;
    let query: OrganiseQuery = asked.fields.parse()?;
    let token = Some(query.link).filter(|token| !token.is_empty());
    let link = token.map(|token| format!("{base}/join/{token}"));
    page(&request, &asked, StatusCode::OK, Vec::new(), link, site.now())
}

/// `POST /games/{id}/organise`
pub async fn act(
    asked: Organiser,
    request: HttpRequest,
    site: Data<Site>,
) -> Result<HttpResponse, PageError> {
    let key = asked.key("organise")?;
    let form: MeasureForm = asked.fields.parse()?;
    let replaces = form.r#do == "replace";
    let done = match replaces {
        true => {
            let replacement = asked.fields.parse::<ReplacementForm>()?.replacement()?;
            site.service
                .tables()
                .replace(site.now(), &asked.game, asked.player, &replacement, &key)
                .await
        }
        false => {
            let measure = form.measure()?;
            site.service
                .tables()
                .moderate(site.now(), &asked.game, asked.player, &measure, &key)
                .await
        }
    };
    match done {
        Ok(()) if replaces => Ok(asked.redirect("/organise", "replaced")),
        Ok(()) => Ok(asked.redirect("", "organised")),
        Err(ServiceError::Refused(refused)) => {
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            page(&request, &asked, status, refused, None, site.now())
        }
        Err(error) => Err(error.into()),
    }
}

/// The form for replacing a player, by the organiser or by a vote.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(in crate::pages) struct ReplacementForm {
    #[serde(deserialize_with = "forms::seat")]
    seat: Option<Seat>,
    /// `invited`, `anybody`, the name of a bot, or `stand-in` with the name of a bot.
    instead: String,
    reason: String,
}

impl ReplacementForm {
    pub(in crate::pages) fn replacement(self) -> Result<Replacement, PageError> {
        let seat = self.seat.ok_or_else(no_seat)?;
        let instead = match self.instead.as_str() {
            "invited" => Instead::Invited,
            "anybody" => Instead::Anybody,
            bot => match bot.strip_prefix("stand-in ") {
                Some(bot) => Instead::StandIn(bot.to_owned()),
                None => Instead::Bot(bot.to_owned()),
            },
        };
        Ok(Replacement { seat, instead, reason: self.reason })
    }
}

/// The form for every other action.
#[derive(Default, Deserialize)]
#[serde(default)]
struct MeasureForm {
    r#do: String,
    #[serde(deserialize_with = "forms::seat")]
    seat: Option<Seat>,
    #[serde(deserialize_with = "lenient")]
    hours: Option<u32>,
    reason: String,
}

impl MeasureForm {
    fn measure(self) -> Result<Measure, PageError> {
        let MeasureForm { seat, hours, reason, .. } = self;
        match self.r#do.as_str() {
            "freeze" => Ok(Measure::Freeze { reason }),
            "thaw" => Ok(Measure::Thaw),
            "nudge" => Ok(Measure::Nudge { seat: seat.ok_or_else(no_seat)? }),
            _ => {
                let (seat, hours) = seat.zip(hours).ok_or_else(|| {
                    PageError::Unreadable("choose a seat and a number of hours".to_owned())
                })?;
                Ok(Measure::Extend { seat, hours, reason })
            }
        }
    }
}

fn no_seat() -> PageError {
    PageError::Unreadable("the seat is missing".to_owned())
}

fn page(
    request: &HttpRequest,
    asked: &GameRequest,
    code: StatusCode,
    refused: Vec<Refusal>,
    link: Option<String>,
    now: DateTime<Utc>,
) -> Result<HttpResponse, PageError> {
    let (game, status) = (asked.game(), &asked.game().status);
    let own = game.seat_of(asked.player);
    let others = |seat: &Seat| status.seats.bot(*seat).is_none() && Some(*seat) != own;
    let asked_now = || status.clocks.waits.iter().filter(|(seat, _)| others(seat));
    let timed =
        asked_now().filter(|(seat, wait)| wait.due.is_some() && status.seats.manned(**seat));
    let slow =
        asked_now().filter(|(seat, wait)| wait.due.is_none() && status.seats.attended(**seat));
    let running = status.state == Status::Running;
    let free = |seat: &Seat| {
        !status.seats.attended(*seat) || game.conduct().asked(now).is_long_silent(*seat)
    };
    let given = Seat::all(status.table.seats).filter(others).filter(free).filter(|_| running);
    let page = OrganisePage {
        shell: Shell::of(request).titled(&format!("Organise {}", status.name)).at("mine"),
        address: paths::game(&asked.game),
        name: status.name.clone(),
        running,
        frozen: status.stops.frozen.is_some(),
        clocks: timed.map(|(seat, _)| (*seat, game.called(*seat))).collect(),
        most_hours: MOST_HOURS,
        slow: slow.map(|(seat, _)| (*seat, game.called(*seat))).collect(),
        seats: given.map(|seat| (seat, game.called(seat))).collect(),
        bots: bots::all().iter().map(|bot| bot.name()).collect(),
        vacant: status.seats.vacant().into_iter().map(|(seat, _)| game.called(seat)).collect(),
        link,
        limit: REASON_LIMIT,
        refused,
        key: forms::random(),
    };
    html_as(code, page)
}
