//! `GET` and `POST /games/{game}/chat` and `/notes`: messages at the table, and private notes;
//! `POST /games/{game}/chat/read`: how far the caller has read the messages.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Site;
use crate::api::body::{Body, Key};
use crate::api::caller::{Caller, Chat};
use crate::api::orders::Nothing;
use crate::api::problem::Problem;
use crate::api::query::Query;
use crate::api::reply::{json, limit, with_link};
use crate::api::views::game_id;
use ravenpost_log::GameId;
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_rules::{RefusalCode, Seat};
use ravenpost_service::ServiceError;
use ravenpost_service::talk::cursor::{Cursors, List, Place};
use ravenpost_service::talk::note;
use ravenpost_service::talk::say::{self, OutgoingMessage, To};
use ravenpost_service::talk::table_talk::{Noted, SaidAt};
use ravenpost_store::talk::messages::Span;

/// Returns the place that a parameter's cursor refers to, if it was sent.
fn place(query: &Query, name: &str, cursors: &Cursors) -> Result<Option<Place>, Problem> {
    let Some(cursor) = query.text(name) else { return Ok(None) };
    let unknown =
        || Problem::unreadable(format!("The parameter {name} is not a cursor from here."));
    cursors.open(cursor).map(Some).ok_or_else(unknown)
}

/// Returns how many entries to read: one more than are shown, to detect whether there are more.
fn one_more(limit: usize) -> u32 {
    u32::try_from(limit + 1).unwrap_or(u32::MAX)
}

#[derive(Serialize, JsonSchema)]
pub struct Messages {
    /// Oldest first.
    items: Vec<MessageView>,
    /// Pass it as `before` to read older messages; null if there are none.
    before: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub struct MessageView {
    /// Pass it as `before` or `after`; it says nothing else.
    id: String,
    #[schemars(with = "u8")]
    seat: Seat,
    player: String,
    /// The recipients; empty for the whole table.
    #[schemars(with = "Vec<u8>")]
    to: Vec<Seat>,
    /// Empty if you have blocked the author.
    text: String,
    /// Whether you have blocked the author.
    blocked: bool,
    at: DateTime<Utc>,
    /// The step at which it was sent.
    #[schemars(with = "u64")]
    step: Step,
    /// The earlier step that it is about.
    #[schemars(with = "Option<u64>")]
    about: Option<Step>,
}

impl MessageView {
    fn of(cursors: &Cursors, said: SaidAt) -> MessageView {
        MessageView {
            id: cursors.seal(Place { seq: said.words.seq, id: said.words.id }),
            seat: said.words.seat,
            player: said.words.name,
            to: said.words.to,
            text: if said.words.blocked { String::new() } else { said.words.text },
            blocked: said.words.blocked,
            at: said.words.at,
            step: said.step,
            about: said.about,
        }
    }
}

/// `GET /games/{game}/chat?before=&after=&limit=`: the latest messages, before or after one.
pub async fn show(
    caller: Caller<Chat>,
    site: Data<Site>,
    path: Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let (id, query) = (game_id(&path)?, Query::of(&request));
    let (chat, limit) = (site.service.chat(), limit(&query));
    site.service.games().at_table(&id, caller.player).await?.own_seat()?;
    let cursors = chat.cursors(List::Messages, &id, caller.player).await?;
    let span = Span {
        after: place(&query, "after", &cursors)?.map_or(0, |place| place.id),
        before: place(&query, "before", &cursors)?.map_or(i64::MAX, |place| place.id),
        upto: Seq::MAX,
        most: one_more(limit),
    };
    let mut said = chat.talk_for(&id, Some(caller.player), span).await?;
    let more = said.len() > limit;
    said.drain(..said.len().saturating_sub(limit));
    let items: Vec<MessageView> =
        said.into_iter().map(|said| MessageView::of(&cursors, said)).collect();
    let before = items.first().filter(|_| more).map(|first| first.id.clone());
    json(&request, &Messages { items, before })
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewMessage {
    #[schemars(length(min = 1, max = say::LONGEST))]
    text: String,
    /// The recipients; empty for the whole table.
    #[serde(default)]
    #[schemars(with = "Vec<u8>")]
    to: Vec<Seat>,
    /// The earlier step that it is about, which must have changed the game. It is returned as
    /// `about`.
    #[schemars(with = "Option<u64>")]
    step: Option<Step>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "SentMessage")]
pub struct Sent {
    /// The id of the message.
    id: String,
    #[schemars(with = "Vec<u8>")]
    to: Vec<Seat>,
}

/// Refuses a step that messages and notes cannot refer to.
async fn must_fit(site: &Site, game: &GameId, step: Option<Step>) -> Result<(), Problem> {
    match step {
        Some(step) => Ok(site.service.chat().must_change_something(game, step).await?),
        None => Ok(()),
    }
}

pub async fn say(
    caller: Caller<Chat>,
    site: Data<Site>,
    path: Path<String>,
    key: Key,
    body: Body<NewMessage>,
) -> Result<HttpResponse, Problem> {
    let id = game_id(&path)?;
    let once = key.once(&site.in_flight, caller.player, id.as_str(), "chat")?;
    let NewMessage { text, to, step } = body.value()?;
    must_fit(&site, &id, step).await?;
    let chat = site.service.chat();
    let cursors = chat.cursors(List::Messages, &id, caller.player).await?;
    let say = OutgoingMessage {
        game: id,
        by: caller.player,
        to: if to.is_empty() { To::Table } else { To::Seats(to) },
        at_step: step,
        words: text,
        key: once.key.clone(),
    };
    let sent = chat.send(site.now(), say).await?;
    Ok(HttpResponse::Ok().json(Sent { id: cursors.seal(sent.place), to: sent.to }))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewReadMark {
    /// The id of the last message that you have read.
    upto: String,
}

/// `POST /games/{game}/chat/read`: marks the messages up to one as read.
pub async fn mark_read(
    caller: Caller<Chat>,
    site: Data<Site>,
    path: Path<String>,
    key: Key,
    body: Body<NewReadMark>,
) -> Result<HttpResponse, Problem> {
    let (id, NewReadMark { upto }) = (game_id(&path)?, body.value()?);
    site.service.games().at_table(&id, caller.player).await?.own_seat()?;
    let _once = key.once(&site.in_flight, caller.player, id.as_str(), "read")?;
    let chat = site.service.chat();
    let cursors = chat.cursors(List::Messages, &id, caller.player).await?;
    let unknown = || {
        let why = "there is no message with this id in this game";
        Problem::from(ServiceError::coded(RefusalCode::UnknownValue, why))
    };
    let upto = cursors.open(&upto).ok_or_else(unknown)?;
    chat.mark_read(&id, caller.player, upto.id).await?;
    Ok(HttpResponse::Ok().json(Nothing {}))
}

#[derive(Serialize, JsonSchema)]
pub struct Notes {
    /// Latest steps first.
    items: Vec<NoteView>,
    /// Pass it as `after` to read the next page; null if there is none.
    next: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub struct NoteView {
    /// Pass it as `after`; it says nothing else.
    id: String,
    #[schemars(with = "u64")]
    step: Step,
    text: String,
    created_at: DateTime<Utc>,
    changed_at: Option<DateTime<Utc>>,
}

impl NoteView {
    fn of(cursors: &Cursors, noted: Noted) -> NoteView {
        NoteView {
            id: cursors.seal(Place { seq: noted.note.seq, id: noted.note.id }),
            step: noted.step,
            text: noted.note.text,
            created_at: noted.note.made_at,
            changed_at: noted.note.changed_at,
        }
    }
}

/// `GET /games/{game}/notes`: the caller's own notes, latest steps first.
pub async fn notes(
    caller: Caller<Chat>,
    site: Data<Site>,
    path: Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let (id, query) = (game_id(&path)?, Query::of(&request));
    let (chat, limit) = (site.service.chat(), limit(&query));
    site.service.games().at_table(&id, caller.player).await?.own_seat()?;
    let cursors = chat.cursors(List::Notes, &id, caller.player).await?;
    let after = place(&query, "after", &cursors)?;
    let mut notes = chat.notes_after(&id, caller.player, after, one_more(limit)).await?;
    let more = notes.len() > limit;
    notes.truncate(limit);
    let items: Vec<NoteView> =
        notes.into_iter().map(|noted| NoteView::of(&cursors, noted)).collect();
    let next = items.last().filter(|_| more).map(|last| last.id.clone());
    let answer = json(&request, &Notes { items, next: next.clone() })?;
    Ok(with_link(&request, answer, next.as_deref(), limit))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewNote {
    #[schemars(length(min = 1, max = note::LONGEST))]
    text: String,
    /// The step that it is about, which must have changed the game; by default the last one that
    /// did.
    #[schemars(with = "Option<u64>")]
    step: Option<Step>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "StoredNote")]
pub struct Stored {
    /// The id of the note.
    id: String,
    #[schemars(with = "u64")]
    step: Step,
}

pub async fn note(
    caller: Caller<Chat>,
    site: Data<Site>,
    path: Path<String>,
    key: Key,
    body: Body<NewNote>,
) -> Result<HttpResponse, Problem> {
    let id = game_id(&path)?;
    let once = key.once(&site.in_flight, caller.player, id.as_str(), "note")?;
    let (now, NewNote { text, step }) = (site.now(), body.value()?);
    must_fit(&site, &id, step).await?;
    let chat = site.service.chat();
    let cursors = chat.cursors(List::Notes, &id, caller.player).await?;
    let stored = chat.store_note(now, &id, caller.player, step, &text, &once.key).await?;
    let id = cursors.seal(stored.place);
    Ok(HttpResponse::Ok().json(Stored { id, step: stored.step }))
}
