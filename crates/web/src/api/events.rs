//! `GET /games/{game}/events?after=61` and `/log`: what happened, step by step, for programs and in
//! words.

use std::time::Duration;

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use tokio::time::{Instant, sleep, timeout_at};

use crate::Site;
use crate::api::caller::Reader;
use crate::api::problem::Problem;
use crate::api::query::Query;
use crate::api::reply::Page;
use crate::api::views::game_id;
use crate::http::limits::end_turn;
use crate::shared::word_schemas;
use ravenpost_log::GameId;
use ravenpost_log::table::status::Status;
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_rules::{Narration, Seat};
use ravenpost_service::archive::known_events::{KnownEvent, KnownSentence};
use ravenpost_service::game::core::log::EventMetadata;
use ravenpost_service::game::history::story::{NarratedEvent, is_news};

/// The maximum number of seconds that a request may wait.
pub const LONGEST_WAIT: u64 = 30;
/// How often a waiting request polls, even if nothing seems to have changed.
const POLL: Duration = Duration::from_secs(2);
/// The delay between noticing a change and reading it.
const REST: Duration = Duration::from_millis(100);

/// A step as the caller knew it when it happened. Only `superseded_by` changes later.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Event")]
pub struct EventView {
    #[schemars(with = "u64")]
    step: Step,
    at: DateTime<Utc>,
    /// The kind of its act.
    #[schemars(schema_with = "word_schemas::act_kind")]
    kind: String,
    #[schemars(with = "Option<u8>")]
    seat: Option<Seat>,
    /// The act; null if the caller may not know it.
    act: Option<Value>,
    /// The facts that the caller knew at that step, to be applied in order. A fact that contains
    /// anything secret is left out as a whole; `narration` has what the caller may know of it.
    /// The export of a finished game has every fact.
    facts: Vec<Value>,
    /// The facts as sentences for the caller, in order, including those left out of `facts`. Some
    /// facts are not narrated.
    narration: Vec<SentenceView>,
    /// The step that superseded it, by an undo or a rewind.
    #[schemars(with = "Option<u64>")]
    superseded_by: Option<Step>,
    hash: String,
}

impl EventView {
    fn of(event: KnownEvent) -> EventView {
        let KnownEvent { step, at, kind, seat, act, facts, narration, superseded_by, hash } = event;
        let (narration, hash) = (narration.into_iter().map(SentenceView::of).collect(), hash.hex());
        EventView { step, at, kind, seat, act, facts, narration, superseded_by, hash }
    }
}

/// A fact as a sentence for the caller.
#[derive(Serialize, JsonSchema)]
pub struct SentenceView {
    /// The sentence, for people. Its wording may change with a new version of the server.
    text: String,
    /// The seat that it is about.
    #[schemars(with = "Option<u8>")]
    seat: Option<Seat>,
    /// The seats that it mentions.
    #[schemars(with = "Vec<u8>")]
    mentions: Vec<Seat>,
    /// The areas of the board that it mentions.
    areas: Vec<String>,
    /// Whether `facts` contains the fact. If not, the caller knows no more of it than this.
    in_facts: bool,
}

impl SentenceView {
    fn of(sentence: KnownSentence) -> SentenceView {
        let KnownSentence { narration, in_facts } = sentence;
        let Narration { text, seat, mentions, areas, .. } = narration;
        SentenceView { text, seat, mentions, areas, in_facts }
    }
}

pub async fn show(
    reader: Reader,
    site: Data<Site>,
    path: Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let (id, page) = (game_id(&path)?, Page::of(&request));
    let (player, after) = (reader.player, Step(page.after));
    let wait = Query::of(&request).number("wait").unwrap_or(0);
    let ends = Instant::now() + Duration::from_secs(wait);
    let mut commits = site.service.store().commits();
    let mut waited = false;
    let known = loop {
        commits.mark_unchanged();
        if waited {
            reader.may_still_read(&request).await?;
        }
        let known = site.service.archive().known_events(&id, player, after, page.limit).await?;
        let now = Instant::now();
        if !known.events.is_empty() || now >= ends || is_over(&site, &id).await? {
            break known;
        }
        end_turn(&request);
        waited = true;
        // On a shared database, writes by other nodes are not signalled here. Games in memory
        // change shortly after the commit.
        _ = timeout_at(ends.min(now + POLL), commits.changed()).await;
        sleep(REST).await;
    };
    let last = known.events.last().map(|event| event.step).filter(|step| *step < known.last);
    let items = known.events.into_iter().map(EventView::of).collect();
    page.answer(&request, items, last.map(|step| step.0))
}

/// Whether nothing more will happen in a game.
async fn is_over(site: &Site, id: &GameId) -> Result<bool, Problem> {
    let state = site.service.games().load(id).await?.status.state;
    Ok(matches!(state, Status::Over | Status::Cancelled))
}

/// A step in words, or an instruction of the caller.
#[derive(Serialize, JsonSchema)]
pub struct LogItem {
    /// The step; of an instruction, the one before it.
    #[schemars(with = "u64")]
    step: Step,
    at: DateTime<Utc>,
    /// The kind of its act.
    #[schemars(schema_with = "word_schemas::act_kind")]
    kind: &'static str,
    #[schemars(with = "Option<u8>")]
    seat: Option<Seat>,
    /// Whether it is an instruction that the caller saved for later, or the withdrawal of one.
    /// Only the caller sees it, and it is not a step.
    instruction: bool,
    /// How it came about: `instruction` if an instruction answered, `clock` if it happened
    /// automatically. Null if it does not matter, or if the caller may not know it.
    #[schemars(schema_with = "word_schemas::channel")]
    via: Option<&'static str>,
    /// The order as written; only for its own player.
    order: Option<String>,
    narration: Vec<String>,
    /// The step that superseded it; of an instruction, the one before its withdrawal.
    #[schemars(with = "Option<u64>")]
    superseded_by: Option<Step>,
}

impl LogItem {
    fn of(one: NarratedEvent) -> LogItem {
        LogItem {
            step: one.step,
            at: one.at,
            kind: one.kind.word(),
            seat: one.seat,
            instruction: one.private,
            via: Some(one.way).filter(|way| !way.is_empty()),
            order: one.order,
            narration: one.narration.into_iter().map(|narration| narration.text).collect(),
            superseded_by: one.aside,
        }
    }
}

/// `GET /games/{game}/log`: the steps in words, from the first, and the caller's instructions.
///
/// An instruction has the number of the step before it. Every page ends with a step, so the next
/// page continues without a gap.
pub async fn log(
    reader: Reader,
    site: Data<Site>,
    path: Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let (id, page) = (game_id(&path)?, Page::of(&request));
    let game = site.service.games().load(&id).await?;
    let viewer = game.viewer(reader.player.and_then(|player| game.seat_of(player)));
    let after = match Step(page.after) {
        Step::NONE => Seq::NONE,
        step => game.log.step_event(step).unwrap_or(Seq::MAX),
    };
    let later = game.log.metadata_after(after);
    let later: Vec<EventMetadata> =
        later.filter(|one| one.is_known_by(viewer) && is_news(one)).collect();
    let mut count = later.len().min(page.limit);
    while count < later.len() && !later[count - 1].open {
        count += 1;
    }
    let next = (count < later.len()).then(|| later[count - 1].step.0);
    let shown = later[..count].iter().map(|one| one.seq);
    let narrations = game.narration().tell(shown, viewer)?;
    page.answer(&request, narrations.into_iter().map(LogItem::of).collect(), next)
}
