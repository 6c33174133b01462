//! Responses: JSON with a weak ETag, and pages of lists.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::api::problem::Problem;
use crate::http::error::PageError;
use crate::shared::query::{Fields, pairs};

/// The maximum number of entries per page, and the number if none is requested.
pub const MOST: usize = 500;
const USUAL: usize = 100;

/// Responds with JSON and a weak ETag of its content, or with 304 if the client has it.
pub fn json(request: &HttpRequest, value: &impl Serialize) -> Result<HttpResponse, Problem> {
    let body = serde_json::to_vec(value).map_err(PageError::broken)?;
    let hash = data_encoding::HEXLOWER.encode(&Sha256::digest(&body)[..12]);
    Ok(tagged(request, format!("W/\"{hash}\""), "application/json", body))
}

/// Responds with this content and ETag, or with 304 if the client has it.
pub fn tagged(request: &HttpRequest, tag: String, kind: &str, body: Vec<u8>) -> HttpResponse {
    let known = request.headers().get(header::IF_NONE_MATCH);
    let known = known.and_then(|known| known.to_str().ok()).unwrap_or_default();
    let bare = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    if known.split(',').any(|known| bare(known) == bare(&tag)) {
        return HttpResponse::NotModified().insert_header((header::ETAG, tag)).finish();
    }
    HttpResponse::Ok().insert_header((header::ETAG, tag)).content_type(kind).body(body)
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct PageQuery {
    after: String,
    limit: String,
}

/// Which part of a list is requested.
pub struct Page {
    /// The entry after which the page begins.
    pub after: u64,
    pub limit: usize,
}

/// A page of a list. `next` is the cursor of the following page.
#[derive(Serialize, JsonSchema)]
pub struct Listed<T> {
    pub items: Vec<T>,
    pub next: Option<u64>,
}

impl Page {
    /// Reads `after` and `limit`.
    pub fn of(request: &HttpRequest) -> Result<Page, Problem> {
        let PageQuery { after, limit } = Fields::read(request.query_string()).parse()?;
        let number = |name: &str, text: &str| match text {
            "" => Ok(None),
            text => text.parse::<u64>().map(Some).map_err(|_| {
                Problem::unreadable(format!("The parameter {name} must be a number."))
            }),
        };
        let limit = number("limit", &limit)?;
        let limit = limit.map_or(USUAL, |limit| usize::try_from(limit).unwrap_or(MOST));
        Ok(Page { after: number("after", &after)?.unwrap_or(0), limit: limit.clamp(1, MOST) })
    }

    /// Responds with a page, and links to the next one.
    pub fn answer<T: Serialize>(
        &self,
        request: &HttpRequest,
        items: Vec<T>,
        next: Option<u64>,
    ) -> Result<HttpResponse, Problem> {
        let mut answer = json(request, &Listed { items, next })?;
        if let Some(next) = next {
            let (next, limit) = (next.to_string(), self.limit.to_string());
            let fields = Fields::read(request.query_string());
            let others = fields.iter().filter(|(name, _)| !["after", "limit"].contains(name));
            let mut query: Vec<(&str, &str)> = others.collect();
            query.extend([("after", next.as_str()), ("limit", limit.as_str())]);
            let link = format!("<{}?{}>; rel=\"next\"", request.path(), pairs(&query));
            if let Ok(link) = header::HeaderValue::from_str(&link) {
                answer.headers_mut().insert(header::LINK, link);
            }
        }
        Ok(answer)
    }

    /// Responds with the entries of a whole list after position `after`.
    pub fn of_all<T: Serialize>(
        &self,
        request: &HttpRequest,
        all: Vec<T>,
    ) -> Result<HttpResponse, Problem> {
        let count = all.len();
        let from = usize::try_from(self.after).unwrap_or(usize::MAX).min(count);
        let items: Vec<T> = all.into_iter().skip(from).take(self.limit).collect();
        let end = from + items.len();
        self.answer(request, items, (end < count).then_some(end as u64))
    }
}
