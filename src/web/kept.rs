//! A form whose sender has been signed out meanwhile: what was written goes along, in the sender's
//! own browser, until it can be sent.

use std::io::{Read, Write};

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::middleware::Next;
use actix_web::web::{self, Bytes};
use actix_web::{Error, HttpRequest};
use data_encoding::BASE64URL_NOPAD;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

use super::Site;
use super::forms;
use super::layout::redirect;
use super::paths;
use super::query::{Fields, pairs};
use super::routes::{Access, ROUTES};
use super::visitor::{CookieName, Visitor, cookie, no_cookie};

/// Where a kept form is shown.
const PAGE: &str = "/kept";
/// The longest cookie: browsers keep four kilobytes.
const LONGEST: usize = 3_800;
/// Fields that are of one page, and made anew.
const OF_ITS_PAGE: [&str; 2] = ["token", "key"];

/// A form that was written and not sent.
#[derive(Clone, Debug)]
pub struct KeptForm {
    /// Where it goes.
    pub action: String,
    pub fields: Vec<(String, String)>,
}

/// Middleware: keeps the form of a player who is signed out, and leads to sign-in and back to it.
pub async fn forms(
    site: web::Data<Site>,
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    if *request.method() != Method::POST {
        return Ok(next.call(request).await?.map_into_boxed_body());
    }
    let visitor = Visitor::of(request.request());
    let known = KeptForm::of(&site, request.request());
    let sends = known.is_some_and(|kept| kept.action == request.path());
    if visitor.player.is_none() && is_for_players(request.request()) {
        let body = request.extract::<Bytes>().await?;
        let fields = forms::read(&body).unwrap_or_default();
        if visitor.may_have_written(&fields)
            && let Some(kept) = KeptForm::new(request.path(), &fields).packed()
        {
            let mut answer = redirect(&paths::sign_in(PAGE), "");
            answer.add_cookie(&cookie(&site, CookieName::Kept, kept, Some(1)))?;
            return Ok(request.into_response(answer));
        }
        request.set_payload(body.into());
    }
    let mut answer = next.call(request).await?.map_into_boxed_body();
    if sends && visitor.player.is_some() && !answer.status().is_server_error() {
        answer.response_mut().add_cookie(&no_cookie(&site, CookieName::Kept))?;
    }
    Ok(answer)
}

/// Whether a form goes to a page that only players use.
fn is_for_players(request: &HttpRequest) -> bool {
    let pattern = request.match_pattern();
    let mut routes = ROUTES.iter().filter(|route| route.method == "post");
    routes.any(|route| {
        let open = matches!(route.access, Access::Anybody | Access::LocalMail);
        pattern.as_deref() == Some(route.path) && !open
    })
}

impl KeptForm {
    fn new(action: &str, fields: &Fields) -> KeptForm {
        let own = fields.iter().filter(|(name, _)| !OF_ITS_PAGE.contains(name));
        let fields = own.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        KeptForm { action: action.to_owned(), fields }
    }

    /// The form that a browser holds.
    pub fn of(site: &Site, request: &HttpRequest) -> Option<KeptForm> {
        let held = request.cookie(CookieName::Kept.on(site))?;
        let bytes = BASE64URL_NOPAD.decode(held.value().as_bytes()).ok()?;
        let mut text = String::new();
        let most = forms::LARGEST as u64 + 1;
        DeflateDecoder::new(&bytes[..]).take(most).read_to_string(&mut text).ok()?;
        let (action, fields) = text.split_once('\n')?;
        let own = paths::own(action) == action;
        own.then(|| KeptForm::new(action, &Fields::read(fields)))
    }

    /// As a cookie; nothing where it is too long for one.
    fn packed(&self) -> Option<String> {
        let fields: Vec<_> =
            self.fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let mut packing = DeflateEncoder::new(Vec::new(), Compression::best());
        packing.write_all(format!("{}\n{}", self.action, pairs(&fields)).as_bytes()).ok()?;
        let text = BASE64URL_NOPAD.encode(&packing.finish().ok()?);
        (text.len() <= LONGEST).then_some(text)
    }
}
