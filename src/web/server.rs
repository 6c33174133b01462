//! The server itself: where it listens and with how many threads. Encryption is left to a proxy.

use std::io;
use std::net::SocketAddr;

use actix_web::dev::Server;
use actix_web::{HttpServer, web};

use super::{Site, app};

/// A server that is bound and waits to be run.
pub struct Bound {
    pub server: Server,
    /// Where it listens; empty for a local socket.
    pub addresses: Vec<SocketAddr>,
}

/// How long requests in flight may go on when the program is asked to stop, in seconds.
const GRACE: u64 = 10;

/// Binds to `host:port` (port 0 asks for any free one) or to `unix:/path/to/socket`.
/// With no `workers`, one thread a processor serves. Signals are left to the caller.
pub fn bind(site: web::Data<Site>, place: &str, workers: usize) -> io::Result<Bound> {
    let sweeper = site.clone();
    let mut server = HttpServer::new(move || app(site.clone()))
        .disable_signals()
        .shutdown_timeout(GRACE)
        .client_request_timeout(std::time::Duration::from_secs(15));
    if workers > 0 {
        server = server.workers(workers);
    }
    let server = match place.strip_prefix("unix:") {
        Some(path) => server.bind_uds(path)?,
        None => server.bind(place)?,
    };
    let addresses = match place.starts_with("unix:") {
        true => Vec::new(),
        false => server.addrs(),
    };
    let server = server.run();
    tokio::spawn(sweep(sweeper));
    Ok(Bound { server, addresses })
}

/// Lets the limits forget the quiet ones every minute, for as long as the program runs.
async fn sweep(site: web::Data<Site>) {
    let mut minute = tokio::time::interval(std::time::Duration::from_secs(60));
    loop {
        minute.tick().await;
        site.limits.sweep();
    }
}
