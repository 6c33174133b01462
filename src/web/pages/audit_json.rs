//! `GET /games/{id}/audit.json`: the audit page for programs, as the visitor may know it.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use chrono::{DateTime, Utc};
use serde::Serialize;

use super::asked::{game_of, sight};
use crate::rules::Seat;
use crate::service::course::Status;
use crate::service::openness::Openness;
use crate::service::story::Step;
use crate::web::Site;
use crate::web::error::PageError;
use crate::web::visitor::Visitor;

/// What was found, and every event that the visitor may know of. What is not told is null.
#[derive(Serialize)]
struct Audit {
    game: String,
    title: &'static str,
    over: bool,
    commitment: String,
    /// What is wrong with the chain.
    broken: Option<String>,
    /// Acts that might not have been done when they were, and draws that the dice do not give.
    wrongs: Vec<Changed>,
    /// What is wrong with the secret of the dice.
    secret: Option<&'static str>,
    /// Whether every piece is somewhere.
    books: bool,
    /// What today's rules would answer otherwise; null while the game runs.
    changed: Option<Vec<Changed>>,
    /// Whether every number drawn comes from the secret; null while the game runs.
    dice: Option<bool>,
    events: Vec<Event>,
}

#[derive(Serialize)]
struct Changed {
    step: u64,
    how: String,
}

/// One event. `open` is the step since which everybody knows what was told of it; null where that
/// is not so yet, or is not told.
#[derive(Serialize)]
struct Event {
    step: u64,
    at: DateTime<Utc>,
    kind: &'static str,
    seat: Option<Seat>,
    way: Option<&'static str>,
    order: Option<String>,
    open: Option<u64>,
    aside: Option<u64>,
    head: String,
    told: Vec<String>,
}

impl From<(Step, Openness)> for Event {
    fn from((step, open): (Step, Openness)) -> Event {
        Event {
            step: step.step,
            at: step.at,
            kind: step.kind,
            seat: step.seat,
            way: Some(step.way).filter(|way| !way.is_empty()),
            order: step.order,
            open: match open {
                Openness::Since(step) => Some(step),
                Openness::NotYet | Openness::Untold => None,
            },
            aside: step.aside,
            head: step.head,
            told: step.told.into_iter().map(|told| told.text).collect(),
        }
    }
}

pub async fn show(
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
) -> Result<HttpResponse, PageError> {
    let sight = sight(&site, &visitor, &game_of(&path)?, None).await?;
    let id = &sight.live.id;
    let over = sight.live.course.status == Status::Over;
    let audited = site.service.audit_game(id).await?;
    let wrongs = audited.wrongs().into_iter();
    let changed = audited.changed.into_iter().map(|(step, how)| Changed { step, how });
    let open = sight.live.openness(sight.viewer)?;
    let events = sight.live.record(sight.viewer)?.into_iter().zip(open);
    let dice = if over { Some(site.service.verify_dice(id).await?.holds()) } else { None };
    Ok(HttpResponse::Ok().json(Audit {
        game: id.to_string(),
        title: sight.live.title.about().key,
        over,
        commitment: sight.course.commitment.clone(),
        broken: audited.broken.map(|broken| broken.to_string()),
        wrongs: wrongs.map(|(step, how)| Changed { step, how }).collect(),
        secret: audited.secret,
        books: audited.books.is_none(),
        changed: over.then(|| changed.collect()),
        dice,
        events: events.map(Event::from).collect(),
    }))
}
