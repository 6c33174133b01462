//! Checks the query of each request against the catalogue. As with the fields of a body, unknown
//! parameters are refused, because a misspelt one would silently be ignored.

use std::sync::LazyLock;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::middleware::Next;
use actix_web::{Error, HttpResponse};
use data_encoding::HEXLOWER;

use crate::api::describe::catalogue::{Endpoint, Values, all};
use crate::api::problem::Problem;
use crate::http::api_paths::is_api;
use crate::shared::query::Fields;
use ravenpost_service::talk::cursor::DIGITS;

static ENDPOINTS: LazyLock<Vec<Endpoint>> = LazyLock::new(all);

/// Middleware that refuses requests to the API whose query is wrong.
pub async fn checked(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    if is_api(request.path()) && !request.query_string().is_empty() {
        let pattern = request.match_pattern().unwrap_or_default();
        if let Err(problem) = check(request.method(), &pattern, request.query_string()) {
            return Ok(request.into_response(HttpResponse::from_error(problem)));
        }
    }
    Ok(next.call(request).await?.map_into_boxed_body())
}

/// Checks the query of a request to the endpoint with this path. Without such an endpoint, the
/// request is answered elsewhere.
fn check(method: &Method, path: &str, query: &str) -> Result<(), Problem> {
    let method = if *method == Method::HEAD { "GET" } else { method.as_str() };
    let here = |one: &&Endpoint| one.path == path && one.method.eq_ignore_ascii_case(method);
    let Some(endpoint) = ENDPOINTS.iter().find(here) else { return Ok(()) };
    let fields = Fields::read(query);
    for (name, value) in fields.iter() {
        let Some(parameter) = endpoint.query.iter().find(|one| one.name == name) else {
            let known: Vec<&str> = endpoint.query.iter().map(|one| one.name).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            let why = format!("There is no parameter {name:?} here. Known parameters: {known}.");
            return Err(Problem::unreadable(why));
        };
        if fields.all(name).nth(1).is_some() {
            return Err(Problem::unreadable(format!("Send the parameter {name} only once.")));
        }
        fits(parameter.values, value)
            .map_err(|what| Problem::unreadable(format!("The parameter {name} must be {what}.")))?;
    }
    Ok(())
}

/// Describes the valid values if a value is invalid.
fn fits(values: Values, value: &str) -> Result<(), String> {
    match values {
        Values::Number(least, most) => {
            let digits = value.bytes().all(|byte| byte.is_ascii_digit());
            let number = value.parse::<u64>().ok().filter(|_| digits);
            let fits = number.is_some_and(|number| (least..=most).contains(&number));
            if fits { Ok(()) } else { Err(format!("a number from {least} to {most}")) }
        }
        Values::OneOf(known) if !known.contains(&value) => {
            Err(format!("one of: {}", known.join(", ")))
        }
        Values::Text(most) if value.trim().is_empty() || value.chars().count() > most => {
            Err(format!("a text of 1 to {most} characters"))
        }
        Values::Cursor if value.len() != DIGITS || HEXLOWER.decode(value.as_bytes()).is_err() => {
            Err("a cursor as in an earlier response".to_owned())
        }
        Values::OneOf(_) | Values::Text(_) | Values::Cursor => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_match_the_catalogue() {
        let fits = |path: &str, query: &str| check(&Method::GET, path, query).is_ok();
        let (games, events) = ("/api/v1/games", "/api/v1/games/{game}/events");
        for good in ["", "limit=1", "limit=500&after=3", "free=1&title=gotlandia"] {
            assert!(fits(games, good), "{good}");
        }
        for bad in [
            "limit=0",
            "limit=501",
            "limit=x",
            "limit=",
            "limit",
            "limit=%201",
            "limit=%2B1",
            "limit=1.0",
            "after=9007199254740992",
            "title=",
            "title=%20",
            "free=",
            "limit=1&limit=1",
            "free=maybe",
            "Free=1",
            "since=3",
        ] {
            assert!(!fits(games, bad), "{bad}");
        }
        assert!(fits(events, "after=3&wait=30&limit=5"));
        assert!(!fits(events, "wait=31") && !fits(events, "step=3"));
        let (notes, cursor) = ("/api/v1/games/{game}/notes", "0".repeat(DIGITS));
        assert!(fits(notes, &format!("after={cursor}")));
        for bad in ["after=3", "after=", &format!("after={}x", &cursor[1..])] {
            assert!(!fits(notes, bad), "{bad}");
        }
        assert!(check(&Method::HEAD, games, "since=3").is_err());
        assert!(check(&Method::POST, games, "limit=1").is_err());
        assert!(fits("/api/v1/nothing", "since=3"), "there is no such endpoint");
    }
}
