//! `GET /seals`: the daily seals over all games, the key that signs them, and how to check both.
//! `GET /seals/{day}`: the text of which a seal is the hash. `GET /seals/checkpoint` and
//! `GET /seals/from/{size}`: what is signed of them, for programs.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;
use chrono::NaiveDate;

use crate::service::ServiceError;
use crate::service::proof::keys::is_handed;
use crate::service::proof::witnesses::Witnessed;
use crate::web::Site;
use crate::web::error::PageError;
use crate::web::layout::{Shell, html};
use ravenpost_log::proof::note::{Key, Trade};
use ravenpost_store::log::seals::Seal;
use ravenpost_store::proof::server_keys::ServerKey;

/// The most that are shown: those of a year and more. Each names the one before.
const MOST: u32 = 400;

#[derive(Template)]
#[template(path = "seals.html")]
struct SealsPage {
    shell: Shell,
    /// Where these pages are, as people type it.
    base: String,
    /// The last one first.
    seals: Vec<Seal>,
    /// The keys of this server, the newest first.
    keys: Vec<ShownKey>,
    newest: Option<Witnessed>,
    /// The key of this server as a witness of others.
    witness: Option<String>,
}

/// A key of this server.
struct ShownKey {
    key: String,
    since: NaiveDate,
    /// How it came about.
    how: &'static str,
}

impl SealsPage {
    fn many(&self) -> usize {
        self.newest.as_ref().map_or(0, |newest| newest.seen.len())
    }
}

fn shown(keys: &[ServerKey]) -> Vec<ShownKey> {
    let each = keys.iter().enumerate().map(|(at, known)| ShownKey {
        key: known.key.to_string(),
        since: known.made_at.date_naive(),
        how: match (at + 1 == keys.len(), is_handed(keys, at)) {
            (true, _) => "the first one of this server",
            (_, true) => "the one before has signed that it follows",
            (_, false) => {
                "the one before was lost or is not to be trusted, and has not signed that this one \
                 follows"
            }
        },
    });
    each.collect()
}

pub async fn show(shell: Shell, site: Data<Site>) -> Result<HttpResponse, PageError> {
    let keys = site.service.server_keys().await?;
    let as_witness = |known: &ServerKey| Key { trade: Trade::Witness, ..known.key.clone() };
    html(SealsPage {
        shell: shell.titled("Seals over all games"),
        base: site.service.settings().base_url.clone(),
        seals: site.service.seals(MOST).await?,
        newest: site.service.checkpoint().await?,
        witness: keys.first().map(|known| as_witness(known).to_string()),
        keys: shown(&keys),
    })
}

/// The newest signed checkpoint, with the lines of witnesses.
pub async fn checkpoint(site: Data<Site>) -> Result<HttpResponse, PageError> {
    let newest = site.service.checkpoint().await?.ok_or(ServiceError::NotFound("checkpoint"))?;
    Ok(plain(newest.note.to_string()))
}

/// What a witness is shown that saw so many seals.
pub async fn from(site: Data<Site>, seen: Path<String>) -> Result<HttpResponse, PageError> {
    let seen: u64 = seen.parse().map_err(|_| ServiceError::NotFound("seal"))?;
    Ok(plain(site.service.seals_from(seen).await?))
}

fn plain(text: String) -> HttpResponse {
    HttpResponse::Ok().content_type("text/plain; charset=utf-8").body(text)
}

pub async fn text(site: Data<Site>, day: Path<String>) -> Result<HttpResponse, PageError> {
    let day: NaiveDate = day.parse().map_err(|_| ServiceError::NotFound("seal"))?;
    let text = site.service.seal_text(day).await?;
    Ok(plain(text))
}
