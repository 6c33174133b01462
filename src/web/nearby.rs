//! Who may read the letters that are kept here instead of being sent. They hold everybody's hands
//! and the links that sign in, so whoever reads them can be anybody: only this machine may.

use actix_web::HttpRequest;
use actix_web::http::header::HOST;

use crate::config::{Config, Transport, is_loopback};

/// The door of `/outbox`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outbox {
    /// Letters are sent: there is no such page.
    Closed,
    /// Only for browsers on this machine.
    ThisMachine,
    /// For everybody who reaches the server. Only by a setting whose name says what that means.
    Everybody,
}

/// What proxies and tunnels add: who comes through one may be anywhere. A browser sends none of it.
const FORWARDED: [&str; 9] = [
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
/// And what it begins with.
const FORWARDED_AS: [&str; 4] = ["x-forwarded", "cf-", "x-envoy-", "x-azure-"];

fn is_forwarded(name: &str) -> bool {
    FORWARDED.contains(&name) || FORWARDED_AS.iter().any(|begins| name.starts_with(begins))
}

impl Outbox {
    /// The door as it is configured.
    pub fn of(config: &Config) -> Outbox {
        match config.mail.transport {
            Transport::Smtp => Outbox::Closed,
            Transport::Local if config.mail.public_outbox => Outbox::Everybody,
            Transport::Local => Outbox::ThisMachine,
        }
    }

    /// Whether it opens for this request.
    pub fn opens(self, request: &HttpRequest) -> bool {
        match self {
            Outbox::Closed => false,
            Outbox::ThisMachine => is_near(request),
            Outbox::Everybody => true,
        }
    }
}

/// Whether a request comes from this machine, straight, and asks for it by a name of its own: a
/// page elsewhere whose name was made to lead here must not read it through somebody's browser.
fn is_near(request: &HttpRequest) -> bool {
    let peer = request.peer_addr().map(|peer| peer.ip().to_canonical());
    let forwarded = request.headers().keys().any(|name| is_forwarded(name.as_str()));
    let host = request.headers().get(HOST).and_then(|host| host.to_str().ok());
    peer.is_some_and(|peer| peer.is_loopback()) && !forwarded && host.is_some_and(is_loopback)
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    fn near(peer: &str, host: &'static str, more: Option<&'static str>) -> bool {
        let peer = peer.parse().unwrap();
        let mut request = TestRequest::get().peer_addr(peer).insert_header(("host", host));
        if let Some(name) = more {
            request = request.insert_header((name, "192.0.2.7"));
        }
        Outbox::ThisMachine.opens(&request.to_http_request())
    }

    #[test]
    fn only_this_machine_reads_what_is_kept() {
        assert!(near("127.0.0.1:1", "127.0.0.1:8080", None));
        assert!(near("[::1]:1", "[::1]:8080", None));
        assert!(near("127.0.0.1:1", "localhost:8080", None));
        assert!(!near("192.0.2.7:1", "localhost:8080", None), "a neighbour on the network");
        assert!(
            !near("127.0.0.1:1", "games.example.org", None),
            "a name that was made to lead here"
        );
        let others = ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"];
        for name in FORWARDED.into_iter().chain(others).chain(["cf-connecting-ip", "cf-ray"]) {
            assert!(!near("127.0.0.1:1", "localhost", Some(name)), "through a proxy: {name}");
        }
        let socket = TestRequest::get().insert_header(("host", "localhost")).to_http_request();
        assert!(!Outbox::ThisMachine.opens(&socket), "a local socket has a proxy before it");
    }
}
