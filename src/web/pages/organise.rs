//! What the organiser of a running game may do: stop it, let it go on, give a seat more time.

use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse, http::StatusCode};
use askama::Template;

use super::asked::Asked;
use crate::rules::{Called, Refusal, Seat};
use crate::service::ServiceError;
use crate::service::moderate::{MOST_HOURS, Measure};
use crate::service::propose::REASON_LIMIT;
use crate::web::error::PageError;
use crate::web::layout::{Shell, html_as};
use crate::web::query::Fields;
use crate::web::visitor::Visitor;
use crate::web::{Site, forms, paths};

#[derive(Template)]
#[template(path = "games/organise.html")]
struct OrganisePage {
    shell: Shell,
    address: String,
    name: String,
    frozen: bool,
    /// Seats of persons whose clock runs.
    clocks: Vec<(Seat, Called)>,
    most_hours: u32,
    limit: usize,
    refused: Vec<Refusal>,
    key: String,
}

/// `GET /games/{id}/organise`
pub async fn show(
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
) -> Result<HttpResponse, PageError> {
    let asked = Asked::of(&site, &visitor, &path, Fields::default()).await?;
    site.service.must_organise(&asked.game, asked.player).await?;
    page(&request, &asked, (StatusCode::OK, Vec::new()))
}

/// `POST /games/{id}/organise`
pub async fn act(
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    let asked = Asked::by_form(&site, &visitor, &path, &body).await?;
    site.service.must_organise(&asked.game, asked.player).await?;
    let (measure, key) = (measure(&asked.fields)?, asked.key("organise")?);
    let own = (&asked.game, asked.player);
    match site.service.moderate(site.now(), own, &measure, &key).await {
        Ok(()) => Ok(asked.onward("", "organised")),
        Err(ServiceError::Refused(refused)) => {
            page(&request, &asked, (StatusCode::UNPROCESSABLE_ENTITY, refused))
        }
        Err(error) => Err(error.into()),
    }
}

fn measure(fields: &Fields) -> Result<Measure, PageError> {
    let reason = fields.text("reason").to_owned();
    match fields.text("do") {
        "freeze" => Ok(Measure::Freeze { reason }),
        "thaw" => Ok(Measure::Thaw),
        _ => {
            let number = |name| fields.text(name).parse().ok();
            let seat = fields.text("seat").parse().ok().filter(|seat| *seat > 0).map(Seat);
            let asked = seat.zip(number("hours"));
            let (seat, hours) = asked.ok_or_else(|| {
                PageError::Unreadable("a clock is corrected by a seat and hours".to_owned())
            })?;
            Ok(Measure::Extend { seat, hours, reason })
        }
    }
}

fn page(
    request: &HttpRequest,
    asked: &Asked,
    (status, refused): (StatusCode, Vec<Refusal>),
) -> Result<HttpResponse, PageError> {
    let (live, course) = (asked.live(), &asked.live().course);
    let timed =
        course.waits.iter().filter(|(seat, wait)| wait.due.is_some() && course.manned(**seat));
    let page = OrganisePage {
        shell: Shell::of(request).titled(&format!("Look after {}", course.name)).at("games"),
        address: paths::game(&asked.game),
        name: course.name.clone(),
        frozen: course.frozen.is_some(),
        clocks: timed.map(|(seat, _)| (*seat, live.called(*seat))).collect(),
        most_hours: MOST_HOURS,
        limit: REASON_LIMIT,
        refused,
        key: forms::random(),
    };
    html_as(status, page)
}
