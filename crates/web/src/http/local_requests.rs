//! Requests that come directly from this machine: from local browsers, monitoring and `curl`, but
//! not from a proxy, even if that runs on this machine too.

use actix_web::HttpRequest;
use actix_web::http::header::HOST;

use ravenpost_config::is_loopback;

/// Headers added by proxies and tunnels, whose clients may be anywhere. Browsers send none of them.
pub const FORWARDED: [&str; 9] = [
    "forwarded",
    "via",
    "x-real-ip",
    "x-client-ip",
    "true-client-ip",
    "cdn-loop",
    "fly-client-ip",
    "fastly-client-ip",
    "x-original-host",
];
/// Prefixes of further such headers.
const FORWARDED_AS: [&str; 4] = ["x-forwarded", "cf-", "x-envoy-", "x-azure-"];

fn is_forwarded(name: &str) -> bool {
    FORWARDED.contains(&name) || FORWARDED_AS.iter().any(|begins| name.starts_with(begins))
}

/// Whether the request comes directly from this machine and addresses it by a loopback name. The
/// check of the name prevents DNS rebinding through a local user's browser.
pub fn is_near(request: &HttpRequest) -> bool {
    let peer = request.peer_addr().map(|peer| peer.ip().to_canonical());
    let forwarded = request.headers().keys().any(|name| is_forwarded(name.as_str()));
    let host = request.headers().get(HOST).and_then(|host| host.to_str().ok());
    peer.is_some_and(|peer| peer.is_loopback()) && !forwarded && host.is_some_and(is_loopback)
}
