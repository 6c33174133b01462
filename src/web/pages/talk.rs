//! `GET /games/{id}/talk`: all that was said to the visitor at a table, with all own notes; and
//! the forms that say something and choose whom to hear. They stand on the game's page as well.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, http::StatusCode};
use askama::Template;

use crate::service::ServiceError;
use crate::service::talk::say::{Say, To};
use crate::web::access::Seated;
use crate::web::error::PageError;
use crate::web::game_request::{GameRequest, sight, viewpoint};
use crate::web::layout::{Shell, html_as};
use crate::web::query::Fields;
use crate::web::talk_view::TalkView;
use crate::web::visitor::Visitor;
use crate::web::{Site, forms, paths};
use ravenpost_rules::Seat;

/// Words on one page.
const PAGE: u32 = 100;

#[derive(Template)]
#[template(path = "games/talk.html")]
struct TalkPage {
    shell: Shell,
    address: String,
    name: String,
    zone: &'static str,
    talk: TalkView,
    /// Whether there are later words than these.
    later: bool,
    typed: Typed,
    refused: Vec<String>,
    key: String,
}

/// What stands in the form that says something.
#[derive(Clone, Debug, Default)]
pub struct Typed {
    pub words: String,
    /// What was ticked; none: the form is fresh.
    to: Option<Vec<String>>,
}

impl Typed {
    /// Whether the whole table is ticked: at first it is.
    pub fn table(&self) -> bool {
        self.to.as_ref().is_none_or(|to| to.iter().any(|one| one == "table"))
    }

    /// Whether that seat is.
    pub fn names(&self, seat: &u8) -> bool {
        self.to.iter().flatten().any(|one| *one == seat.to_string())
    }

    fn of(fields: &Fields) -> Typed {
        let to = fields.all("to").map(ToOwned::to_owned).collect();
        Typed { words: fields.text("words").to_owned(), to: Some(to) }
    }

    /// To whom it goes. What is meant for one must not reach all by an oversight, so that the table
    /// and single seats are not both taken.
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
                "choose the whole table or single seats, not both: nothing was said yet",
            )),
            (false, _) => Ok(To::Seats(seats)),
        }
    }
}

pub async fn show(
    asked: Seated,
    request: HttpRequest,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    page(&request, &visitor, &asked, Typed::default(), Vec::new()).await
}

/// The page, perhaps with what was typed and refused.
pub async fn page(
    request: &HttpRequest,
    visitor: &Visitor,
    asked: &GameRequest,
    typed: Typed,
    refused: Vec<String>,
) -> Result<HttpResponse, PageError> {
    let site = request.app_data::<Data<Site>>().expect("every page has its site");
    asked.seat()?;
    let before = match asked.fields.get("before") {
        Some(before) => {
            let unreadable = |_| PageError::Unreadable("words are numbered".to_owned());
            Some(before.parse::<i64>().map_err(unreadable)?)
        }
        None => None,
    };
    let sight = sight(site, visitor, &asked.game, None).await?;
    let beside = site.service.all_talk(asked.live(), asked.player, before, PAGE).await?;
    let status = match refused.is_empty() {
        true => StatusCode::OK,
        false => StatusCode::UNPROCESSABLE_ENTITY,
    };
    let name = sight.course.name.clone();
    let page = TalkPage {
        shell: Shell::of(request).titled(&format!("Words at {name}")).at("games"),
        address: paths::game(&asked.game),
        talk: TalkView::with(&sight, &beside, viewpoint(site, visitor, None)),
        zone: visitor.zone().name(),
        later: before.is_some(),
        key: forms::random(),
        name,
        typed,
        refused,
    };
    html_as(status, page)
}

/// `POST /games/{id}/talk`: says something.
pub async fn say(
    asked: Seated,
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    let typed = Typed::of(&asked.fields);
    let (game, by, key) = (asked.game.clone(), asked.player, asked.key("say")?);
    let said = match typed.to() {
        Ok(to) => {
            let beside = forms::step(&asked.fields, "step")?;
            let say = Say { game, by, to, beside, words: typed.words.clone(), key };
            site.service.say(site.now(), say).await
        }
        Err(unclear) => Err(unclear),
    };
    match said {
        Ok(_) => {
            // Whoever answers has read what stood above the form.
            site.service.mark_read(&asked.game, asked.player, upto(&asked)).await?;
            let back = forms::step(&asked.fields, "step")?.map(|step| format!("?at={step}"));
            Ok(asked.redirect(&format!("{}#talk", back.unwrap_or_default()), "said"))
        }
        Err(error) => refused(&request, &visitor, &asked, typed, error).await,
    }
}

/// `POST /games/{id}/read`: what was said up to the words that the page showed was read.
pub async fn read(asked: Seated, site: Data<Site>) -> Result<HttpResponse, PageError> {
    site.service.mark_read(&asked.game, asked.player, upto(&asked)).await?;
    Ok(asked.redirect("?tab=talk#talk", "read"))
}

/// The last words on the page whose form was sent; 0 where it names none.
fn upto(asked: &GameRequest) -> i64 {
    asked.fields.text("upto").parse().unwrap_or_default()
}

/// The page with what was typed and why it was not taken: words must not be lost.
pub async fn refused(
    request: &HttpRequest,
    visitor: &Visitor,
    asked: &GameRequest,
    typed: Typed,
    error: ServiceError,
) -> Result<HttpResponse, PageError> {
    let why = match error {
        ServiceError::Refused(why) => why.into_iter().map(|refusal| refusal.why).collect(),
        ServiceError::TooMany(why) => vec![why.to_owned()],
        other => return Err(other.into()),
    };
    page(request, visitor, asked, typed, why).await
}

/// `POST /games/{id}/mute`: does not hear somebody any more, or hears them again.
pub async fn mute(asked: Seated, site: Data<Site>) -> Result<HttpResponse, PageError> {
    let seat = asked.fields.text("seat").parse().ok().filter(|number| *number > 0).map(Seat);
    let seat = seat.ok_or_else(|| PageError::Unreadable("whom to hear is missing".to_owned()))?;
    let muted = asked.fields.text("do") != "hear";
    site.service.mute(site.now(), &asked.game, asked.player, seat, muted).await?;
    Ok(asked.redirect("/talk", if muted { "muted" } else { "heard" }))
}
