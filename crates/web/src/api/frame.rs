//! What all API responses share: headers, answers to preflight requests, and problems for every
//! error, no matter which part of the server responds.

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::error::InternalError;
use actix_web::http::Method;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, HttpResponse, ResponseError};

use crate::api::problem::{Kind, PROBLEM_JSON, Problem};
use crate::http::api_paths::is_api;
use crate::http::error::PageError;

/// The headers of every API response. Any site may read it, because only a bearer token gives
/// access, never a cookie.
const HEADERS: [(HeaderName, &str); 5] = [
    (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
    (header::ACCESS_CONTROL_EXPOSE_HEADERS, "ETag, Link, Location, Retry-After, WWW-Authenticate"),
    (header::VARY, "Authorization"),
    (header::CACHE_CONTROL, "no-store"),
    (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
];

/// Middleware around everything below `/api/`.
pub async fn around(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    if !is_api(request.path()) {
        return Ok(next.call(request).await?.map_into_boxed_body());
    }
    if *request.method() == Method::OPTIONS {
        return Ok(request.into_response(preflight()));
    }
    match next.call(request).await {
        Ok(answer) => {
            let mut answer = completed(answer.map_into_boxed_body());
            mark(answer.headers_mut());
            Ok(answer)
        }
        Err(error) => {
            let mut answer = problem_of(&error).error_response();
            mark(answer.headers_mut());
            Err(InternalError::from_response(error.to_string(), answer).into())
        }
    }
}

fn mark(headers: &mut HeaderMap) {
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

/// Permits every cross-origin request: the routes check the token themselves.
fn preflight() -> HttpResponse {
    let mut answer = HttpResponse::NoContent();
    answer
        .insert_header((header::ACCESS_CONTROL_ALLOW_METHODS, "GET, HEAD, POST"))
        .insert_header((
            header::ACCESS_CONTROL_ALLOW_HEADERS,
            "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID",
        ))
        .insert_header((header::ACCESS_CONTROL_MAX_AGE, "86400"));
    let mut answer = answer.finish();
    mark(answer.headers_mut());
    answer
}

/// Turns an error response of another part of the server into a problem.
fn completed(answer: ServiceResponse) -> ServiceResponse {
    let status = answer.status();
    let kind = answer.headers().get(header::CONTENT_TYPE);
    let ours = kind.is_some_and(|kind| kind.as_bytes() == PROBLEM_JSON.as_bytes());
    if ours || !(status.is_client_error() || status.is_server_error()) {
        return answer;
    }
    let problem = match answer.response().error() {
        Some(error) => problem_of(error),
        None => Problem::new(Kind::of_status(status), in_general(status.as_u16())),
    };
    let whole = problem.error_response();
    let close = answer.response().head().connection_type();
    let retry = answer.headers().get(header::RETRY_AFTER).cloned();
    let allow = answer.headers().get(header::ALLOW).cloned();
    let request = answer.into_parts().0;
    let mut answer = ServiceResponse::new(request, whole);
    answer.response_mut().head_mut().set_connection_type(close);
    for (name, value) in [(header::RETRY_AFTER, retry), (header::ALLOW, allow)] {
        if let Some(value) = value {
            answer.headers_mut().insert(name, value);
        }
    }
    answer
}

fn problem_of(error: &Error) -> Problem {
    if let Some(problem) = error.as_error::<Problem>() {
        return problem.clone();
    }
    let status = error.as_response_error().status_code();
    match error.as_error::<PageError>() {
        Some(PageError::TooMany(wait)) => Problem::too_many(*wait),
        Some(PageError::NotFound(what)) => Problem::not_found(what),
        Some(other) => Problem::new(Kind::of_status(status), other.sentence()),
        None => Problem::new(Kind::of_status(status), in_general(status.as_u16())),
    }
}

fn in_general(status: u16) -> &'static str {
    match status {
        404 => "There is no such endpoint. The page /api lists all of them.",
        405 => "The Allow header lists the methods of this address.",
        413 => "Send at most 64 kB.",
        415 => "Send the body as JSON, without compression.",
        408 => "The request took too long to arrive. Send it again.",
        500.. => "The error was logged. Read the game to see whether your request took effect.",
        _ => "The request could not be read. The page /api shows examples.",
    }
}
