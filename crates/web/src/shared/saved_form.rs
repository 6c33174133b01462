//! A form submitted in an expired session, stored until the player has signed in again: in a cookie
//! or, if it is too large for one, by the server.

use std::io::{Read, Write};

use actix_web::HttpRequest;
use data_encoding::BASE64URL_NOPAD;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

use crate::Site;
use crate::http::local;
use crate::shared::forms;
use crate::shared::query::{Fields, pairs};
use crate::shared::visitor::CookieName;

/// The maximum size of the cookie value. Browsers limit a cookie to four kilobytes.
const LONGEST: usize = 3_800;
/// The maximum size of the address and fields. Encoding them again may triple their size.
const LARGEST: usize = 4 * forms::LARGEST;
/// Marks a cookie that contains the token of a form stored by the server. No base64 begins with it.
const STORED: char = '~';
/// Fields that are specific to a page and generated again.
const OF_ITS_PAGE: [&str; 2] = ["token", "key"];

/// A form that was written but not accepted.
#[derive(Clone, Debug)]
pub struct SavedForm {
    /// The path the form is posted to.
    pub action: String,
    pub fields: Fields,
}

impl SavedForm {
    pub fn new(action: &str, fields: &Fields) -> SavedForm {
        SavedForm { action: action.to_owned(), fields: fields.without(&OF_ITS_PAGE) }
    }

    /// Reads the form to which the request's cookie belongs.
    pub async fn of(site: &Site, request: &HttpRequest) -> Option<SavedForm> {
        let held = request.cookie(CookieName::Cached.on(site))?;
        let bytes = match held.value().strip_prefix(STORED) {
            Some(token) => stored(site, token).await?,
            None => BASE64URL_NOPAD.decode(held.value().as_bytes()).ok()?,
        };
        SavedForm::unpacked(&bytes)
    }

    /// Stores the form, and returns the value of the cookie for its browser. None if it cannot be
    /// stored.
    pub async fn store(&self, site: &Site, request: &HttpRequest) -> Option<String> {
        let bytes = self.packed()?;
        let text = BASE64URL_NOPAD.encode(&bytes);
        if text.len() <= LONGEST {
            return Some(text);
        }
        let from = site.client(request).to_string();
        let token = site.service.accounts().save_form(site.now(), bytes, &from).await;
        let token = token.unwrap_or_else(|error| {
            tracing::warn!(%error, "failed to save form");
            None
        });
        token.map(|token| format!("{STORED}{token}"))
    }

    /// Deletes the form of the request's cookie, if the server stored it.
    pub async fn delete(site: &Site, request: &HttpRequest) {
        let held = request.cookie(CookieName::Cached.on(site));
        let Some(token) = held.as_ref().and_then(|held| held.value().strip_prefix(STORED)) else {
            return;
        };
        if let Err(error) = site.service.accounts().delete_form(token).await {
            tracing::warn!(%error, "failed to delete saved form");
        }
    }

    fn packed(&self) -> Option<Vec<u8>> {
        let fields: Vec<_> = self.fields.iter().collect();
        let mut packing = DeflateEncoder::new(Vec::new(), Compression::best());
        packing.write_all(format!("{}\n{}", self.action, pairs(&fields)).as_bytes()).ok()?;
        packing.finish().ok()
    }

    fn unpacked(bytes: &[u8]) -> Option<SavedForm> {
        let mut text = String::new();
        let most = LARGEST as u64 + 1;
        DeflateDecoder::new(bytes).take(most).read_to_string(&mut text).ok()?;
        let (action, fields) = text.split_once('\n').filter(|_| text.len() <= LARGEST)?;
        let own = local::own(action) == action;
        own.then(|| SavedForm::new(action, &Fields::read(fields)))
    }
}

/// Returns the content of a form stored by the server.
async fn stored(site: &Site, token: &str) -> Option<Vec<u8>> {
    let found = site.service.accounts().saved_form(site.now(), token).await;
    found.unwrap_or_else(|error| {
        tracing::warn!(%error, "failed to load saved form");
        None
    })
}
