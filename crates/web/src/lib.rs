//! The web pages. `routes.rs` lists the addresses, and `pages/` has one file for each page.
//!
//! No SQL and no rules here: a handler calls the service, renders a template and responds. A GET
//! never changes anything. A POST responds with a redirect or shows the refusal.

pub mod api;
mod expired_session;
pub mod guides;
pub mod http;
pub mod pages;
pub mod routes;
pub mod shared;
pub mod view;

use std::net::IpAddr;
use std::sync::Arc;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::middleware::{Compress, from_fn};
use actix_web::web::Bytes;
use actix_web::{App, Error, HttpRequest, web};
use chrono::{DateTime, Utc};
use tokio::sync::Semaphore;

use http::limits::Limits;
use ravenpost_config::Config;
use ravenpost_config::network::Network;
use ravenpost_log::act::limits::PACE_LIMITS;
use ravenpost_log::{GameId, Hash};
use ravenpost_service::cache::Cache;
use ravenpost_service::cache::memory::Share;
use ravenpost_service::{Service, ServiceError};
use view::outbox_access::Outbox;

pub use routes::ROUTES;
pub use shared::route::{Access, Route};

/// The size of the cache of board pictures, in bytes.
const PICTURES: usize = 4 << 20;

/// The state shared by all page handlers.
pub struct Site {
    pub service: Service,
    /// Whether the public address uses https, which affects cookies and headers.
    pub https: bool,
    /// Who may read the local outbox.
    pub outbox: Outbox,
    /// Proxies whose forwarding headers are trusted.
    pub proxies: Vec<Network>,
    pub limits: Limits,
    /// The maximum number of open connections per network address.
    pub connections: u32,
    /// Limits the concurrent downloads of seal texts.
    pub seal_readers: Arc<Semaphore>,
    /// Rendered game pages.
    pub page_cache: view::page_cache::PageCache,
    /// The open event streams.
    pub streams: api::stream::open::Streams,
    /// The idempotency keys of API requests in progress.
    pub in_flight: api::body::InFlight,
    /// Small board pictures as spectators see them, by the last step of the game.
    pub pictures: Cache<(GameId, Hash), Bytes>,
    /// The times per turn on offer, in seconds and in words. The first is preselected.
    pub paces: Vec<(u32, String)>,
    /// The rate limits, for admins.
    pub shown_limits: Vec<ShownLimit>,
    /// The clock. Pages read it and pass the time to the service.
    pub clock: fn() -> DateTime<Utc>,
}

impl Site {
    /// Creates the site from its configuration, with the system clock.
    pub fn of(service: Service, config: &Config) -> Site {
        let proxies = config.server.trusted_proxies.iter();
        let paces = config.games.paces.iter().filter_map(|words| {
            let time = humantime::parse_duration(words).ok()?;
            let seconds = u32::try_from(time.as_secs()).ok()?;
            // Offer only paces that are accepted when a table is opened.
            let (least, most) = PACE_LIMITS;
            (least..=most).contains(&seconds).then(|| (seconds, words.clone()))
        });
        let pages = Share::Pages.of(service.settings().memory);
        Site {
            service,
            https: config.base_url().starts_with("https://"),
            outbox: Outbox::of(config),
            proxies: proxies.filter_map(|proxy| proxy.parse().ok()).collect(),
            seal_readers: Arc::new(Semaphore::new(pages::verify::seals::READERS)),
            page_cache: view::page_cache::PageCache::new(pages),
            pictures: Cache::new(PICTURES),
            in_flight: api::body::InFlight::default(),
            streams: api::stream::open::Streams::default(),
            limits: Limits::new(config.limits.orders_per_minute, config.limits.requests_per_second),
            connections: config.limits.connections_per_client,
            paces: paces.collect(),
            shown_limits: shown_limits(config),
            #[expect(clippy::disallowed_methods, reason = "pages take the time from here")]
            clock: Utc::now,
        }
    }

    /// Returns the current time. Tests set it.
    pub fn now(&self) -> DateTime<Utc> {
        (self.clock)()
    }

    /// Returns a counter that changes with every write to the store. Data read earlier is current
    /// as long as the counter is unchanged.
    pub async fn stamp(&self) -> Result<u64, ServiceError> {
        Ok(self.service.store().stamp().await?)
    }

    /// Whether the request came through a trusted proxy or a local socket.
    pub fn is_proxy(&self, request: &HttpRequest) -> bool {
        http::limits::is_proxy(request, &self.proxies)
    }

    /// Returns the network address of the client.
    pub fn client(&self, request: &HttpRequest) -> IpAddr {
        http::limits::client(request, &self.proxies)
    }
}

/// A rate limit as admins see it.
pub struct ShownLimit {
    /// The name of the setting, such as `limits.tables_per_day`.
    pub name: String,
    pub value: String,
    pub help: String,
}

fn shown_limits(config: &Config) -> Vec<ShownLimit> {
    let settings = config.settings().into_iter().filter(|setting| setting.section == "limits");
    let shown = settings.map(|setting| ShownLimit {
        name: format!("{}.{}", setting.section, setting.key),
        value: setting.default.to_string(),
        help: setting.help.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" "),
    });
    shown.collect()
}

/// Builds the application that `serve` runs and the tests call.
pub fn app(
    site: web::Data<Site>,
) -> App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody>,
        Error = Error,
        InitError = (),
    >,
> {
    let headers = http::headers::everywhere(site.https);
    App::new()
        .app_data(site)
        .app_data(web::PayloadConfig::new(shared::forms::LARGEST))
        .configure(routes::register)
        .wrap(from_fn(http::panics::survived))
        .wrap(from_fn(shared::private_games::hide))
        .wrap(from_fn(expired_session::keep_forms))
        .wrap(from_fn(http::bodies::in_time))
        .wrap(from_fn(http::guard::same_origin))
        .wrap(from_fn(shared::visitor::recognise))
        .wrap(from_fn(http::path_redirects::addresses))
        .wrap(from_fn(api::describe::parameters::checked))
        // Runs before the session is looked up.
        .wrap(from_fn(http::limits::requests))
        .wrap(from_fn(shared::layout::error_pages))
        .wrap(from_fn(api::frame::around))
        .wrap(headers)
        .wrap(Compress::default())
        .wrap(from_fn(http::old_http::plain))
        .wrap(from_fn(http::log::requests))
}
