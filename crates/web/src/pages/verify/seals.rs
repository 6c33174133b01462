//! `GET /seals`: the daily seals over all games, the key that signs them, and how to verify both.
//! `GET /seals/{day}` returns the text whose hash is a seal. `GET /seals/checkpoint` and `GET
//! /seals/from/{size}` return the signed data for programs.

use std::io::Read;
use std::sync::Arc;
use std::time::Duration;

use actix_web::body::SizedStream;
use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_ENCODING, ETag, EntityTag, IF_NONE_MATCH};
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use chrono::NaiveDate;
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::Site;
use crate::http::error::PageError;
use crate::shared::layout::{Shell, html};
use ravenpost_log::proof::note::{Key, Trade};
use ravenpost_service::ServiceError;
use ravenpost_service::archive::seal_text::{OLD_TEXT_EVERY, SealText};
use ravenpost_service::proof::keys::is_handed;
use ravenpost_service::proof::witnesses::Witnessed;
use ravenpost_store::log::seals::Seal;
use ravenpost_store::proof::server_keys::ServerKey;

/// The number of seals shown, which covers more than a year. Each seal includes the previous one.
const MOST: u32 = 400;

/// The maximum number of concurrent downloads, and how long others wait for one to finish.
pub const READERS: usize = 16;
const TIMEOUT: Duration = Duration::from_secs(20);
/// A slow client counts towards the limit for no longer than this.
const READING: Duration = Duration::from_secs(120);
/// The number of bytes read at once.
const PART: usize = 1 << 16;

#[derive(Template)]
#[template(path = "seals.html")]
struct SealsPage {
    shell: Shell,
    /// The public base address.
    base: String,
    /// Newest first.
    seals: Vec<Seal>,
    /// The keys of this server, newest first.
    keys: Vec<ShownKey>,
    newest: Option<Witnessed>,
    /// The key that this server uses as a witness of other servers.
    witness: Option<String>,
}

/// A key of this server.
struct ShownKey {
    key: String,
    since: NaiveDate,
    /// How it was established.
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
            (true, _) => "first key of this server",
            (_, true) => "signed by the previous key",
            (_, false) => "not signed by the previous key, which was lost or revoked",
        },
    });
    each.collect()
}

pub async fn show(shell: Shell, site: Data<Site>) -> Result<HttpResponse, PageError> {
    let keys = site.service.proof().server_keys().await?;
    let as_witness = |known: &ServerKey| Key { trade: Trade::Witness, ..known.key.clone() };
    html(SealsPage {
        shell: shell.titled("Daily seals"),
        base: site.service.settings().base_url.clone(),
        seals: site.service.archive().seals(MOST).await?,
        newest: site.service.proof().checkpoint().await?,
        witness: keys.first().map(|known| as_witness(known).to_string()),
        keys: shown(&keys),
    })
}

/// Returns the newest signed checkpoint, with the witnesses' signatures.
pub async fn checkpoint(site: Data<Site>) -> Result<HttpResponse, PageError> {
    let newest =
        site.service.proof().checkpoint().await?.ok_or(ServiceError::NotFound("checkpoint"))?;
    Ok(plain(newest.note.to_string()))
}

/// Returns the data for a witness that has seen this many seals.
pub async fn from(site: Data<Site>, seen: Path<String>) -> Result<HttpResponse, PageError> {
    let seen: u64 = seen.parse().map_err(|_| ServiceError::NotFound("seal"))?;
    Ok(plain(site.service.proof().seals_from(seen).await?))
}

fn plain(text: String) -> HttpResponse {
    HttpResponse::Ok().content_type("text/plain; charset=utf-8").body(text)
}

/// Streams the immutable text of a day's seal from its file.
pub async fn text(
    request: HttpRequest,
    site: Data<Site>,
    day: Path<String>,
) -> Result<HttpResponse, PageError> {
    let day: NaiveDate = day.parse().map_err(|_| ServiceError::NotFound("seal"))?;
    let found = site.service.archive().seal_text(day, site.now()).await;
    let SealText { file, length, hash } = found.map_err(|error| match error {
        ServiceError::TooMany(_) => PageError::TooMany(OLD_TEXT_EVERY.num_seconds().unsigned_abs()),
        error => error.into(),
    })?;
    let tag = ETag(EntityTag::new_strong(hash.hex()));
    let known = request.headers().get(IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let mut answer = HttpResponse::Ok();
    answer.insert_header((CACHE_CONTROL, "public, max-age=31536000, immutable"));
    answer.insert_header(tag);
    if known.is_some_and(|known| known.contains(&hash.hex())) {
        return Ok(answer.status(StatusCode::NOT_MODIFIED).finish());
    }
    let Ok(Ok(permit)) = timeout(TIMEOUT, Arc::clone(&site.seal_readers).acquire_owned()).await
    else {
        return Err(PageError::TooMany(TIMEOUT.as_secs()));
    };
    // The sender is dropped with the response, which ends the wait early.
    let (sender, done) = oneshot::channel::<()>();
    tokio::spawn(async move {
        let _ = timeout(READING, done).await;
        drop(permit);
    });
    // Hashes do not compress.
    answer.insert_header((CONTENT_ENCODING, "identity"));
    answer.content_type("text/plain; charset=utf-8");
    let parts = futures_util::stream::try_unfold((file, sender), |(mut file, sender)| async move {
        let read = tokio::task::spawn_blocking(move || {
            let mut part = vec![0; PART];
            let length = file.read(&mut part)?;
            part.truncate(length);
            Ok::<_, std::io::Error>((part, file))
        });
        let (part, file) = read.await.map_err(std::io::Error::other)??;
        Ok::<_, std::io::Error>((!part.is_empty()).then(|| (Bytes::from(part), (file, sender))))
    });
    Ok(answer.body(SizedStream::new(length, parts)))
}
