//! `GET /settings/tokens`: a player's access tokens for the API, with forms to create and revoke
//! them. A new token is shown once, in the response to its form.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data};
use askama::Template;
use serde::Deserialize;

use crate::http::error::PageError;
use crate::shared::layout::{Shell, html_as, redirect};
use crate::shared::query::{Fields, lenient};
use crate::shared::visitor::Visitor;
use crate::{
    Site,
    http::local,
    shared::{paths, words},
};
use ravenpost_service::ServiceError;
use ravenpost_service::people::tokens::change::{LIFETIMES, MOST, NAME_LIMIT, NewToken};
use ravenpost_service::people::tokens::scope::Scope;
use ravenpost_store::TokenHash;
use ravenpost_store::people::tokens::ApiToken;

#[derive(Template)]
#[template(path = "players/tokens.html")]
struct TokensPage {
    shell: Shell,
    tokens: Vec<Row>,
    /// The text of a token that was just created.
    new: Option<String>,
    /// Whether the sign-in is recent enough to change tokens.
    fresh: bool,
    sign_in: String,
    filled: Fields,
    form: TokenForm,
    refused: Vec<String>,
    most: usize,
    name_limit: usize,
}

/// The form for a new token.
#[derive(Default, Deserialize)]
#[serde(default)]
struct TokenForm {
    name: String,
    scope: Vec<String>,
    /// `program` for a program that plays by itself.
    r#for: String,
    /// The only game it works for, or the address of its page; empty for all.
    game: String,
    #[serde(deserialize_with = "lenient")]
    days: Option<i64>,
}

/// A token in the list.
struct Row {
    /// The hash, which identifies it in the form to revoke it.
    hash: String,
    name: String,
    permits: Vec<Scope>,
    program: bool,
    /// The address of the only game it works for.
    game: Option<String>,
    until: String,
    used: String,
}

impl Row {
    fn of(token: ApiToken, visitor: &Visitor) -> Row {
        let day = |day: i64| chrono::DateTime::from_timestamp(day * 86_400, 0);
        Row {
            hash: data_encoding::HEXLOWER.encode(&token.token_hash),
            permits: Scope::list(&token.scopes),
            program: token.program,
            game: token.game.as_ref().map(paths::game),
            until: words::short(token.expires_at, visitor.zone()),
            used: token
                .last_used_day
                .and_then(day)
                .map_or("never".to_owned(), |day| day.date_naive().to_string()),
            name: token.name,
        }
    }
}

pub async fn show(
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    let shown = Shown { status: StatusCode::OK, ..Shown::default() };
    page(shell, &site, &visitor, shown).await
}

/// What a response shows besides the list.
#[derive(Default)]
struct Shown {
    status: StatusCode,
    new: Option<String>,
    filled: Fields,
    refused: Vec<String>,
}

async fn page(
    shell: Shell,
    site: &Site,
    visitor: &Visitor,
    shown: Shown,
) -> Result<HttpResponse, PageError> {
    let signed = visitor.signed()?;
    let tokens = site.service.tokens().list(site.now(), signed.player.id).await?;
    let page = TokensPage {
        shell: shell.titled("Access tokens").at("settings"),
        tokens: tokens.into_iter().map(|token| Row::of(token, visitor)).collect(),
        fresh: site.service.tokens().is_fresh(site.now(), signed).await?,
        sign_in: local::sign_in("/settings/tokens"),
        new: shown.new,
        form: shown.filled.parse()?,
        filled: shown.filled,
        refused: shown.refused,
        most: MOST,
        name_limit: NAME_LIMIT,
    };
    html_as(shown.status, page)
}

/// `POST /settings/tokens`: creates a token and shows it.
pub async fn create(
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    let signed = visitor.signed()?;
    let filled = visitor.form(&body)?;
    let made = match asked(&filled.parse::<TokenForm>()?) {
        Ok(new) => site.service.tokens().create(site.now(), signed, &new).await,
        Err(why) => Err(ServiceError::refused(why)),
    };
    let shown = match made {
        Ok(token) => Shown { status: StatusCode::OK, new: Some(token), ..Shown::default() },
        Err(error) => Shown {
            status: StatusCode::UNPROCESSABLE_ENTITY,
            refused: error.reasons()?,
            filled,
            new: None,
        },
    };
    page(shell, &site, &visitor, shown).await
}

/// Reads a submitted form.
fn asked(form: &TokenForm) -> Result<NewToken, &'static str> {
    let game = match form.game.as_str() {
        "" => None,
        // The address of a game's page is accepted as well.
        text => Some(text.rsplit('/').next().unwrap_or(text).parse()),
    };
    Ok(NewToken {
        name: form.name.clone(),
        scopes: form.scope.iter().filter_map(|key| Scope::find(key)).collect(),
        program: form.r#for == "program",
        game: game
            .transpose()
            .map_err(|_| "there is no such game; paste the address of its page")?,
        days: form.days.unwrap_or_default(),
    })
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct RevokeForm {
    hash: String,
}

/// `POST /settings/tokens/revoke`
pub async fn revoke(
    site: Data<Site>,
    visitor: Visitor,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    let signed = visitor.signed()?;
    let form: RevokeForm = visitor.form(&body)?.parse()?;
    let hash = data_encoding::HEXLOWER_PERMISSIVE.decode(form.hash.as_bytes()).ok();
    let hash = hash.and_then(|hash| TokenHash::try_from(hash).ok());
    let hash = hash.ok_or(PageError::NotFound("access token"))?;
    site.service.tokens().revoke(site.now(), signed, &hash).await?;
    Ok(redirect("/settings/tokens", "saved"))
}

impl TokensPage {
    /// Whether a permission is ticked. By default, these are the two that most apps need.
    fn ticked(&self, scope: &Scope) -> bool {
        match self.refused.is_empty() {
            true => matches!(scope, Scope::Read | Scope::Play),
            false => self.form.scope.iter().any(|key| key == scope.key()),
        }
    }

    fn days(&self) -> i64 {
        self.form.days.unwrap_or(LIFETIMES[1])
    }
}
