//! `serve`: runs pages, email and clocks until stopped.

mod backups;
mod first_run;
mod high_water_marks;
mod loops;
mod seals;
mod sources;
mod start_order;
pub(super) mod startup;

use tokio::signal::unix::{Signal, SignalKind, signal};

use super::out::Out;
use super::{Done, Misuse, Settings};
use crate::telemetry;
use ravenpost_config::Config;
use ravenpost_web::http::server::Listener;

use startup::{Up, start_after};

/// Run the server: pages, email and clocks
///
/// SIGTERM or Ctrl-C stops the server gracefully: it finishes current requests and deliveries, and
/// closes the database. SIGHUP is ignored. A second signal stops it immediately, without losing
/// confirmed orders. The first start prints a link that signs in the admin.
///
/// Examples:
///   ravenpost serve
///   ravenpost serve --config /etc/ravenpost/ravenpost.toml
///   ravenpost serve --data /srv/ravenpost --bind 0.0.0.0:8080
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Serve {
    /// Address and port to listen on, or unix:/path/to/socket [setting: server.bind]
    #[arg(long, value_name = "ADDR")]
    bind: Option<String>,
    /// Declare that this machine or its data folder was restored from a backup: all running games
    /// switch to new random draws, as their histories show. Not needed after `restore`, or if only
    /// the database file was replaced: both are detected
    #[arg(long)]
    restored: bool,
}

impl Serve {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        let config = settings.load(vec![("server.bind", self.bind.clone())])?;
        telemetry::start(&config.log)?;
        let bind = &config.server.bind;
        let socket = Listener::inherited(bind)
            .map_err(|why| Misuse(format!("not started: server.bind: {bind}: {why}")))?;
        super::block_on(until_stopped(&config, self.restored, socket, out))
    }
}

async fn until_stopped(
    config: &Config,
    restored: bool,
    socket: Option<Listener>,
    out: &mut Out,
) -> anyhow::Result<Done> {
    let mut signals = Signals::listen()?;
    let up = tokio::select! {
        up = start_after(config, restored, socket) => up?,
        // A node may wait a long time for its turn to start.
        () = signals.next() => return Ok(Done::Well),
    };
    greet(&up, config, out).await;
    wait(up, signals).await
}

/// Prints the URL of the server and the sign-in link of the first admin. Failures do not stop a
/// running server.
async fn greet(up: &Up, config: &Config, out: &mut Out) {
    let mut words = format!("Ravenpost is at {}", up.url());
    match up.service().accounts().admin_link(up.now(), &config.mail.admin).await {
        Ok(Some(link)) => words = format!("{words}\n{}", first_run::words(&link, config)),
        Ok(None) => {}
        Err(error) => tracing::error!(
            %error,
            "failed to create the first admin's sign-in link; restart the server for a new one"
        ),
    }
    say(out, &words);
}

/// Prints to standard output; failures are only logged.
pub fn say(out: &mut Out, words: &str) {
    if let Err(error) = out.line(words).and_then(|()| out.flush()) {
        tracing::warn!(%error, "failed to write to standard output");
    }
}

/// Serves until a signal arrives, then shuts down gracefully.
pub async fn wait(up: Up, mut signals: Signals) -> anyhow::Result<Done> {
    // Ignore the error: without systemd there is nothing to notify.
    let _ = sd_notify::notify(&[sd_notify::NotifyState::Ready]);
    signals.next().await;
    let _ = sd_notify::notify(&[sd_notify::NotifyState::Stopping]);
    tokio::spawn(async move {
        signals.next().await;
        tracing::warn!("stopped immediately by a second signal");
        std::process::exit(1);
    });
    up.stop().await?;
    Ok(Done::Well)
}

/// SIGTERM, SIGINT and SIGHUP. SIGHUP is ignored: closing a terminal does not stop the server, and
/// there is no log file to reopen. The handlers are installed before anything is started, so that
/// no signal is missed.
pub struct Signals {
    term: Signal,
    int: Signal,
    hangup: Signal,
}

impl Signals {
    pub fn listen() -> std::io::Result<Signals> {
        let (term, int) = (SignalKind::terminate(), SignalKind::interrupt());
        let hangup = signal(SignalKind::hangup())?;
        Ok(Signals { term: signal(term)?, int: signal(int)?, hangup })
    }

    async fn next(&mut self) {
        loop {
            tokio::select! {
                _ = self.term.recv() => return,
                _ = self.int.recv() => return,
                _ = self.hangup.recv() => {
                    tracing::info!("ignored SIGHUP: the log goes to standard error");
                }
            }
        }
    }
}
