//! `POST /games/{id}/note`: creates, changes or deletes a private note.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;

use crate::http::error::PageError;
use crate::pages::game::chat::{Typed, refused};
use crate::shared::access::Seated;
use crate::shared::game_request::GameRequest;
use crate::shared::query::lenient;
use crate::shared::visitor::Visitor;
use crate::{Site, shared::forms};
use ravenpost_rules::numbers::Step;
use ravenpost_service::ServiceError;
use ravenpost_service::talk::note::{Later, NoteChange};

/// The form for a new note or an existing one.
#[derive(Default, Deserialize)]
#[serde(default)]
struct NoteForm {
    r#do: String,
    words: String,
    /// The number of an existing note.
    note: String,
    /// `turn` or `round` for a note for later.
    r#for: String,
    #[serde(deserialize_with = "lenient")]
    round: Option<u16>,
}

/// The step that a new note is about.
#[derive(Default, Deserialize)]
#[serde(default)]
struct About {
    #[serde(deserialize_with = "forms::step")]
    step: Option<Step>,
}

pub async fn note(
    asked: Seated,
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    match saved(&site, &asked).await {
        Ok(NotesPage { back, done }) => Ok(asked.redirect(&back, done)),
        Err(Error::Page(error)) => Err(error),
        Err(Error::Service(error)) => {
            refused(&request, &visitor, &asked, Typed::default(), error).await
        }
    }
}

/// Where to redirect, and the confirmation to show there.
struct NotesPage {
    back: String,
    done: &'static str,
}

enum Error {
    Page(PageError),
    Service(ServiceError),
}

impl From<PageError> for Error {
    fn from(error: PageError) -> Error {
        Error::Page(error)
    }
}

impl From<ServiceError> for Error {
    fn from(error: ServiceError) -> Error {
        Error::Service(error)
    }
}

/// Applies the requested change.
async fn saved(site: &Site, asked: &GameRequest) -> Result<NotesPage, Error> {
    let form: NoteForm = asked.fields.parse()?;
    let number = |_| PageError::Unreadable("that note number is invalid".to_owned());
    let (change, part, done) = match form.r#do.as_str() {
        "change" => (NoteChange::Text(form.words), "#notes", "noted"),
        "drop" => (NoteChange::Drop, "#notes", "noted"),
        "done" => (NoteChange::Done, "#orders", "note-done"),
        "keep" => (NoteChange::Keep, "#orders", "note-kept"),
        _ => return new(site, asked, form).await,
    };
    let id = form.note.parse().map_err(number)?;
    site.service.chat().change_note(site.now(), &asked.game, asked.player, id, change).await?;
    Ok(NotesPage { back: part.to_owned(), done })
}

/// Creates a note about a step or for a later turn.
async fn new(site: &Site, asked: &GameRequest, form: NoteForm) -> Result<NotesPage, Error> {
    let (now, game, player) = (site.now(), &asked.game, asked.player);
    let (words, key) = (form.words.as_str(), asked.key("note")?);
    let later = match form.r#for.as_str() {
        "turn" => Some(Later::NextTurn),
        "round" => Some(Later::FromRound(form.round.unwrap_or(0))),
        _ => None,
    };
    if let Some(later) = later {
        site.service.chat().note_for_later(now, game, player, later, words, &key).await?;
        return Ok(NotesPage { back: "#notes".to_owned(), done: "noted" });
    }
    let About { step } = asked.fields.parse()?;
    site.service.chat().note(now, game, player, step, words, &key).await?;
    let back = step.map(|step| format!("?at={step}")).unwrap_or_default();
    Ok(NotesPage { back: format!("{back}#notes"), done: "noted" })
}
