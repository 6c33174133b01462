//! In-memory rate limits, which are reset on restart. Sign-in emails are limited by the service, in
//! the database.
//!
//! Orders are limited per minute and seat, and API requests per minute and token. Requests are
//! limited per second and network address, with a burst of four seconds' worth. Only a few requests
//! from one address are processed at a time; further ones queue behind them and do not delay other
//! clients. Only a seat's own player can use up the limit of that seat.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::ConnectionType;
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, HttpRequest, HttpResponse, web};
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::Site;
use crate::http::error::PageError;
use crate::http::local_requests::is_near;
use ravenpost_config::network::Network;
use ravenpost_log::GameId;
use ravenpost_rules::Seat;
use ravenpost_store::TokenHash;

/// A client of the API: its token or, without one, its network address.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Client {
    Token(TokenHash),
    Network(IpAddr),
}

pub struct Limits {
    orders: DefaultKeyedRateLimiter<(GameId, Seat)>,
    api_reads: DefaultKeyedRateLimiter<Client>,
    api_writes: DefaultKeyedRateLimiter<Client>,
    requests: DefaultKeyedRateLimiter<IpAddr>,
    /// The concurrency limit of each network address.
    turns: Mutex<HashMap<IpAddr, Arc<Semaphore>>>,
    clock: DefaultClock,
}

/// The maximum number of concurrent page requests from one network address; further ones wait.
const AT_ONCE: usize = 8;

/// Paths for monitoring on this machine, which have no rate limit.
const HEALTH: [&str; 3] = ["/healthz", "/readyz", "/readyz/pages"];

/// How many seconds' worth of requests may arrive at once.
const BURST: u32 = 4;

impl Limits {
    /// Creates limits of this many orders per minute and requests per second, at least one each.
    pub fn new(orders_per_minute: u32, requests_per_second: u32) -> Limits {
        let some = |number: u32| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
        let burst = some(requests_per_second.saturating_mul(BURST));
        Limits {
            orders: RateLimiter::keyed(Quota::per_minute(some(orders_per_minute))),
            api_reads: RateLimiter::keyed(Quota::per_minute(some(orders_per_minute))),
            api_writes: RateLimiter::keyed(Quota::per_minute(some(orders_per_minute))),
            requests: RateLimiter::keyed(
                Quota::per_second(some(requests_per_second)).allow_burst(burst),
            ),
            turns: Mutex::default(),
            clock: DefaultClock::default(),
        }
    }

    /// Counts an order of a seat.
    pub fn order(&self, game: &GameId, seat: Seat) -> Result<(), PageError> {
        self.orders.check_key(&(game.clone(), seat)).map_err(|not_until| {
            PageError::TooMany(seconds(not_until.wait_time_from(self.clock.now())))
        })
    }

    /// Counts an API request that reads, with this weight.
    pub fn api_read(&self, client: &Client, times: u32) -> Result<(), PageError> {
        let times = NonZeroU32::new(times).unwrap_or(NonZeroU32::MIN);
        match self.api_reads.check_key_n(client, times) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(not_until)) => {
                Err(PageError::TooMany(seconds(not_until.wait_time_from(self.clock.now()))))
            }
            // The weight exceeds what a whole minute allows.
            Err(_) => Err(PageError::TooMany(60)),
        }
    }

    /// Counts an API request that changes something.
    pub fn api_write(&self, client: &Client) -> Result<(), PageError> {
        self.api_writes.check_key(client).map_err(|not_until| {
            PageError::TooMany(seconds(not_until.wait_time_from(self.clock.now())))
        })
    }

    /// Counts a request from a network address.
    pub fn request(&self, from: IpAddr) -> Result<(), PageError> {
        self.requests.check_key(&from).map_err(|not_until| {
            PageError::TooMany(seconds(not_until.wait_time_from(self.clock.now())))
        })
    }

    /// Waits until fewer than `AT_ONCE` requests from the network address are in progress.
    pub async fn turn(&self, from: IpAddr) -> Option<OwnedSemaphorePermit> {
        let new = || Arc::new(Semaphore::new(AT_ONCE));
        let turns = Arc::clone(self.turns().entry(from).or_insert_with(new));
        // None only if the semaphore is closed, which never happens.
        turns.acquire_owned().await.ok()
    }

    fn turns(&self) -> MutexGuard<'_, HashMap<IpAddr, Arc<Semaphore>>> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Evicts idle addresses and seats.
    pub fn sweep(&self) {
        self.orders.retain_recent();
        self.requests.retain_recent();
        self.api_reads.retain_recent();
        self.api_writes.retain_recent();
        // Requests in progress and in the queue hold a reference as well.
        self.turns().retain(|_, turns| Arc::strong_count(turns) > 1);
    }
}

fn seconds(wait: Duration) -> u64 {
    wait.as_secs() + 1
}

/// Middleware that enforces the request limits. A connection that exceeds the rate is closed.
pub async fn requests(
    site: web::Data<Site>,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    if HEALTH.contains(&request.path()) && is_near(request.request()) {
        return Ok(next.call(request).await?.map_into_boxed_body());
    }
    let from = site.client(request.request());
    match site.limits.request(from) {
        Ok(()) => {
            // A form may take long to arrive and must not block other requests from its address.
            if request.method().is_safe()
                && let Some(turn) = site.limits.turn(from).await
            {
                request.extensions_mut().insert(turn);
            }
            let answer = next.call(request).await?.map_into_boxed_body();
            end_turn(answer.request());
            Ok(answer)
        }
        Err(error) => {
            let mut answer = HttpResponse::from_error(error);
            answer.head_mut().set_connection_type(ConnectionType::Close);
            Ok(request.into_response(answer))
        }
    }
}

/// Lets the next request from the same address begin. A request that only waits calls it early.
pub fn end_turn(request: &HttpRequest) {
    let turn = request.extensions_mut().remove::<OwnedSemaphorePermit>();
    drop(turn);
}

/// Returns the network of the client. `X-Forwarded-For` is trusted only if the peer is one of our
/// proxies or connects through a local socket. The last address that is not a proxy's counts, and
/// entries that are not addresses are ignored.
pub fn client(request: &HttpRequest, proxies: &[Network]) -> IpAddr {
    let peer = peer(request);
    if !is_proxy(request, proxies) {
        return network(peer);
    }
    let headers = request.headers().get_all("x-forwarded-for");
    // A header may combine arbitrary bytes from the client with the proxy's own entry.
    let list: Vec<String> =
        headers.map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned()).collect();
    let entries: Vec<&str> = list.iter().flat_map(|text| text.split(',')).collect();
    let mut named = entries.iter().rev().filter_map(|entry| named(entry));
    let ours = |ip: &IpAddr| proxies.iter().any(|proxy| proxy.contains(*ip));
    network(named.find(|ip| !ours(ip)).unwrap_or(peer))
}

/// Whether the peer is a trusted proxy or a local socket.
pub fn is_proxy(request: &HttpRequest, proxies: &[Network]) -> bool {
    let peer = peer(request);
    peer == nobody() || proxies.iter().any(|proxy| proxy.contains(peer))
}

fn peer(request: &HttpRequest) -> IpAddr {
    request.peer_addr().map_or_else(nobody, |peer| peer.ip().to_canonical())
}

/// Parses an entry. Some proxies add quotes, brackets or a port.
fn named(entry: &str) -> Option<IpAddr> {
    let entry = entry.trim().trim_matches('"');
    let bare = entry.trim_start_matches('[').trim_end_matches(']');
    let ip = bare.parse().or_else(|_| entry.parse().map(|with: SocketAddr| with.ip()));
    ip.ok().map(|ip: IpAddr| ip.to_canonical())
}

/// Returns the unit that a single client controls: an IPv4 address, or the /64 network of an IPv6
/// address.
pub fn network(ip: IpAddr) -> IpAddr {
    match ip.to_canonical() {
        IpAddr::V6(ip) => {
            let own = u128::from(ip) >> 64 << 64;
            IpAddr::V6(own.into())
        }
        v4 => v4,
    }
}

/// The placeholder for connections through a local socket, which have no address.
fn nobody() -> IpAddr {
    IpAddr::from([0, 0, 0, 0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::http::header::HeaderValue;
    use actix_web::test::TestRequest;

    fn from(peer: &str, forwarded: Option<&'static str>) -> IpAddr {
        let peer = format!("{peer}:1234").parse().unwrap();
        let mut request = TestRequest::get().peer_addr(peer);
        if let Some(forwarded) = forwarded {
            request = request.insert_header(("x-forwarded-for", forwarded));
        }
        client(&request.to_http_request(), &["10.0.0.0/30".parse().unwrap()])
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        let address = |text: &str| text.parse::<IpAddr>().unwrap();
        assert_eq!(from("192.0.2.7", Some("203.0.113.9")), address("192.0.2.7"));
        assert_eq!(from("10.0.0.1", Some("203.0.113.9")), address("203.0.113.9"));
        assert_eq!(from("10.0.0.1", Some("1.1.1.1, 203.0.113.9")), address("203.0.113.9"));
        assert_eq!(from("10.0.0.1", Some("203.0.113.9, 10.0.0.1")), address("203.0.113.9"));
        assert_eq!(from("10.0.0.1", Some("rubbish")), address("10.0.0.1"));
        assert_eq!(from("10.0.0.2", Some("203.0.113.9, 10.0.0.3")), address("203.0.113.9"));
        for odd in [
            "203.0.113.9:4711",
            "\"203.0.113.9\"",
            "203.0.113.9, unknown",
            "203.0.113.9, , 10.0.0.1:80",
            "1.1.1.1, \"[::ffff:203.0.113.9]:4711\"",
        ] {
            assert_eq!(from("10.0.0.1", Some(odd)), address("203.0.113.9"), "{odd}");
        }
        assert_eq!(from("10.0.0.1", Some("[2001:db8::1]")), address("2001:db8::"));
        assert_eq!(from("10.0.0.1", None), address("10.0.0.1"));
    }

    #[test]
    fn invalid_utf8_hides_no_forwarded_address() {
        let value = HeaderValue::from_bytes(b"\xff, 203.0.113.9").unwrap();
        let peer = "10.0.0.1:1234".parse().unwrap();
        let request = TestRequest::get().peer_addr(peer).insert_header(("x-forwarded-for", value));
        let from = client(&request.to_http_request(), &["10.0.0.0/30".parse().unwrap()]);
        assert_eq!(from, "203.0.113.9".parse::<IpAddr>().unwrap());
    }

    #[test]
    fn visitors_behind_a_local_socket_are_distinguished() {
        let from = |forwarded: &'static str| {
            let request = TestRequest::get().insert_header(("x-forwarded-for", forwarded));
            client(&request.to_http_request(), &[])
        };
        assert_ne!(from("203.0.113.9"), from("203.0.113.10"));
        assert_eq!(from("2001:db8::1"), from("2001:db8::2"), "one network");
        assert_ne!(from("2001:db8::1"), from("2001:db8:0:1::1"));
        assert_eq!(client(&TestRequest::get().to_http_request(), &[]), nobody());
    }

    #[tokio::test]
    async fn requests_of_one_address_queue_behind_each_other() {
        let limits = Limits::new(2, 50);
        let [one, other] = ["192.0.2.7", "192.0.2.8"].map(|ip| ip.parse::<IpAddr>().unwrap());
        let mut turns = Vec::new();
        for _ in 0..AT_ONCE {
            turns.push(limits.turn(one).await);
        }
        let soon = |from| tokio::time::timeout(Duration::from_millis(20), limits.turn(from));
        assert!(soon(one).await.is_err(), "it waits");
        assert!(soon(other).await.is_ok(), "nobody else does");
        turns.pop();
        assert!(soon(one).await.is_ok());
        limits.sweep();
        assert_eq!(limits.turns().len(), 1, "who has gone is forgotten");
        drop(turns);
        limits.sweep();
        assert!(limits.turns().is_empty());
    }

    #[test]
    fn one_seat_cannot_use_up_the_limit_of_another() {
        let limits = Limits::new(2, 50);
        let game = ravenpost_store::random_game_id();
        assert!(limits.order(&game, Seat(1)).is_ok());
        assert!(limits.order(&game, Seat(1)).is_ok());
        assert!(matches!(limits.order(&game, Seat(1)), Err(PageError::TooMany(_))));
        assert!(limits.order(&game, Seat(2)).is_ok());
    }
}
