//! `GET /me/events`: one stream of what happens in all games of a player, as server-sent events or
//! as lines of JSON.
//!
//! A stream begins with `hello` and everything that is pending, so a client that was disconnected
//! misses nothing. Events are derived from what the player sees before and after each change:
//! public steps, the player's own prompts and messages. A change that the player may not know of
//! therefore causes no event.

pub mod open;

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use actix_web::http::{Method, header};
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use chrono::{DateTime, Utc};
use futures_util::stream;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use crate::Site;
use crate::api::caller::{Caller, Read};
use crate::api::lists::PendingItem;
use crate::api::problem::Problem;
use crate::api::query::Query;
use crate::api::stream::open::Place;
use crate::shared::word_schemas;
use ravenpost_log::GameId;
use ravenpost_log::table::status::Status;
use ravenpost_rules::numbers::Step;
use ravenpost_service::ServiceError;
use ravenpost_service::game::notify::pending::PendingAction;
use ravenpost_service::people::tokens::check::Bearer;

/// How long a stream lasts; clients then connect again.
const LASTS: Duration = Duration::from_secs(3600);
/// How often something is sent, so that broken connections are noticed.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// The interval at which a database shared by several nodes is polled for changes.
const POLL: Duration = Duration::from_secs(2);
/// Minimum interval between two checks, so that a burst of changes costs a stream only one.
const REST: Duration = Duration::from_millis(300);
/// The maximum length of a name.
pub const NAME: usize = 40;

/// What a stream knows about a game.
#[derive(Clone, PartialEq, Eq)]
struct Known {
    step: Step,
    status: Status,
    /// The step that asked the player's pending prompt, and its deadline.
    prompt: Option<(Step, Option<DateTime<Utc>>)>,
    /// The occupied seats, and whether the clocks are stopped.
    seats: usize,
    stopped: bool,
    unread: u64,
}

/// A message of a stream.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum StreamMessage {
    Hello(Hello),
    Event(GameEvent),
}

/// The first message.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "StreamHello")]
pub struct Hello {
    #[schemars(schema_with = "hello_kind")]
    kind: &'static str,
    /// Everything that is waiting for the player.
    pending: Vec<PendingItem>,
    /// The last step of each current game.
    #[schemars(with = "BTreeMap<String, u64>")]
    games: BTreeMap<String, Step>,
}

/// Something that happened in a game.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "StreamEvent")]
pub struct GameEvent {
    #[schemars(schema_with = "event_kinds")]
    kind: &'static str,
    game: String,
    /// The last step of the game.
    #[schemars(with = "u64")]
    step: Step,
    /// The step that caused the prompt; only for `turn`.
    #[schemars(with = "Option<u64>")]
    prompt: Option<Step>,
    /// The player's deadline.
    due: Option<DateTime<Utc>>,
}

fn hello_kind(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "const": "hello" })
}

fn event_kinds(_: &mut SchemaGenerator) -> Schema {
    word_schemas::extensible(&["turn", "step", "chat", "table", "clock", "over"])
}

/// A stream and what it has already sent.
struct Stream {
    site: Data<Site>,
    bearer: Bearer,
    place: Place,
    commits: watch::Receiver<u64>,
    /// Whether each event is a line of JSON rather than a server-sent event.
    lines: bool,
    known: BTreeMap<GameId, Known>,
    stamp: u64,
    ready: VecDeque<Bytes>,
    ends: Instant,
    sent: Instant,
}

pub async fn show(
    caller: Caller<Read>,
    site: Data<Site>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let query = Query::of(&request);
    let name = query.text("name").unwrap_or("default");
    let accept = request.headers().get(header::ACCEPT).and_then(|kind| kind.to_str().ok());
    let lines = accept.is_some_and(|kind| kind.contains("application/x-ndjson"));
    let kind = if lines { "application/x-ndjson" } else { "text/event-stream" };
    if *request.method() == Method::HEAD {
        return Ok(HttpResponse::Ok().content_type(kind).finish());
    }
    let place = site.streams.open(caller.player, name)?;
    let now = Instant::now();
    let mut stream = Stream {
        commits: site.service.store().commits(),
        bearer: caller.bearer,
        place,
        lines,
        known: BTreeMap::new(),
        stamp: site.stamp().await?,
        ready: VecDeque::new(),
        ends: now + LASTS,
        sent: now,
        site,
    };
    stream.known = stream.look().await?;
    stream.hello().await?;
    Ok(HttpResponse::Ok()
        // Compression would hold events back until there are enough of them.
        .insert_header((header::CONTENT_ENCODING, "identity"))
        .insert_header(("X-Accel-Buffering", "no"))
        .content_type(kind)
        .streaming(stream::unfold(stream, |mut stream| async move {
            let next = stream.next().await?;
            Some((Ok::<_, actix_web::Error>(next), stream))
        })))
}

impl Stream {
    /// Writes a message in the requested form.
    fn write(&mut self, message: &StreamMessage) {
        // Serialising this plain data cannot fail.
        let text = serde_json::to_string(message).unwrap_or_default();
        let kind = match message {
            StreamMessage::Hello(hello) => hello.kind,
            StreamMessage::Event(event) => event.kind,
        };
        let text = match self.lines {
            true => format!("{text}\n"),
            false => format!("event: {kind}\ndata: {text}\n\n"),
        };
        self.ready.push_back(Bytes::from(text));
    }

    async fn hello(&mut self) -> Result<(), ServiceError> {
        let (service, now) = (&self.site.service, self.site.now());
        let waits = service.notifications().pending_actions(now, self.bearer.player).await?;
        let own = waits.all().iter().filter(|one| match &one.game {
            Some(game) => self.bearer.lists(game),
            None => self.bearer.game.is_none(),
        });
        let pending: Vec<PendingItem> = own.map(PendingItem::of).collect();
        let games = self.known.iter().map(|(id, known)| (id.to_string(), known.step)).collect();
        self.write(&StreamMessage::Hello(Hello { kind: "hello", pending, games }));
        Ok(())
    }

    /// Returns what the player knows of each current game.
    async fn look(&self) -> Result<BTreeMap<GameId, Known>, ServiceError> {
        let (service, player) = (&self.site.service, self.bearer.player);
        let waits = service.notifications().pending_actions(self.site.now(), player).await?;
        let mut all = BTreeMap::new();
        for id in service.play().current_games(player).await? {
            if !self.bearer.lists(&id) {
                continue;
            }
            // A game that cannot be read causes no events.
            let Ok(game) = service.games().load(&id).await else { continue };
            let wait = game.seat_of(player).and_then(|seat| game.seats().wait(seat));
            let unread = waits.all().iter().find_map(|one| match one.wanted {
                PendingAction::Words(count) if one.game.as_ref() == Some(&id) => Some(count),
                _ => None,
            });
            let known = Known {
                step: game.step(),
                status: game.status.state,
                prompt: wait.map(|wait| (game.log.step_of(wait.asked_at), wait.due)),
                seats: game.status.seats.slots.iter().filter(|one| one.sitter.is_some()).count(),
                stopped: game.status.stops.since().is_some(),
                unread: unread.unwrap_or(0),
            };
            all.insert(id, known);
        }
        Ok(all)
    }

    /// Writes the events that explain what has changed since the last check.
    fn compare(&mut self, now: BTreeMap<GameId, Known>) {
        let before = std::mem::replace(&mut self.known, now.clone());
        for (id, known) in &now {
            for kind in kinds(before.get(id), known) {
                let prompt = known.prompt.filter(|_| kind == "turn");
                let event = GameEvent {
                    kind,
                    game: id.to_string(),
                    step: known.step,
                    prompt: prompt.map(|(step, _)| step),
                    due: known.prompt.and_then(|(_, due)| due),
                };
                self.write(&StreamMessage::Event(event));
            }
        }
    }

    /// Returns the next part of the stream, or `None` at its end.
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            if let Some(part) = self.ready.pop_front() {
                self.sent = Instant::now();
                return Some(part);
            }
            let alive = self.sent + KEEP_ALIVE;
            let file = self.site.service.store().is_file();
            let wake = if file { alive } else { alive.min(Instant::now() + POLL) };
            let commits = &mut self.commits;
            let written = async {
                match file {
                    true => commits.changed().await.is_ok(),
                    false => std::future::pending().await,
                }
            };
            tokio::select! {
                _ = self.place.ended.changed() => return None,
                () = sleep_until(self.ends) => return None,
                () = sleep_until(wake) => {}
                open = written => if !open { return None },
            }
            let idle = Instant::now() >= alive;
            if idle {
                let text = if self.lines { "\n" } else { ": keep-alive\n\n" };
                self.ready.push_back(Bytes::from_static(text.as_bytes()));
            }
            self.catch_up(idle).await?;
        }
    }

    /// Writes what has happened since; `None` if the token is no longer valid. Unless `must` is
    /// set, it checks only if something was written.
    async fn catch_up(&mut self, must: bool) -> Option<()> {
        // A failure is temporary: the next check finds what was missed.
        let Ok(stamp) = self.site.stamp().await else { return Some(()) };
        if stamp == self.stamp && !must {
            return Some(());
        }
        // Games in memory change shortly after the commit. If that takes longer, the next forced
        // check finds what this one misses.
        sleep(REST).await;
        let Ok(stamp) = self.site.stamp().await else { return Some(()) };
        let valid = self.site.service.tokens().holds(self.site.now(), &self.bearer).await;
        if matches!(valid, Ok(false)) {
            return None;
        }
        if let Ok(Ok(now)) = timeout(KEEP_ALIVE, self.look()).await {
            self.stamp = stamp;
            self.compare(now);
        }
        Some(())
    }
}

/// The events that lead from one state of a game to another.
fn kinds(before: Option<&Known>, now: &Known) -> Vec<&'static str> {
    let Some(before) = before else { return vec!["table"] };
    let mut kinds = Vec::new();
    if now.step != before.step {
        kinds.push("step");
    }
    if (now.status, now.seats) != (before.status, before.seats) {
        let over = matches!(now.status, Status::Over | Status::Cancelled);
        kinds.push(if over { "over" } else { "table" });
    }
    let due = |known: &Known| known.prompt.map(|(_, due)| due);
    let asked = now.prompt.map(|(step, _)| step);
    if asked.is_some() && asked != before.prompt.map(|(step, _)| step) {
        kinds.push("turn");
    } else if now.stopped != before.stopped || (asked.is_some() && due(now) != due(before)) {
        kinds.push("clock");
    }
    if now.unread > before.unread {
        kinds.push("chat");
    }
    kinds
}
