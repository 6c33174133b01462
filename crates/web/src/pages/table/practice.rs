//! One-click practice against bots: for players, and for guests without an account.

use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;

use crate::Site;
use crate::http::error::PageError;
use crate::shared::game_request::key;
use crate::shared::layout::redirect;
use crate::shared::paths;
use crate::shared::visitor::{CookieName, Visitor, agent, cookie};
use ravenpost_service::table::practice::{GUEST_HOURS, GuestBrowser, practice_table};

#[derive(Default, Deserialize)]
#[serde(default)]
struct PracticeForm {
    title: String,
    key: String,
}

/// `POST /practice`: opens a practice table. A visitor who is not signed in becomes a guest, with a
/// cookie for a day.
pub async fn start(
    request: HttpRequest,
    site: Data<Site>,
    visitor: Visitor,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    let fields = visitor.form(&body)?;
    let PracticeForm { title, key: form } = fields.parse()?;
    let now = site.now();
    if let Some(signed) = &visitor.player {
        let (player, new) = (signed.player.id, practice_table(&title)?);
        let key = key(player, "new", &fields, "practice")?;
        let game = site.service.tables().open_table_once(now, player, &new, &key).await?;
        return Ok(redirect(&paths::game(&game), ""));
    }
    if !(20..=80).contains(&form.len()) {
        return Err(PageError::Unreadable("the form is incomplete; reload the page".to_owned()));
    }
    let from = site.client(&request).to_string();
    let browser = GuestBrowser {
        session: visitor.guest_session(),
        visit: visitor.visit(),
        from: &from,
        agent: agent(&request),
    };
    let practice = site.service.accounts().practise(now, &title, browser, &form).await?;
    let mut answer = redirect(&paths::game(&practice.game), "");
    if visitor.guest.is_none() {
        let days = (GUEST_HOURS + 23) / 24;
        let session = cookie(&site, CookieName::Session, practice.session, Some(days));
        answer.add_cookie(&session).map_err(PageError::broken)?;
    }
    Ok(answer)
}

/// `GET /practice`: leads a guest back to their newest game, and all others to the titles.
pub async fn resume(site: Data<Site>, visitor: Visitor) -> Result<HttpResponse, PageError> {
    let game = match &visitor.guest {
        Some(guest) => site.service.accounts().newest_practice(guest.player.id).await?,
        None => None,
    };
    Ok(redirect(&game.map_or_else(|| "/titles".to_owned(), |game| paths::game(&game)), ""))
}
