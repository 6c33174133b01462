//! `POST /games/{id}/note`: keeps a note for oneself, changes one, or throws it away.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use super::talk::{Typed, refused};
use crate::service::ServiceError;
use crate::service::talk::note::NoteChange;
use crate::web::access::Seated;
use crate::web::error::PageError;
use crate::web::game_request::GameRequest;
use crate::web::visitor::Visitor;
use crate::web::{Site, forms};

pub async fn note(
    asked: Seated,
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    match kept(&site, &asked).await {
        Ok(back) => Ok(asked.redirect(&back, "noted")),
        Err(Error::Page(error)) => Err(error),
        Err(Error::Service(error)) => {
            refused(&request, &visitor, &asked, Typed::default(), error).await
        }
    }
}

/// Why a note was not kept: the form cannot be read, or the service said no.
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

/// Does what the form asks for, and tells where to go back to.
async fn kept(site: &Site, asked: &GameRequest) -> Result<String, Error> {
    let words = asked.fields.text("words");
    let number = |_| PageError::Unreadable("notes are numbered".to_owned());
    let change = match asked.fields.text("do") {
        "change" => Some(NoteChange::Text(words.to_owned())),
        "drop" => Some(NoteChange::Drop),
        _ => None,
    };
    let Some(change) = change else {
        let step = forms::step(&asked.fields, "step")?;
        site.service
            .note(site.now(), &asked.game, asked.player, step, words, &asked.key("note")?)
            .await?;
        let back = step.map(|step| format!("?at={step}")).unwrap_or_default();
        return Ok(format!("{back}#notes"));
    };
    let id = asked.fields.text("note").parse().map_err(number)?;
    site.service.change_note(site.now(), &asked.game, asked.player, id, change).await?;
    Ok("#notes".to_owned())
}
