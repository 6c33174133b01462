//! `GET /games/{id}/talk`: the chat and the player's own notes, with forms to send messages and to
//! mute players. The game's page has the same forms.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use crate::http::error::PageError;
use crate::shared::access::Seated;
use crate::shared::game_request::{GameRequest, viewpoint, visible};
use crate::shared::layout::{Shell, html_refused};
use crate::shared::query::lenient;
use crate::shared::visitor::Visitor;
use crate::view::talk_view::TalkView;
use crate::{
    Site,
    shared::{forms, paths},
};
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Step;
use ravenpost_service::ServiceError;
use ravenpost_service::talk::say::{OutgoingMessage, To};

/// The number of messages per page.
const PAGE: u32 = 100;

#[derive(Template)]
#[template(path = "games/talk.html")]
struct TalkPage {
    shell: Shell,
    address: String,
    name: String,
    zone: &'static str,
    talk: TalkView,
    /// Whether there are later messages.
    later: bool,
    typed: Typed,
    refused: Vec<String>,
    key: String,
}

/// The contents of the message form.
#[derive(Clone, Debug, Default)]
pub struct Typed {
    pub words: String,
    /// The selected recipients; None for a new form.
    to: Option<Vec<String>>,
}

impl Typed {
    /// Whether the whole table is selected, as it is by default.
    pub fn table(&self) -> bool {
        self.to.as_ref().is_none_or(|to| to.iter().any(|one| one == "table"))
    }

    /// Whether the seat is selected.
    pub fn names(&self, seat: &u8) -> bool {
        self.to.iter().flatten().any(|one| *one == seat.to_string())
    }

    /// Returns the recipients. Selecting both the table and single seats is refused, so that a
    /// private message cannot reach everyone by mistake.
    fn to(&self) -> Result<To, ServiceError> {
        let ticked = self.to.as_deref().unwrap_or_default();
        let seats: Vec<Seat> = ticked
            .iter()
            .filter_map(|one| one.parse().ok())
            .filter(|one| *one > 0)
            .map(Seat)
            .collect();
        match (self.table(), seats.is_empty()) {
            (true, true) => Ok(To::Table),
            (true, false) => Err(ServiceError::refused(
                "choose either everyone or individual players; your message was not sent",
            )),
            (false, _) => Ok(To::Seats(seats)),
        }
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct TalkQuery<'a> {
    before: Option<&'a str>,
}

pub async fn show(
    asked: Seated,
    request: HttpRequest,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    page(&request, &visitor, &asked, Typed::default(), Vec::new()).await
}

/// Renders the page, with a refused message if there is one.
pub async fn page(
    request: &HttpRequest,
    visitor: &Visitor,
    asked: &GameRequest,
    typed: Typed,
    refused: Vec<String>,
) -> Result<HttpResponse, PageError> {
    let site = request.app_data::<Data<Site>>().expect("every page has its site");
    asked.seat()?;
    let before = match asked.fields.parse::<TalkQuery>()?.before {
        Some(before) => {
            let unreadable = |_| PageError::Unreadable("that message number is invalid".to_owned());
            Some(before.parse::<i64>().map_err(unreadable)?)
        }
        None => None,
    };
    let visible = visible(site, visitor, &asked.game, None).await?;
    let talk = site.service.chat().all_talk(asked.game(), asked.player, before, PAGE).await?;
    let name = visible.status.name.clone();
    let page = TalkPage {
        shell: Shell::of(request).titled(&format!("Chat: {name}")).at("mine"),
        address: paths::game(&asked.game),
        talk: TalkView::with(&visible, &talk, viewpoint(site, visitor, None)),
        zone: visitor.zone().name(),
        later: before.is_some(),
        key: forms::random(),
        name,
        typed,
        refused,
    };
    html_refused(!page.refused.is_empty(), page)
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct MessageForm {
    words: String,
    to: Vec<String>,
    /// The step that the message is about.
    #[serde(deserialize_with = "forms::step")]
    step: Option<Step>,
    /// The last message on the page.
    #[serde(deserialize_with = "lenient")]
    upto: Option<i64>,
}

/// `POST /games/{id}/talk`: sends a message.
pub async fn say(
    asked: Seated,
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    let MessageForm { words, to, step, upto } = asked.fields.parse()?;
    let typed = Typed { words, to: Some(to) };
    let (game, by, key) = (asked.game.clone(), asked.player, asked.key("say")?);
    let said = match typed.to() {
        Ok(to) => {
            let say =
                OutgoingMessage { game, by, to, at_step: step, words: typed.words.clone(), key };
            site.service.chat().say(site.now(), say).await
        }
        Err(unclear) => Err(unclear),
    };
    match said {
        Ok(_) => {
            // Sending a message marks everything above the form as read.
            let upto = upto.unwrap_or_default();
            site.service.chat().mark_read(&asked.game, asked.player, upto).await?;
            let back = step.map(|step| format!("?at={step}"));
            Ok(asked.redirect(&format!("{}#talk", back.unwrap_or_default()), "said"))
        }
        Err(error) => refused(&request, &visitor, &asked, typed, error).await,
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ReadForm {
    #[serde(deserialize_with = "lenient")]
    upto: Option<i64>,
}

/// `POST /games/{id}/read`: marks messages as read up to the last one that the page showed.
pub async fn read(asked: Seated, site: Data<Site>) -> Result<HttpResponse, PageError> {
    let upto = asked.fields.parse::<ReadForm>()?.upto.unwrap_or_default();
    site.service.chat().mark_read(&asked.game, asked.player, upto).await?;
    Ok(asked.redirect("?tab=talk#talk", "read"))
}

/// Renders the page with a refused message, so that the text is not lost.
pub async fn refused(
    request: &HttpRequest,
    visitor: &Visitor,
    asked: &GameRequest,
    typed: Typed,
    error: ServiceError,
) -> Result<HttpResponse, PageError> {
    let why = match error {
        ServiceError::TooMany(why) => vec![why.to_owned()],
        other => other.reasons()?,
    };
    page(request, visitor, asked, typed, why).await
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct MuteForm {
    #[serde(deserialize_with = "forms::seat")]
    seat: Option<Seat>,
    r#do: String,
}

/// `POST /games/{id}/mute`: mutes or unmutes a player.
pub async fn mute(asked: Seated, site: Data<Site>) -> Result<HttpResponse, PageError> {
    let form: MuteForm = asked.fields.parse()?;
    let unnamed = || PageError::Unreadable("choose a player to mute".to_owned());
    let seat = form.seat.ok_or_else(unnamed)?;
    let muted = form.r#do != "hear";
    site.service.chat().mute(site.now(), &asked.game, asked.player, seat, muted).await?;
    Ok(asked.redirect("/talk", if muted { "muted" } else { "heard" }))
}
