//! Starts all parts of the server (store, service, pages, email and clocks) and stops them in
//! order.

use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::{Server, ServerHandle};
use actix_web::web::Data;
use anyhow::Context;
use chrono::{DateTime, Utc};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::start_order::Turn;
use super::{backups, high_water_marks, loops, seals, sources};
use crate::cli::backup_paths::{self, copies};
use crate::cli::game::service_settings;
use crate::cli::{Misuse, open, process, setup::start_checks};
use crate::telemetry;
use ravenpost_config::Config;
use ravenpost_mail::outgoing::send_loop::SendLoop;
use ravenpost_mail::outgoing::setup;
use ravenpost_service::Service;
use ravenpost_service::node::components::Component;
use ravenpost_service::titles;
use ravenpost_store::Store;
use ravenpost_store::lists::settings;
use ravenpost_store::sqlite::high_water_mark::Marks;
use ravenpost_web::Site;
use ravenpost_web::api::stream::open::Streams;
use ravenpost_web::http::server::Listener;

/// The interval between checks whether all clocks account for the downtime.
const CATCHING_UP: Duration = Duration::from_millis(50);

/// Time for accepted connections to reach a worker before the server stops: those that are still on
/// the way would be reset.
const HANDING_OVER: Duration = Duration::from_millis(200);

/// A running server.
pub struct Up {
    service: Service,
    url: String,
    /// The pages and, if they are served, the metrics.
    servers: Vec<ServerHandle>,
    streams: Streams,
    serving: JoinHandle<std::io::Result<()>>,
    stop: watch::Sender<bool>,
    loops: Vec<JoinHandle<()>>,
}

/// Starts everything. The listening address is bound when this returns.
pub async fn start(config: &Config) -> anyhow::Result<Up> {
    start_after(config, false, None).await
}

/// Starts everything; `restored` means that the admin declared a restored backup, and `socket` is
/// one that the process inherited.
pub async fn start_after(
    config: &Config,
    restored: bool,
    socket: Option<Listener>,
) -> anyhow::Result<Up> {
    start_checks::to_serve(config).map_err(|Misuse(why)| Misuse(format!("not started: {why}")))?;
    for warning in config.warnings() {
        tracing::warn!("{warning}");
    }
    process::many_files();
    let bind = &config.server.bind;
    let cannot = || format!("cannot listen on {bind}");
    // Lock the database first, so that a second server does not take over the first one's socket.
    let store = open(config).await?;
    is_here(&store).await?;
    let mode = config.server.socket_mode().unwrap_or(0o600);
    let listener = match socket {
        Some(socket) => socket,
        None => Listener::open(bind, mode).with_context(cannot)?,
    };
    let metrics = metrics_listener(config, mode)?;
    let mut config = config.clone();
    if let Some(address) = listener.address()?.filter(|_| bind.ends_with(":0")) {
        config.server.bind = address.to_string();
    }
    let url = config.base_url();
    let service = Service::new(store, service_settings(&config));
    let log = config.log.clone();
    service.administration().log_with(Box::new(move |level| telemetry::set_level(&log, level)));
    let marks = backup_paths::marks(&config);
    service.monitoring().compare_clocks(Utc::now).await?;
    if let Some(why) = service.monitoring().off_clock() {
        return Err(Misuse(format!("not started: {why}")).into());
    }
    let turn = Turn::after_others(&service).await?;
    service.fairness().wake(Utc::now(), &marks, restored).await?;
    service.rules_versions().follow_rules(Utc::now(), &titles::versions()).await?;
    if let Some(key) = service.proof().first_key(Utc::now()).await? {
        tracing::info!(%key, "created signing key for seals and emails");
    }
    service.clocks().comes_back(Utc::now()).await?;
    turn.ends().await?;
    // Check again: a move in progress blocks writes, and may have ended during the start.
    is_here(service.store()).await?;
    let (stop, stopped) = watch::channel(false);
    let site = Data::new(Site::of(service.clone(), &config));
    let streams = site.streams.clone();
    let scraped = metrics.map(|metrics| metrics.serve_metrics(site.clone())).transpose()?;
    let server = listener.serve(site, config.server.workers.into()).with_context(cannot)?;
    let loops = start_loops(&config, &service, marks, stopped).await?;
    if config.games.exhibition_games {
        tokio::spawn(exhibit(service.clone()));
    }
    let mut servers = vec![server.handle()];
    servers.extend(scraped.as_ref().map(Server::handle));
    if let Some(metrics) = scraped {
        tokio::spawn(metrics);
    }
    tracing::info!(%url, "listening");
    Ok(Up { service, url, servers, streams, serving: tokio::spawn(server), stop, loops })
}

/// Binds the address of the metrics, if there is one.
fn metrics_listener(config: &Config, mode: u32) -> anyhow::Result<Option<Listener>> {
    let bind = &config.metrics.bind;
    if bind.is_empty() {
        return Ok(None);
    }
    let listener = Listener::open(bind, mode);
    let listener = listener.with_context(|| format!("metrics.bind: cannot listen on {bind}"))?;
    tracing::info!(%bind, "serving metrics");
    Ok(Some(listener))
}

/// Starts all background loops.
async fn start_loops(
    config: &Config,
    service: &Service,
    marks: Marks,
    stopped: watch::Receiver<bool>,
) -> anyhow::Result<Vec<JoinHandle<()>>> {
    let sender = setup::sender(config, service.clone(), Arc::new(Utc::now))?;
    let sources = sources::open(config, service, &stopped).await?;
    let mut loops = Loops { service: service.clone(), stopped, all: sources.loops };
    loops.run("sender", move |service, stopped| send(sender.clone(), service, stopped));
    let intake = sources.intake;
    if let Some(intake) = intake.clone() {
        loops.run("inbound", move |service, stopped| {
            loops::emails(service, Arc::clone(&intake), stopped)
        });
    }
    if let Some(copies) = copies(config) {
        loops.run("backups", move |service, stopped| {
            backups::keep(service, copies.clone(), stopped)
        });
    }
    loops.run("marks", move |service, stopped| {
        high_water_marks::keep(service, marks.clone(), stopped)
    });
    loops.run("seals", seals::keep);
    loops.run("clocks", move |service, stopped| loops::clocks(service, intake.clone(), stopped));
    Ok(loops.all)
}

/// The background loops, which are restarted whenever they end.
struct Loops {
    service: Service,
    stopped: watch::Receiver<bool>,
    all: Vec<JoinHandle<()>>,
}

impl Loops {
    fn run<L: Future<Output = ()> + Send + 'static>(
        &mut self,
        what: &'static str,
        start: impl Fn(Service, watch::Receiver<bool>) -> L + Send + Sync + 'static,
    ) {
        let (service, stopped) = (self.service.clone(), self.stopped.clone());
        let again = stopped.clone();
        self.all.push(tokio::spawn(async move {
            loops::supervised(what, stopped, || start(service.clone(), again.clone())).await;
        }));
    }
}

/// Fails if the data was moved elsewhere.
async fn is_here(store: &Store) -> anyhow::Result<()> {
    let Some(gone) = settings::get(store.read(), settings::Key::Moved).await? else {
        return Ok(());
    };
    Err(Misuse(format!(
        "not started: this installation was moved {gone}. Start it there, or run \
         `ravenpost move --stay` to undo the move and start it here again"
    ))
    .into())
}

/// Runs the send loop, once emails can state the remaining time correctly.
async fn send(sender: SendLoop<Service>, service: Service, mut stopped: watch::Receiver<bool>) {
    while service.clocks().is_behind() && !*stopped.borrow() {
        service.monitoring().works(Component::Sender, Utc::now(), loops::HANGS);
        tokio::time::sleep(CATCHING_UP).await;
    }
    sender
        .run(async move {
            // An error means that the sender was dropped, which also means to stop.
            let _ = stopped.wait_for(|stop| *stop).await;
        })
        .await;
}

/// Opens an exhibition game on an empty server, in the background.
async fn exhibit(service: Service) {
    if let Err(error) = service.tables().exhibit(Utc::now()).await {
        tracing::warn!(%error, "failed to open the exhibition game");
    }
}

impl Up {
    pub fn service(&self) -> &Service {
        &self.service
    }

    /// Returns the base URL.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns the current time. Commands read the clock only here.
    pub fn now(&self) -> DateTime<Utc> {
        Utc::now()
    }

    /// Stops requests, email and clocks at the same time, and closes the database last. New
    /// connections stay in the socket, for the next server if systemd holds it.
    pub async fn stop(self) -> anyhow::Result<()> {
        tracing::info!("stopping");
        for server in &self.servers {
            server.pause().await;
        }
        tokio::time::sleep(HANDING_OVER).await;
        let _ = self.stop.send(true);
        self.streams.close();
        for server in self.servers {
            server.stop(true).await;
        }
        self.serving.await.context("the web server failed")??;
        for task in self.loops {
            task.await.context("a background loop failed")?;
        }
        self.service.store().close().await;
        Ok(())
    }
}
