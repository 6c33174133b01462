//! The HTTP server: listeners and worker threads. TLS is left to a reverse proxy.

use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::{fs, io};

use actix_web::dev::Server;
use actix_web::{App, HttpServer, web};
use listenfd::ListenFd;

use crate::http::connection_limit::ConnectionLimit;
use crate::http::metrics;
use crate::{Site, app};

/// How long requests in progress may continue after a shutdown signal, in seconds. Requests take
/// milliseconds; any that take longer are idle keep-alive connections.
const GRACE: u64 = 1;

/// A bound socket that does not serve requests yet.
pub enum Listener {
    Net(TcpListener),
    Local(UnixListener),
}

impl Listener {
    /// Listens at `host:port`, where port 0 selects a free one, or at `unix:/path/to/socket`, which
    /// gets the given mode.
    pub fn open(place: &str, mode: u32) -> io::Result<Listener> {
        Listener::bind(place, mode).map_err(with_remedy)
    }

    fn bind(place: &str, mode: u32) -> io::Result<Listener> {
        let Some(path) = place.strip_prefix("unix:") else {
            return Ok(Listener::Net(TcpListener::bind(place)?));
        };
        // Remove the socket of a killed process.
        if fs::symlink_metadata(path).is_ok_and(|file| file.file_type().is_socket()) {
            fs::remove_file(path)?;
        }
        let listener = UnixListener::bind(path)?;
        fs::set_permissions(path, fs::Permissions::from_mode(mode))?;
        Ok(Listener::Local(listener))
    }

    /// Takes the socket that systemd passes to the process (`LISTEN_FDS`), if there is one.
    /// Connections wait in it while the server restarts. Changes the environment, so no other
    /// thread may run yet.
    ///
    /// # Errors
    ///
    /// If it is not the socket at `place`, or if there are several: the settings decide who can
    /// reach the server, and connections to a socket that is not served would wait forever.
    pub fn inherited(place: &str) -> io::Result<Option<Listener>> {
        let refused = |why: String| Err(io::Error::new(io::ErrorKind::InvalidInput, why));
        let mut passed = ListenFd::from_env();
        match passed.len() {
            0 => return Ok(None),
            1 => {}
            count => {
                return refused(format!(
                    "systemd passed {count} sockets, but the server listens on one address; keep \
                     one ListenStream in ravenpost.socket, after an empty `ListenStream=`"
                ));
            }
        }
        let listener = match place.starts_with("unix:") {
            true => passed.take_unix_listener(0)?.map(Listener::Local),
            false => passed.take_tcp_listener(0)?.map(Listener::Net),
        };
        match listener {
            Some(listener) if listener.is_at(place)? => Ok(Some(listener)),
            _ => refused(
                "the socket passed by systemd has a different address; set ListenStream in \
                 ravenpost.socket to the one in server.bind"
                    .to_owned(),
            ),
        }
    }

    /// Returns whether the socket is the one that `open` would bind.
    fn is_at(&self, place: &str) -> io::Result<bool> {
        Ok(match self {
            Listener::Net(listener) => {
                let own = listener.local_addr()?;
                place.to_socket_addrs()?.any(|address| address == own)
            }
            Listener::Local(listener) => {
                let own = listener.local_addr()?;
                own.as_pathname() == place.strip_prefix("unix:").map(Path::new)
            }
        })
    }

    /// Returns the address, or None for a local socket.
    pub fn address(&self) -> io::Result<Option<SocketAddr>> {
        match self {
            Listener::Net(listener) => Ok(Some(listener.local_addr()?)),
            Listener::Local(_) => Ok(None),
        }
    }

    /// Serves the site. If `workers` is 0, there is one thread per processor. Signals are left to
    /// the caller.
    pub fn serve(self, site: web::Data<Site>, workers: usize) -> io::Result<Server> {
        let sweeper = site.clone();
        let connection_limit = ConnectionLimit::new(site.connections, site.proxies.clone());
        let mut server = HttpServer::new(move || app(site.clone()))
            .on_connect(move |stream, data| connection_limit.meet(stream, data))
            .disable_signals()
            .shutdown_timeout(GRACE)
            .client_request_timeout(std::time::Duration::from_secs(15));
        if workers > 0 {
            server = server.workers(workers);
        }
        let server = match self {
            Listener::Net(listener) => server.listen(listener)?,
            Listener::Local(listener) => server.listen_uds(listener)?,
        };
        let server = server.run();
        tokio::spawn(sweep(sweeper));
        Ok(server)
    }

    /// Serves `/metrics` of the site and nothing else. Signals are left to the caller.
    pub fn serve_metrics(self, site: web::Data<Site>) -> io::Result<Server> {
        let turn = web::Data::new(metrics::Turn::default());
        let server = HttpServer::new(move || {
            let app = App::new().app_data(site.clone()).app_data(turn.clone());
            app.route("/metrics", web::get().to(metrics::show))
        });
        let server = server.workers(1).disable_signals().shutdown_timeout(GRACE);
        let server = match self {
            Listener::Net(listener) => server.listen(listener)?,
            Listener::Local(listener) => server.listen_uds(listener)?,
        };
        Ok(server.run())
    }
}

/// Adds advice to the error for an address that the server cannot listen on.
fn with_remedy(error: io::Error) -> io::Error {
    let remedy = match error.kind() {
        io::ErrorKind::AddrInUse => "stop the program that uses it, or choose another port",
        io::ErrorKind::AddrNotAvailable => "this machine does not have that address",
        io::ErrorKind::PermissionDenied => {
            "choose a port above 1023 or a socket in a folder of this account, and let a reverse \
             proxy serve ports 80 and 443"
        }
        io::ErrorKind::NotFound => "create the folder of the socket",
        _ => return error,
    };
    io::Error::new(error.kind(), format!("{error}; {remedy}"))
}

/// Evicts idle rate-limiter entries every minute, and stores when access tokens and sessions were
/// last used.
async fn sweep(site: web::Data<Site>) {
    let mut minute = tokio::time::interval(std::time::Duration::from_secs(60));
    loop {
        minute.tick().await;
        site.limits.sweep();
        if let Err(error) = site.service.tokens().store_uses(site.now()).await {
            tracing::warn!(%error, "failed to store the last use of access tokens");
        }
        if let Err(error) = site.service.accounts().store_visits().await {
            tracing::warn!(%error, "failed to store the last use of sessions");
        }
    }
}
