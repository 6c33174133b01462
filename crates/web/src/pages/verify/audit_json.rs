//! `GET /games/{id}/audit.json`: the audit as JSON, limited to what the visitor may see. Events are
//! paginated from the first; `next` is the address of the following page.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::Serialize;

use crate::http::error::PageError;
use crate::shared::game_request::{game_of, visible};
use crate::shared::pagination::{Addresses, Page};
use crate::shared::query::Fields;
use crate::shared::visitor::Visitor;
use crate::shared::word_schemas;
use crate::{Site, shared::paths};
use ravenpost_log::table::status::Status;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_service::game::core::log::EventMetadata;
use ravenpost_service::game::fairness::audit::DiceReport;
use ravenpost_service::game::history::disclosure::Openness;
use ravenpost_service::game::history::story::NarratedEvent;
use ravenpost_service::play::read_game::VisibleGame;

/// The findings and a page of visible events. Unavailable values are null.
#[derive(Serialize, JsonSchema)]
pub struct Audit {
    game: String,
    title: &'static str,
    over: bool,
    commitment: String,
    /// The versions of the title's rules, the conduct rules and the hash chain that apply.
    rules: u32,
    conduct: u8,
    chain: u8,
    /// The error in the chain, if any.
    broken: Option<String>,
    /// Acts that were not allowed at their time, and draws that do not follow from the secret.
    wrongs: Vec<Changed>,
    /// The error in the secret of the dice, if any.
    secret: Option<&'static str>,
    /// Whether every game piece is accounted for.
    books: bool,
    /// Events that the current rules would resolve differently; null while the game runs.
    changed: Option<Vec<Changed>>,
    /// Whether every draw follows from the secret; null while the game runs.
    dice: Option<bool>,
    /// The total number of events.
    count: usize,
    events: Vec<Event>,
    /// The address of the next page; null on the last.
    next: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "AuditFinding")]
pub struct Changed {
    #[schemars(with = "u64")]
    step: Step,
    how: String,
}

/// An event. `open` is the step since which its narration is public, or null if it is not.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "AuditEvent")]
pub struct Event {
    #[schemars(with = "u64")]
    step: Step,
    at: DateTime<Utc>,
    #[schemars(schema_with = "word_schemas::act_kind")]
    kind: &'static str,
    #[schemars(with = "Option<u8>")]
    seat: Option<Seat>,
    #[schemars(schema_with = "word_schemas::channel")]
    way: Option<&'static str>,
    order: Option<String>,
    #[schemars(with = "Option<u64>")]
    open: Option<Step>,
    #[schemars(with = "Option<u64>")]
    aside: Option<Step>,
    head: String,
    narration: Vec<String>,
}

impl Event {
    fn of(step: NarratedEvent, open: Openness) -> Event {
        Event {
            step: step.step,
            at: step.at,
            kind: step.kind.word(),
            seat: step.seat,
            way: Some(step.way).filter(|way| !way.is_empty()),
            order: step.order,
            open: match open {
                Openness::Since(step) => Some(step),
                Openness::NotYet | Openness::Untold => None,
            },
            aside: step.aside,
            head: step.head,
            narration: step.narration.into_iter().map(|narration| narration.text).collect(),
        }
    }
}

pub async fn show(
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse, PageError> {
    let visible = visible(&site, &visitor, &game_of(&path)?, None).await?;
    let address = format!("{}/audit.json", paths::game(&visible.game.id));
    let fields = Fields::read(request.query_string());
    Ok(HttpResponse::Ok().json(audit(&site, &visible, &fields, &address).await?))
}

/// Returns the requested page of the audit, as this viewer sees the game. `address` is the
/// address of the pages.
pub async fn audit(
    site: &Site,
    visible: &VisibleGame,
    fields: &Fields,
    address: &str,
) -> Result<Audit, PageError> {
    let (game, viewer) = (&visible.game, visible.viewer);
    let over = game.status.state == Status::Over;
    let verdict = site.service.fairness().verdict(&game.id).await?;
    let known: Vec<EventMetadata> =
        game.log.metadata().filter(|one| one.is_known_by(viewer)).collect();
    let way = Addresses { path: address, parameters: &[], field: "page", part: "" };
    let page = Page::first_of(fields, known.len(), way)?;
    let narration = &known[page.range()];
    let steps = narration.first().map_or(Step::NONE, |first| first.step)
        ..=page.later().and(narration.last()).map_or(Step::MAX, |last| last.step);
    let narration: Vec<Seq> = narration.iter().map(|one| one.seq).collect();
    let events = game.narration().tell(narration.iter().copied(), viewer)?.into_iter();
    let audited = &verdict.audited;
    let wrongs = audited.wrongs().into_iter().filter(|(step, _)| steps.contains(step));
    let changed = audited.changed.iter().filter(|(step, _)| steps.contains(step)).cloned();
    let changed = changed.map(|(step, how)| Changed { step, how });
    Ok(Audit {
        game: game.id.to_string(),
        title: game.title.about().key,
        over,
        commitment: visible.status.commitment.clone(),
        rules: game.status.rules,
        conduct: game.status.conduct,
        chain: game.status.chain,
        broken: audited.broken.as_ref().map(ToString::to_string),
        wrongs: wrongs.map(|(step, how)| Changed { step, how }).collect(),
        secret: audited.secret,
        books: audited.books.is_none(),
        changed: over.then(|| changed.collect()),
        dice: verdict.dice.as_ref().filter(|_| over).map(DiceReport::holds),
        count: page.count,
        events: events
            .zip(game.narration().openness(&narration, viewer)?)
            .map(|(step, open)| Event::of(step, open))
            .collect(),
        next: page.later(),
    })
}
