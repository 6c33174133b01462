//! Watches a mailbox: with IDLE if the server supports it, otherwise by polling. Reconnects with a
//! backoff after errors.
//!
//! The clocks also request a check before a deadline passes ([`Imap::look`]). Only a failed
//! reconnect marks the mail source as down, not the loss of a connection.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use chrono::TimeDelta;
use futures_util::FutureExt;
use tokio::sync::{mpsc, oneshot, watch};

use super::call::{ImapSession, call};
use super::emails::Fetcher;
use super::error::{ImapError, ImapStep};
use super::mailbox::Mailbox;
use crate::incoming::Now;
use crate::incoming::reading::Trust;
use ravenpost_service::Service;
use ravenpost_service::node::lease::Duty;

/// The name of this mail source.
const SOURCE: &str = "imap";
/// The interval between checks with IDLE; short enough that NAT routers keep the connection.
const IDLE: Duration = Duration::from_secs(4 * 60);
/// The interval between checks without IDLE.
const POLL: Duration = Duration::from_secs(30);
/// Seconds before each reconnect after the first failure; the last value repeats.
const PAUSES: [u64; 4] = [2, 5, 20, 60];
/// Maximum time that the clocks wait for a requested check.
const LOOK: Duration = Duration::from_secs(30);

/// The lease on the mailbox. If the node dies, replies wait at most this long.
const TURN: TimeDelta = TimeDelta::minutes(1);
/// The interval between renewals of the lease.
const KEEPS: Duration = Duration::from_secs(20);
/// How often other nodes check whether the lease is free.
const WAITS: Duration = Duration::from_secs(15);

/// A request to check the mailbox now.
type LookRequest = oneshot::Sender<Result<(), String>>;

/// A handle for requesting checks of a watched mailbox.
#[derive(Clone)]
pub struct Imap(mpsc::Sender<LookRequest>);

/// The task that watches the mailbox and fetches emails.
pub struct Watcher {
    mailbox: Mailbox,
    service: Service,
    trust: Trust,
    now: Now,
    asks: mpsc::Receiver<LookRequest>,
    /// Whether the mail source is known to be up; `None` before the first connection.
    open: Option<bool>,
}

impl Imap {
    pub fn new(mailbox: Mailbox, service: Service, trust: Trust, now: Now) -> (Imap, Watcher) {
        let (sender, asks) = mpsc::channel(4);
        (Imap(sender), Watcher { mailbox, service, trust, now, asks, open: None })
    }

    /// Checks the mailbox now. On success, everything that was in the mailbox at the time of the
    /// call is in the store.
    pub async fn look(&self) -> Result<(), String> {
        let looked = async {
            let (sender, answer) = oneshot::channel();
            let gone = || "the connection was lost".to_owned();
            self.0.send(sender).await.map_err(|_| gone())?;
            answer.await.map_err(|_| gone())?
        };
        let slow = || format!("no response within {} seconds", LOOK.as_secs());
        tokio::time::timeout(LOOK, looked).await.unwrap_or_else(|_| Err(slow()))
    }
}

impl Watcher {
    /// Watches until `stop` turns true, then releases the lease for other nodes.
    pub async fn run(mut self, stop: watch::Receiver<bool>) {
        while AssertUnwindSafe(self.watch(stop.clone())).catch_unwind().await.is_err() {
            tracing::error!("mailbox watcher panicked, restarting");
            tokio::time::sleep(Duration::from_secs(PAUSES[0])).await;
        }
        self.give_back().await;
    }

    async fn watch(&mut self, mut stop: watch::Receiver<bool>) {
        let mut failed = 0;
        loop {
            let why = tokio::select! {
                why = self.visit() => why,
                _ = stop.wait_for(|stop| *stop) => return,
            };
            let lost = self.open == Some(true);
            failed = if lost { 0 } else { failed + 1 };
            tracing::warn!(mailbox = self.mailbox.words(), %why, "failed to read mailbox");
            if failed > 0 {
                self.shut(&why.to_string()).await;
            }
            // The next connection attempt shows whether the mailbox is down or only a connection
            // was lost.
            self.open = self.open.filter(|open| !open);
            let pause = Duration::from_secs(PAUSES[failed.min(PAUSES.len() - 1)]);
            tokio::select! {
                () = self.refuse(pause, &why, failed > 0) => {}
                _ = stop.wait_for(|stop| *stop) => return,
            }
        }
    }

    /// Runs session after session until one fails, and returns the error.
    async fn visit(&mut self) -> ImapError {
        loop {
            let asked = self.turn_or_asked().await;
            // Another node may have marked the mail source as down in the meantime.
            self.open = self.open.filter(|open| !open);
            if let Err(why) = self.call(asked).await {
                return why;
            }
        }
    }

    async fn has_turn(&self) -> bool {
        has_turn(&self.service, &self.now).await
    }

    /// Waits until this node holds the lease or a check is requested.
    async fn turn_or_asked(&mut self) -> Option<LookRequest> {
        while !self.has_turn().await {
            tokio::select! {
                () = tokio::time::sleep(WAITS) => {}
                Some(asked) = self.asks.recv() => return Some(asked),
            }
        }
        None
    }

    /// Runs a session for as long as this node holds the lease. Fetches new emails at least once in
    /// any case.
    async fn call(&mut self, mut asked: Option<LookRequest>) -> Result<(), ImapError> {
        let mut line = call(&self.mailbox).await?;
        let can = ImapStep::SignIn.within(line.capabilities()).await?;
        let idles = can.has_str("IDLE");
        loop {
            let now = (self.now)();
            let fetcher =
                Fetcher { service: &self.service, mailbox: &self.mailbox, trust: &self.trust };
            let brought = fetcher.bring_in(&mut line, now).await;
            if let Some(asked) = asked.take() {
                // The requester may have given up in the meantime.
                let _ = asked.send(brought.as_ref().map(|_| ()).map_err(ToString::to_string));
            }
            brought?;
            if !self.has_turn().await {
                return Ok(());
            }
            if self.open != Some(true) {
                self.service.clocks().source_recovered(now, SOURCE).await?;
                self.open = Some(true);
            }
            (line, asked) = self.wait(line, idles).await?;
        }
    }

    /// Waits until there may be new emails or a check is requested.
    async fn wait(
        &mut self,
        mut line: ImapSession,
        idles: bool,
    ) -> Result<(ImapSession, Option<LookRequest>), ImapError> {
        if !idles {
            let asked = tokio::select! {
                () = tokio::time::sleep(POLL) => None,
                Some(asked) = self.asks.recv() => Some(asked),
            };
            return Ok((line, asked));
        }
        line.get_mut().allow(super::call::WORDS);
        let mut idle = line.idle();
        ImapStep::Read.within(idle.init()).await?;
        let asked = {
            let (woken, _stop) = idle.wait_with_timeout(IDLE);
            tokio::select! {
                woken = woken => woken.map(|_| None).map_err(|why| ImapStep::Read.failed(why))?,
                () = tokio::time::sleep(IDLE) => None,
                () = renew_lease_until_lost(&self.service, &self.now) => None,
                Some(asked) = self.asks.recv() => Some(asked),
            }
        };
        Ok((ImapStep::Read.within(idle.done()).await?, asked))
    }

    /// Records that the mail source is down.
    async fn shut(&mut self, why: &str) {
        self.open = Some(false);
        // If another node watches the mailbox, no reply is lost.
        if !self.has_turn().await {
            return;
        }
        if let Err(error) = self.service.clocks().source_is_down((self.now)(), SOURCE, why).await {
            tracing::error!(%error, "failed to record that the mailbox is down");
        }
        // Another node may be able to read it.
        self.give_back().await;
    }

    async fn give_back(&self) {
        if let Err(error) = self.service.monitoring().duty_done(Duty::Mailbox).await {
            tracing::warn!(%error, "failed to release the mailbox lease");
        }
    }

    /// Waits for the pause to pass. While the mail source is down, requested checks fail at once.
    async fn refuse(&mut self, pause: Duration, why: &ImapError, shut: bool) {
        let over = tokio::time::sleep(pause);
        tokio::pin!(over);
        loop {
            tokio::select! {
                () = &mut over => return,
                Some(asked) = self.asks.recv(), if shut => {
                    let _ = asked.send(Err(why.to_string()));
                }
            }
        }
    }
}

/// Returns whether this node holds the lease on the mailbox. If several nodes share a database,
/// only one of them watches; the others read the mailbox only on request.
async fn has_turn(service: &Service, now: &Now) -> bool {
    match service.monitoring().has_duty(now(), Duty::Mailbox, TURN).await {
        Ok(has) => has,
        Err(error) => {
            tracing::warn!(%error, "failed to acquire the mailbox lease");
            false
        }
    }
}

/// Renews the lease of this node; returns when it is lost.
async fn renew_lease_until_lost(service: &Service, now: &Now) {
    loop {
        tokio::time::sleep(KEEPS).await;
        if !has_turn(service, now).await {
            return;
        }
    }
}
