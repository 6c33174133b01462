//! CSRF protection: a POST is accepted only from our own pages in the same browser.
//!
//! There are three independent checks: SameSite=Lax cookies, the request's origin as stated by the
//! browser (`Sec-Fetch-Site`, else `Origin`), and a form token tied to the browser's cookie. The
//! token is checked where the form is read.

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{Method, header};
use actix_web::middleware::Next;
use actix_web::{Error, HttpRequest, HttpResponse, ResponseError, web};

use crate::Site;
use crate::http::api_paths::is_api;
use crate::http::error::PageError;
use crate::http::local_requests::is_near;
use ravenpost_log::names;

/// Middleware that refuses requests sent by pages of other sites.
pub async fn same_origin(
    site: web::Data<Site>,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let safe = [Method::GET, Method::HEAD, Method::OPTIONS].contains(request.method());
    // One-click unsubscription (RFC 8058) is posted by the mailbox provider, without cookies. The
    // link itself authorises it and accepts no other POST.
    let leaves_list = request.path().starts_with("/stop/");
    let home = &site.service.settings().base_url;
    // The API ignores cookies, so requests of other sites are harmless there.
    let for_api = is_api(request.path());
    if safe || leaves_list || for_api || comes_from_here(request.request(), home) {
        return Ok(next.call(request).await?.map_into_boxed_body());
    }
    let named = request.headers().contains_key("sec-fetch-site");
    let elsewhere = used_other_address(request.request(), &site).filter(|_| !named);
    let error = match elsewhere {
        Some((home, came)) => PageError::Elsewhere { home, came },
        None => PageError::Forged,
    };
    let origin = request.headers().get(header::ORIGIN).map(|origin| format!("{origin:?}"));
    // Never log the address itself, because links in emails contain secrets.
    let route = request.match_pattern();
    tracing::warn!(%error, origin, route, "refused cross-site form");
    let answer = HttpResponse::from_error(error);
    debug_assert_eq!(answer.status(), PageError::Forged.status_code());
    Ok(request.into_response(answer))
}

/// Returns the public address and the one this request used, if they differ.
pub fn used_other_address(request: &HttpRequest, site: &Site) -> Option<(String, String)> {
    let home = &site.service.settings().base_url;
    let (scheme, host) = home.split_once("://")?;
    let text = |name: &str| request.headers().get(name).and_then(|value| value.to_str().ok());
    let asked = text("host").unwrap_or_default();
    // Without a proxy the connection is unencrypted, because we do not speak TLS. A browser on this
    // machine may connect directly, even if it looks like the proxy by its address.
    let protocol =
        text("x-forwarded-proto").filter(|protocol| ["http", "https"].contains(protocol));
    let way = match site.is_proxy(request) && !is_near(request) {
        true => protocol.unwrap_or(scheme),
        false => "http",
    };
    if asked.eq_ignore_ascii_case(host) && way == scheme {
        return None;
    }
    let shown = names::visible(asked, 100).unwrap_or_default();
    Some((home.clone(), format!("{way}://{shown}")))
}

/// Whether the browser states that one of our pages sent the request, or that no page did. Our
/// origins are the public address and the requested host. Forwarding headers are ignored here.
pub fn comes_from_here(request: &HttpRequest, home: &str) -> bool {
    let header = |name: &str| request.headers().get(name).map(|value| value.as_bytes());
    if let Some(site) = header("sec-fetch-site").filter(|site| !site.is_empty()) {
        return site == b"same-origin" || site == b"none";
    }
    let Some(origin) = header(header::ORIGIN.as_str()) else {
        // Without either header, the client is not a current browser. It cannot do harm without our
        // cookies, and the form token is still checked.
        return true;
    };
    let host = header(header::HOST.as_str()).unwrap_or_default();
    let asked = |scheme: &[u8]| origin.strip_prefix(scheme).is_some_and(|named| named == host);
    origin == home.as_bytes() || asked(b"https://") || asked(b"http://")
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    fn from(headers: &[(&'static str, &'static str)]) -> bool {
        let mut request = TestRequest::post().insert_header(("host", "play.example"));
        for header in headers {
            request = request.insert_header(*header);
        }
        comes_from_here(&request.to_http_request(), "https://games.example")
    }

    #[test]
    fn own_page_may_post_over_http_under_any_name() {
        let request = TestRequest::post()
            .insert_header(("host", "ravenbox:8080"))
            .insert_header(("origin", "http://ravenbox:8080"));
        assert!(comes_from_here(&request.to_http_request(), "http://192.168.1.5:8080"));
    }

    #[test]
    fn only_own_pages_may_post() {
        assert!(from(&[("sec-fetch-site", "same-origin"), ("origin", "null")]));
        assert!(from(&[("sec-fetch-site", "none")]));
        assert!(!from(&[("sec-fetch-site", "same-site")]));
        assert!(!from(&[("sec-fetch-site", "cross-site"), ("origin", "https://play.example")]));
        assert!(from(&[("origin", "https://play.example")]));
        assert!(!from(&[("origin", "https://evil.example")]));
        assert!(!from(&[("origin", "null")]));
        assert!(from(&[("origin", "https://games.example")]), "a proxy asked for another name");
        let lie = ("x-forwarded-host", "evil.example");
        assert!(!from(&[("origin", "https://evil.example"), lie]));
    }
}
