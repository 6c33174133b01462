//! Redirects paths with a trailing slash or trailing punctuation.

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{Method, header};
use actix_web::middleware::Next;
use actix_web::{Error, HttpResponse};

use crate::http::api_paths::is_api;
use crate::http::local;

/// Characters that email clients and people leave at the end of an address. None of our addresses
/// ends with them.
const BEHIND: [&str; 17] = [
    "/", ".", ",", ";", ":", "!", ")", "]", ">", "'", "\"", "*", "%2C", "%2E", "%22", "%3E", "%29",
];

/// Middleware that redirects to the address without its trailing characters.
pub async fn addresses(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let asked = [Method::GET, Method::HEAD].contains(request.method()) && !is_api(request.path());
    let Some(meant) = meant(request.path()).filter(|_| asked) else {
        return Ok(next.call(request).await?.map_into_boxed_body());
    };
    let to = match request.query_string() {
        "" => meant.to_owned(),
        query => format!("{meant}?{query}"),
    };
    let answer = HttpResponse::MovedPermanently().insert_header((header::LOCATION, to)).finish();
    Ok(request.into_response(answer))
}

/// Returns the intended address if the path has trailing characters.
fn meant(path: &str) -> Option<&str> {
    let mut meant = path;
    while meant.len() > 1 {
        let short = BEHIND.iter().find_map(|end| {
            let at = meant.len().checked_sub(end.len())?;
            meant.get(at..)?.eq_ignore_ascii_case(end).then(|| &meant[..at])
        });
        match short {
            Some(short) => meant = short,
            None => break,
        }
    }
    let meant = if meant.is_empty() { "/" } else { meant };
    (meant != path && local::own(meant) == meant).then_some(meant)
}

#[cfg(test)]
mod tests {
    use super::meant;

    #[test]
    fn trailing_punctuation_is_removed() {
        for (path, address) in [
            ("/games/", Some("/games")),
            ("/games/k3v9w2mq7xhd.", Some("/games/k3v9w2mq7xhd")),
            ("/titles/gotlandia/rules/).", Some("/titles/gotlandia/rules")),
            ("/join/abc%3e", Some("/join/abc")),
            ("/.", Some("/")),
            ("/", None),
            ("/games", None),
            ("/seals/2026-11-28", None),
            ("//evil.example/", None),
            ("/\\evil.example/", None),
        ] {
            assert_eq!(meant(path), address, "{path}");
        }
    }
}
