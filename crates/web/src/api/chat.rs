//! `GET` and `POST /games/{game}/chat` and `/notes`: messages at the table, and private notes.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Site;
use crate::api::body::{Body, Key};
use crate::api::caller::{Caller, Chat};
use crate::api::problem::Problem;
use crate::api::reply::{Page, json};
use crate::api::views::game_id;
use crate::shared::query::Fields;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_service::talk::say::{Say, To};
use ravenpost_service::talk::table_talk::{Noted, SaidAt};
use ravenpost_store::talk::messages::Span;

/// All messages of a game.
const ALL: Span = Span { after: 0, before: i64::MAX, upto: Seq::MAX, most: u32::MAX };

#[derive(Serialize, JsonSchema)]
pub struct Messages {
    /// Oldest first.
    items: Vec<MessageView>,
    /// Pass it as `before` to read older messages; null if there are none.
    before: Option<i64>,
}

#[derive(Serialize, JsonSchema)]
pub struct MessageView {
    /// Counts the messages of this game that the caller may read, from 1.
    id: i64,
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
    fn of(id: i64, said: SaidAt) -> MessageView {
        MessageView {
            id,
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

#[derive(Default, Deserialize)]
#[serde(default)]
struct ChatQuery {
    before: String,
}

/// `GET /games/{game}/chat?before=&limit=`: the latest messages before one.
pub async fn show(
    caller: Caller<Chat>,
    site: Data<Site>,
    path: Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let (id, page) = (game_id(&path)?, Page::of(&request)?);
    site.service.games().at_table(&id, caller.player).await?.own_seat()?;
    let query: ChatQuery = Fields::read(request.query_string()).parse()?;
    let before = match query.before.as_str() {
        "" => i64::MAX,
        text => text
            .parse()
            .map_err(|_| Problem::unreadable("The parameter before must be a number."))?,
    };
    let after = i64::try_from(page.after).unwrap_or(i64::MAX);
    let said = site.service.chat().talk_for(&id, Some(caller.player), ALL).await?;
    // Stored ids have gaps where others exchanged private messages.
    let asked = |number: i64| after < number && number < before;
    let numbered = (1..).zip(said).filter(|(number, _)| asked(*number));
    let mut items: Vec<MessageView> =
        numbered.map(|(number, said)| MessageView::of(number, said)).collect();
    let more = items.len() > page.limit;
    items.drain(..items.len().saturating_sub(page.limit));
    let before = items.first().filter(|_| more).map(|first| first.id);
    json(&request, &Messages { items, before })
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewMessage {
    text: String,
    /// The recipients; empty for the whole table.
    #[serde(default)]
    #[schemars(with = "Vec<u8>")]
    to: Vec<Seat>,
    /// The earlier step that it is about.
    #[schemars(with = "Option<u64>")]
    step: Option<Step>,
}

#[derive(Serialize, JsonSchema)]
pub struct Sent {
    #[schemars(with = "Vec<u8>")]
    to: Vec<Seat>,
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
    let say = Say {
        game: id,
        by: caller.player,
        to: if to.is_empty() { To::Table } else { To::Seats(to) },
        at_step: step,
        words: text,
        key: once.key.clone(),
    };
    let to = site.service.chat().say(site.now(), say).await?;
    Ok(HttpResponse::Ok().json(Sent { to }))
}

#[derive(Serialize, JsonSchema)]
pub struct NoteView {
    /// Counts the caller's notes in this game, from 1.
    id: usize,
    #[schemars(with = "u64")]
    step: Step,
    text: String,
    created_at: DateTime<Utc>,
    changed_at: Option<DateTime<Utc>>,
}

impl NoteView {
    fn of(id: usize, noted: Noted) -> NoteView {
        NoteView {
            id,
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
    let id = game_id(&path)?;
    site.service.games().at_table(&id, caller.player).await?.own_seat()?;
    let notes = site.service.chat().notes_for(&id, caller.player).await?;
    // Stored ids have gaps where others wrote notes.
    let mut ids: Vec<i64> = notes.iter().map(|noted| noted.note.id).collect();
    ids.sort_unstable();
    let number = |noted: &Noted| ids.partition_point(|id| *id <= noted.note.id);
    let items: Vec<NoteView> =
        notes.into_iter().map(|noted| NoteView::of(number(&noted), noted)).collect();
    Page::of(&request)?.of_all(&request, items)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewNote {
    text: String,
    /// The step that it is about; by default the last one.
    #[schemars(with = "Option<u64>")]
    step: Option<Step>,
}

#[derive(Serialize, JsonSchema)]
pub struct Stored {
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
    let step = site.service.chat().note(now, &id, caller.player, step, &text, &once.key).await?;
    Ok(HttpResponse::Ok().json(Stored { step }))
}
