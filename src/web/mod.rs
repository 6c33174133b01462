//! Pages: everything a browser sees. `routes.rs` lists the addresses, `pages/` has one file each.
//!
//! No SQL and no rules in here: a handler asks the service, fills a template and answers.
//! A GET never changes anything; a POST answers with a redirect or with what was refused.

pub mod access;
pub mod assets;
pub mod board;
pub mod bodies;
mod clock_form;
pub mod connection_limit;
pub mod documents;
pub mod ending;
pub mod error;
mod example_frames;
pub mod examples;
mod expired_session;
pub mod forms;
pub mod game_cards;
mod game_request;
pub mod game_view;
pub mod guard;
pub mod handbook;
pub mod headers;
mod kept;
pub mod layout;
pub mod limits;
pub mod log;
pub mod nearby;
pub mod news;
mod old_http;
pub mod page_cache;
pub mod pages;
mod pagination;
mod panics;
pub mod paths;
mod pictures;
pub mod placeholders;
mod points;
mod position_view;
pub mod query;
pub mod routes;
pub mod said;
pub mod server;
pub mod talk_view;
mod tidied;
pub mod time_bar;
pub mod tours;
pub mod viewpoint;
pub mod visitor;
pub mod vote_view;
mod wish_form;
mod words;
pub mod zones;

use std::net::IpAddr;
use std::sync::Arc;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::middleware::{Compress, from_fn};
use actix_web::web::Bytes;
use actix_web::{App, Error, HttpRequest, web};
use chrono::{DateTime, Utc};
use tokio::sync::Semaphore;

use crate::cache::Cache;
use crate::config::Config;
use crate::config::network::Network;
use crate::service::memory::Share;
use crate::service::{Service, ServiceError};
use limits::Limits;
use nearby::Outbox;
use ravenpost_log::act::limits::PACE_LIMITS;
use ravenpost_log::{GameId, Hash};

pub use routes::{Access, ROUTES, Route};

/// How many bytes of small pictures are kept.
const PICTURES: usize = 4 << 20;

/// What every page may ask for.
pub struct Site {
    pub service: Service,
    /// Whether the site is reached by https: cookies and headers depend on it.
    pub https: bool,
    /// Who may read letters that are kept here instead of being sent.
    pub outbox: Outbox,
    /// Proxies whose word on where a request comes from is believed.
    pub proxies: Vec<Network>,
    pub limits: Limits,
    /// Connections one network address may hold open.
    pub connections: u32,
    /// How many more texts of seals may be sent.
    pub seal_readers: Arc<Semaphore>,
    /// Game pages kept ready.
    pub page_cache: page_cache::PageCache,
    /// Small pictures of boards, as everybody may see them, by the last step of the game.
    pub pictures: Cache<(GameId, Hash), Bytes>,
    /// Times per turn on offer, in seconds and in words; the first is chosen beforehand.
    pub paces: Vec<(u32, String)>,
    /// The clock. Pages ask it; the service is told.
    pub clock: fn() -> DateTime<Utc>,
}

impl Site {
    /// A site as it is configured, with the true clock.
    pub fn of(service: Service, config: &Config) -> Site {
        let proxies = config.server.trusted_proxies.iter();
        let paces = config.games.paces.iter().filter_map(|words| {
            let time = humantime::parse_duration(words).ok()?;
            let seconds = u32::try_from(time.as_secs()).ok()?;
            // Nothing is offered that opening a table would refuse.
            let (least, most) = PACE_LIMITS;
            (least..=most).contains(&seconds).then(|| (seconds, words.clone()))
        });
        let pages = Share::Pages.of(service.settings().memory);
        Site {
            service,
            https: config.base_url().starts_with("https://"),
            outbox: Outbox::of(config),
            proxies: proxies.filter_map(|proxy| proxy.parse().ok()).collect(),
            seal_readers: Arc::new(Semaphore::new(pages::seals::READERS)),
            page_cache: page_cache::PageCache::new(pages),
            pictures: Cache::new(PICTURES),
            limits: Limits::new(config.limits.orders_per_minute, config.limits.requests_per_second),
            connections: config.limits.connections_per_client,
            paces: paces.collect(),
            clock: Utc::now,
        }
    }

    /// The present moment; a made-up one in tests.
    pub fn now(&self) -> DateTime<Utc> {
        (self.clock)()
    }

    /// What was read since then is true for as long as this stays the same.
    pub async fn stamp(&self) -> Result<u64, ServiceError> {
        Ok(self.service.store().stamp().await?)
    }

    /// Whether a request comes by one of our proxies, as whoever uses a unix socket does.
    pub fn is_proxy(&self, request: &HttpRequest) -> bool {
        limits::is_proxy(request, &self.proxies)
    }

    /// The network address a request comes from.
    pub fn client(&self, request: &HttpRequest) -> IpAddr {
        limits::client(request, &self.proxies)
    }
}

/// The whole application, as `serve` runs it and tests call it.
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
    let headers = headers::everywhere(site.https);
    App::new()
        .app_data(site)
        .app_data(web::PayloadConfig::new(forms::LARGEST))
        .configure(routes::register)
        .wrap(from_fn(panics::survived))
        .wrap(from_fn(expired_session::keep_forms))
        .wrap(from_fn(bodies::in_time))
        .wrap(from_fn(guard::same_origin))
        .wrap(from_fn(visitor::recognise))
        .wrap(from_fn(tidied::addresses))
        // Before anybody is looked up.
        .wrap(from_fn(limits::requests))
        .wrap(from_fn(layout::error_pages))
        .wrap(headers)
        .wrap(Compress::default())
        .wrap(from_fn(old_http::plain))
        .wrap(from_fn(log::requests))
}
