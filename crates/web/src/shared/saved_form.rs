//! A form submitted in an expired session, stored in a cookie until the player has signed in again.

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
/// Fields that are specific to a page and generated again.
const OF_ITS_PAGE: [&str; 2] = ["token", "key"];

/// A form that was written but not accepted.
#[derive(Clone, Debug)]
pub struct SavedForm {
    /// The path the form is posted to.
    pub action: String,
    pub fields: Vec<(String, String)>,
}

impl SavedForm {
    pub fn new(action: &str, fields: &Fields) -> SavedForm {
        let own = fields.iter().filter(|(name, _)| !OF_ITS_PAGE.contains(name));
        let fields = own.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        SavedForm { action: action.to_owned(), fields }
    }

    /// Reads the stored form from the request's cookie.
    pub fn of(site: &Site, request: &HttpRequest) -> Option<SavedForm> {
        let held = request.cookie(CookieName::Cached.on(site))?;
        let bytes = BASE64URL_NOPAD.decode(held.value().as_bytes()).ok()?;
        let mut text = String::new();
        let most = forms::LARGEST as u64 + 1;
        DeflateDecoder::new(&bytes[..]).take(most).read_to_string(&mut text).ok()?;
        let (action, fields) = text.split_once('\n')?;
        let own = local::own(action) == action;
        own.then(|| SavedForm::new(action, &Fields::read(fields)))
    }

    /// Returns the cookie value, or None if it would be too long.
    pub fn packed(&self) -> Option<String> {
        let fields: Vec<_> =
            self.fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let mut packing = DeflateEncoder::new(Vec::new(), Compression::best());
        packing.write_all(format!("{}\n{}", self.action, pairs(&fields)).as_bytes()).ok()?;
        let text = BASE64URL_NOPAD.encode(&packing.finish().ok()?);
        (text.len() <= LONGEST).then_some(text)
    }
}
