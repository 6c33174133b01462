//! Access to the local outbox. Its emails reveal hidden cards and sign-in links of all players, so
//! by default only this machine may read them.

use actix_web::HttpRequest;

use crate::http::local_requests::is_near;
use ravenpost_config::{Config, Transport};

/// Who may read `/outbox`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outbox {
    /// Emails are sent, so the page does not exist.
    Closed,
    /// Only browsers on this machine.
    ThisMachine,
    /// Everyone who can reach the server. Requires a setting whose name states the consequence.
    Everybody,
}

impl Outbox {
    /// Returns the configured access.
    pub fn of(config: &Config) -> Outbox {
        match config.mail.transport {
            Transport::Smtp => Outbox::Closed,
            Transport::Local if config.mail.public_outbox => Outbox::Everybody,
            Transport::Local => Outbox::ThisMachine,
        }
    }

    /// Whether the request may read the outbox.
    pub fn opens(self, request: &HttpRequest) -> bool {
        match self {
            Outbox::Closed => false,
            Outbox::ThisMachine => is_near(request),
            Outbox::Everybody => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::local_requests::FORWARDED;
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
    fn local_outbox_is_visible_from_this_machine_only() {
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
