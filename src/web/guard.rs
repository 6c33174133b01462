//! Forged requests: a POST counts only when it comes from our own page in the same browser.
//!
//! Three checks, each enough against most forgeries: the cookies are SameSite=Lax, the browser's
//! own word on where the request came from (`Sec-Fetch-Site`, else `Origin`), and a token in the
//! form that belongs to the browser's cookie. The last is checked where the form is read.

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{Method, header};
use actix_web::middleware::Next;
use actix_web::{Error, HttpRequest, HttpResponse, ResponseError, web};

use super::Site;
use super::error::PageError;
use ravenpost_log::names;

/// Middleware: refuses what another site's page sent.
pub async fn same_origin(
    site: web::Data<Site>,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let safe = [Method::GET, Method::HEAD, Method::OPTIONS].contains(request.method());
    // A mailbox provider leaves a list in its reader's name (RFC 8058): from elsewhere, without
    // cookies. The link itself is the permission, and no page of ours answers to it otherwise.
    let leaves_list = request.path().starts_with("/stop/");
    let home = &site.service.settings().base_url;
    if safe || leaves_list || comes_from_here(request.request(), home) {
        return Ok(next.call(request).await?.map_into_boxed_body());
    }
    let named = request.headers().contains_key("sec-fetch-site");
    let elsewhere = came_elsewhere(request.request(), &site).filter(|_| !named);
    let error = match elsewhere {
        Some((home, came)) => PageError::Elsewhere { home, came },
        None => PageError::Forged,
    };
    let origin = request.headers().get(header::ORIGIN).map(|origin| format!("{origin:?}"));
    // Never the address itself: links in emails carry secrets.
    let route = request.match_pattern();
    tracing::warn!(%error, origin, route, "refused a form");
    let answer = HttpResponse::from_error(error);
    debug_assert_eq!(answer.status(), PageError::Forged.status_code());
    Ok(request.into_response(answer))
}

/// The address that people type and the one by which a request came, where these are two.
pub fn came_elsewhere(request: &HttpRequest, site: &Site) -> Option<(String, String)> {
    let home = &site.service.settings().base_url;
    let (scheme, host) = home.split_once("://")?;
    let text = |name: &str| request.headers().get(name).and_then(|value| value.to_str().ok());
    let asked = text("host").unwrap_or_default();
    // Whoever comes without a proxy comes unencrypted: we speak nothing else.
    let told = text("x-forwarded-proto").filter(|told| ["http", "https"].contains(told));
    let way = match site.is_proxy(request) {
        true => told.unwrap_or(scheme),
        false => "http",
    };
    let same = asked.eq_ignore_ascii_case(host) && way == scheme;
    let shown = names::visible(asked, 100).unwrap_or_default();
    (!same).then(|| (home.clone(), format!("{way}://{shown}")))
}

/// Whether the browser says that one of our pages sent this, or that no page did. Our pages are at
/// the address people type, and at the one that was asked for; what a proxy or anybody else says
/// of that address is not listened to.
pub fn comes_from_here(request: &HttpRequest, home: &str) -> bool {
    let header = |name: &str| request.headers().get(name).map(|value| value.as_bytes());
    if let Some(site) = header("sec-fetch-site").filter(|site| !site.is_empty()) {
        return site == b"same-origin" || site == b"none";
    }
    let Some(origin) = header(header::ORIGIN.as_str()) else {
        // Neither header: not a browser of this decade, and without our cookies of no use. The
        // form token still decides.
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
    fn a_page_of_ours_under_any_name_may_post_over_plain_http() {
        let request = TestRequest::post()
            .insert_header(("host", "ravenbox:8080"))
            .insert_header(("origin", "http://ravenbox:8080"));
        assert!(comes_from_here(&request.to_http_request(), "http://192.168.1.5:8080"));
    }

    #[test]
    fn only_our_own_pages_may_post() {
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
