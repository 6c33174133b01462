//! Responses: JSON with a weak ETag, and pages of lists.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse};
use schemars::JsonSchema;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::api::problem::Problem;
use crate::api::query::Query;
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

/// Returns the requested number of entries per page.
pub fn limit(query: &Query) -> usize {
    let number = query.number("limit").and_then(|limit| usize::try_from(limit).ok());
    number.unwrap_or(USUAL).clamp(1, MOST)
}

/// Which part of a list is requested.
pub struct Page {
    /// The entry after which the page begins.
    pub after: u64,
    pub limit: usize,
}

/// A page of a list. `next` is the cursor of the following page.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "{T}List")]
pub struct Listed<T> {
    pub items: Vec<T>,
    pub next: Option<u64>,
}

impl Page {
    /// Reads `after` and `limit`.
    pub fn of(request: &HttpRequest) -> Page {
        let query = Query::of(request);
        Page { after: query.number("after").unwrap_or(0), limit: limit(&query) }
    }

    /// Responds with a page, and links to the next one.
    pub fn answer<T: Serialize>(
        &self,
        request: &HttpRequest,
        items: Vec<T>,
        next: Option<u64>,
    ) -> Result<HttpResponse, Problem> {
        let answer = json(request, &Listed { items, next })?;
        let next = next.map(|next| next.to_string());
        Ok(with_link(request, answer, next.as_deref(), self.limit))
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

/// Adds a link to the next page of a list, which begins after this cursor.
pub fn with_link(
    request: &HttpRequest,
    mut answer: HttpResponse,
    next: Option<&str>,
    limit: usize,
) -> HttpResponse {
    let Some(next) = next else { return answer };
    let fields = Fields::read(request.query_string());
    let others = fields.iter().filter(|(name, _)| !["after", "limit"].contains(name));
    let (mut query, limit): (Vec<(&str, &str)>, _) = (others.collect(), limit.to_string());
    query.extend([("after", next), ("limit", limit.as_str())]);
    let link = format!("<{}?{}>; rel=\"next\"", request.path(), pairs(&query));
    if let Ok(link) = header::HeaderValue::from_str(&link) {
        answer.headers_mut().insert(header::LINK, link);
    }
    answer
}
