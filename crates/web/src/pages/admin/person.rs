//! `GET /admin/people/{player}`: a player's account for admins, with forms to change it.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;
use serde::Deserialize;

use crate::http::error::PageError;
use crate::pages::admin::log::EntryRow;
use crate::shared::access::Admin;
use crate::shared::layout::{Shell, html_refused, redirect};
use crate::shared::query::Fields;
use crate::shared::visitor::Visitor;
use crate::{
    Site,
    shared::{paths, words},
};
use ravenpost_log::act::limits::REASON_LIMIT;
use ravenpost_service::ServiceError;
use ravenpost_service::admin::people::{Doing, Person};
use ravenpost_service::people::players::NAME_LIMIT;
use ravenpost_store::PlayerId;

#[derive(Template)]
#[template(path = "admin/person.html")]
struct PersonPage {
    shell: Shell,
    id: i64,
    name: String,
    address: String,
    profile: String,
    since: String,
    seen: String,
    /// When the player was blocked.
    blocked: Option<String>,
    /// Whether the player is an admin.
    admin: bool,
    sessions: usize,
    /// The address and name of each open or running game.
    games: Vec<(String, String)>,
    entries: Vec<EntryRow>,
    refused: Vec<String>,
    filled: Fields,
    reason_limit: usize,
    name_limit: usize,
    zone: &'static str,
}

pub async fn show(
    _: Admin,
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
) -> Result<HttpResponse, PageError> {
    let filled = Fields::default();
    page(shell, &site, &visitor, player(&path)?, Refused { why: Vec::new(), filled }).await
}

fn player(path: &str) -> Result<PlayerId, PageError> {
    path.parse::<i64>().map(PlayerId).map_err(|_| PageError::NotFound("player"))
}

/// Why a form was refused, and its input.
struct Refused {
    why: Vec<String>,
    filled: Fields,
}

async fn page(
    shell: Shell,
    site: &Site,
    visitor: &Visitor,
    player: PlayerId,
    refused: Refused,
) -> Result<HttpResponse, PageError> {
    let person = site.service.administration().person(site.now(), player).await?;
    let Person { account, admin, sessions, games, entries } = person;
    let zone = visitor.zone();
    let at = |moment| words::short(moment, zone);
    let Refused { why, filled } = refused;
    let page = PersonPage {
        shell: shell.titled(&account.player.name).at("admin"),
        id: player.0,
        profile: paths::player(&account.player.name),
        since: at(account.player.created_at),
        seen: account.seen_at.map_or("never".to_owned(), at),
        blocked: account.player.blocked_at.map(at),
        name: account.player.name,
        address: account.player.address,
        admin,
        sessions,
        games: games.into_iter().map(|game| (paths::game(&game.id), game.name)).collect(),
        entries: entries.into_iter().map(|entry| EntryRow::of(entry, zone)).collect(),
        refused: why,
        filled,
        reason_limit: REASON_LIMIT,
        name_limit: NAME_LIMIT,
        zone: zone.name(),
    };
    html_refused(!page.refused.is_empty(), page)
}

/// The fields of the forms about a player.
#[derive(Default, Deserialize)]
#[serde(default)]
struct PersonFields {
    reason: String,
    r#do: String,
    name: String,
    address: String,
}

/// A form about a player.
struct PersonForm {
    admin: Admin,
    fields: PersonFields,
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
    player: PlayerId,
}

impl PersonForm {
    fn doing(&self) -> Doing<'_> {
        Doing { by: Some(self.admin.player), reason: &self.fields.reason }
    }

    /// Redirects after a change, or shows the page again with the refusal. Other errors have their
    /// own page.
    async fn answer(
        self,
        done: Result<(), ServiceError>,
        redirect: HttpResponse,
    ) -> Result<HttpResponse, PageError> {
        let PersonForm { admin, shell, site, visitor, player, .. } = self;
        let why = match done {
            Ok(()) => return Ok(redirect),
            Err(error) => error.reasons()?,
        };
        page(shell, &site, &visitor, player, Refused { why, filled: admin.fields }).await
    }

    /// Redirects to the page about the player.
    fn back(&self) -> HttpResponse {
        redirect(&format!("/admin/people/{}", self.player), "account-changed")
    }
}

/// `POST /admin/people/{player}/account`: blocks, unblocks or signs out, or changes the role.
pub async fn change(
    admin: Admin,
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
) -> Result<HttpResponse, PageError> {
    let fields = admin.fields.parse()?;
    let form = PersonForm { player: player(&path)?, admin, fields, shell, site, visitor };
    let (now, administration) = (form.site.now(), form.site.service.administration());
    let (doing, player) = (form.doing(), form.player);
    let done = match form.fields.r#do.as_str() {
        "block" => administration.block(now, &doing, player).await,
        "unblock" => administration.unblock(now, &doing, player).await,
        "sign-out" => administration.sign_out(now, &doing, player).await,
        "add-admin" => administration.add_admin(now, &doing, player).await.map(drop),
        "remove-admin" => administration.remove_admin(now, &doing, player).await.map(drop),
        _ => return Err(PageError::Unreadable("choose an action".to_owned())),
    };
    let to = match form.site.service.accounts().is_admin(form.admin.player).await? {
        true => form.back(),
        // An admin who gave up the role can no longer access these pages.
        false => redirect("/", "saved"),
    };
    form.answer(done, to).await
}

/// `POST /admin/people/{player}/name`: renames a player.
pub async fn rename(
    admin: Admin,
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
) -> Result<HttpResponse, PageError> {
    let fields = admin.fields.parse()?;
    let form = PersonForm { player: player(&path)?, admin, fields, shell, site, visitor };
    let (now, administration) = (form.site.now(), form.site.service.administration());
    let done = administration.rename(now, &form.doing(), form.player, &form.fields.name).await;
    let to = form.back();
    form.answer(done, to).await
}

/// `POST /admin/people/{player}/erase`: deletes the account, confirmed by its address.
pub async fn erase(
    admin: Admin,
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
) -> Result<HttpResponse, PageError> {
    let fields = admin.fields.parse()?;
    let form = PersonForm { player: player(&path)?, admin, fields, shell, site, visitor };
    let (now, administration) = (form.site.now(), form.site.service.administration());
    let address = administration.person(now, form.player).await?.account.player.address;
    let done = if form.fields.address.to_lowercase() == address.to_lowercase() {
        administration.erase_player(now, form.admin.player, form.player).await
    } else {
        let why = "nothing was deleted; type the email address of the account";
        Err(ServiceError::refused(why))
    };
    form.answer(done, redirect("/admin/people", "player-erased")).await
}
