//! The server put together: store, service, pages, letters, clocks; and taken apart in order.

use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::ServerHandle;
use actix_web::web::Data;
use anyhow::Context;
use chrono::{DateTime, Utc};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::turn::Turn;
use super::{backups, doors, loops, marks, seals};
use crate::cli::copies::{self, copies};
use crate::cli::game::service_settings;
use crate::cli::{Misuse, fit, open, process};
use crate::config::Config;
use crate::mail::outgoing::send_loop::SendLoop;
use crate::mail::outgoing::setup;
use crate::service::Service;
use crate::service::components::Component;
use crate::titles;
use crate::web::Site;
use crate::web::server::Listener;
use ravenpost_store::Store;
use ravenpost_store::lists::settings;
use ravenpost_store::sqlite::mark::Marks;

/// How often it is looked whether all clocks know of the time the server was away.
const CATCHING_UP: Duration = Duration::from_millis(50);

/// A server that is up.
pub struct Up {
    service: Service,
    url: String,
    pages: ServerHandle,
    serving: JoinHandle<std::io::Result<()>>,
    stop: watch::Sender<bool>,
    loops: Vec<JoinHandle<()>>,
}

/// Starts everything. The listening address is bound when this returns.
pub async fn start(config: &Config) -> anyhow::Result<Up> {
    start_after(config, false).await
}

/// The same for a machine of which its operator says that it was `restored`.
pub async fn start_after(config: &Config, restored: bool) -> anyhow::Result<Up> {
    fit::to_serve(config).map_err(|Misuse(why)| Misuse(format!("not started: {why}")))?;
    for warning in config.warnings() {
        tracing::warn!("{warning}");
    }
    process::many_files();
    let bind = &config.server.bind;
    let cannot = || format!("cannot listen on {bind}");
    // First the database's lock: a second server must not take the first one's socket away.
    let store = open(config).await?;
    is_here(&store).await?;
    let mode = config.server.socket_mode().unwrap_or(0o600);
    let door = Listener::open(bind, mode).with_context(cannot)?;
    let mut config = config.clone();
    if let Some(address) = door.address()?.filter(|_| bind.ends_with(":0")) {
        config.server.bind = address.to_string();
    }
    let url = config.base_url();
    let service = Service::new(store, service_settings(&config));
    let kept = copies::marks(&config);
    service.compare_clocks(Utc::now).await?;
    if let Some(why) = service.off_clock() {
        return Err(Misuse(format!("not started: {why}")).into());
    }
    let turn = Turn::after_others(&service).await?;
    service.wake(Utc::now(), &kept, restored).await?;
    service.follow_rules(Utc::now(), &titles::versions()).await?;
    if let Some(key) = service.first_key(Utc::now()).await? {
        tracing::info!(%key, "a new key to sign seals and letters with");
    }
    service.comes_back(Utc::now()).await?;
    turn.ends().await?;
    // A move that was under way let nobody write: whoever came up meanwhile waited for its end.
    is_here(service.store()).await?;
    let (stop, stopped) = watch::channel(false);
    let site = Data::new(Site::of(service.clone(), &config));
    let server = door.serve(site, config.server.workers.into()).with_context(cannot)?;
    let loops = start_loops(&config, &service, kept, stopped).await?;
    tokio::spawn(exhibit(service.clone()));
    let handle = server.handle();
    tracing::info!(%url, "listening");
    Ok(Up { service, url, pages: handle, serving: tokio::spawn(server), stop, loops })
}

/// Starts everything that works beside the pages.
async fn start_loops(
    config: &Config,
    service: &Service,
    kept: Marks,
    stopped: watch::Receiver<bool>,
) -> anyhow::Result<Vec<JoinHandle<()>>> {
    let sender = setup::sender(config, service.clone(), Arc::new(Utc::now))?;
    let doors = doors::open(config, service, &stopped).await?;
    let mut loops = Loops { service: service.clone(), stopped, all: doors.loops };
    loops.run("sender", move |service, stopped| send(sender.clone(), service, stopped));
    let intake = doors.intake;
    if let Some(intake) = intake.clone() {
        loops.run("inbound", move |service, stopped| {
            loops::letters(service, Arc::clone(&intake), stopped)
        });
    }
    if let Some(copies) = copies(config) {
        loops.run("backups", move |service, stopped| {
            backups::keep(service, copies.clone(), stopped)
        });
    }
    loops.run("marks", move |service, stopped| marks::keep(service, kept.clone(), stopped));
    loops.run("seals", seals::keep);
    loops.run("clocks", move |service, stopped| loops::clocks(service, intake.clone(), stopped));
    Ok(loops.all)
}

/// The loops that were started, each of which is started again when it ends.
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

/// Whether the house has not been moved elsewhere.
async fn is_here(store: &Store) -> anyhow::Result<()> {
    let Some(gone) = settings::get(store.read(), settings::MOVED).await? else { return Ok(()) };
    Err(Misuse(format!(
        "not started: this house was moved {gone}. Start it there; if that move was given up, \
         `ravenpost move --stay` lets it start here again"
    ))
    .into())
}

/// Sends letters, once they can tell how much time is left.
async fn send(sender: SendLoop<Service>, service: Service, mut stopped: watch::Receiver<bool>) {
    while service.is_behind() && !*stopped.borrow() {
        service.works(Component::Sender, Utc::now(), loops::HANGS);
        tokio::time::sleep(CATCHING_UP).await;
    }
    sender
        .run(async move {
            // An error means that the other end is gone, which is a stop as well.
            let _ = stopped.wait_for(|stop| *stop).await;
        })
        .await;
}

/// A game to look at, on a server that has none. The pages do not wait for it.
async fn exhibit(service: Service) {
    if let Err(error) = service.exhibit(Utc::now()).await {
        tracing::warn!(%error, "the exhibition game could not be opened");
    }
}

impl Up {
    pub fn service(&self) -> &Service {
        &self.service
    }

    /// The address people type.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The moment: commands read the clock here and nowhere deeper.
    pub fn now(&self) -> DateTime<Utc> {
        Utc::now()
    }

    /// Requests, letters and clocks come to their ends at the same time; the database is closed
    /// last.
    pub async fn stop(self) -> anyhow::Result<()> {
        tracing::info!("stopping");
        let _ = self.stop.send(true);
        self.pages.stop(true).await;
        self.serving.await.context("the pages' task")??;
        for task in self.loops {
            task.await.context("a loop's task")?;
        }
        self.service.store().close().await;
        Ok(())
    }
}
