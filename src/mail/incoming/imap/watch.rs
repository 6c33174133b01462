//! Keeps at a mailbox: told of new letters by IDLE where the server can, looking every half minute
//! where not, and calling again, with pauses, when the line is lost.
//!
//! The clocks ask for a look of their own before a deadline passes ([`Imap::look`]). A mailbox that
//! cannot be called is a door that is shut; a line that is merely lost is none.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use chrono::TimeDelta;
use futures_util::FutureExt;
use tokio::sync::{mpsc, oneshot, watch};

use super::call::{ImapSession, call};
use super::letters::Fetcher;
use super::mailbox::Mailbox;
use super::trouble::{ImapStep, Trouble};
use crate::mail::incoming::Now;
use crate::mail::incoming::reading::Trust;
use crate::service::Service;
use crate::service::lease::Duty;

/// How this door is called.
const DOOR: &str = "imap";
/// How long nothing is asked where IDLE tells what is new: shorter than routers forget a line.
const IDLE: Duration = Duration::from_secs(4 * 60);
/// The same where it does not.
const POLL: Duration = Duration::from_secs(30);
/// The pauses before each call after the first that failed; the last one stays.
const PAUSES: [u64; 4] = [2, 5, 20, 60];
/// The clocks wait no longer for a look they have asked for.
const LOOK: Duration = Duration::from_secs(30);

/// For how long a node has the mailbox to itself: as long as answers lie there when it dies.
const TURN: TimeDelta = TimeDelta::minutes(1);
/// How often it says that it goes on, while it waits for what is new.
const KEEPS: Duration = Duration::from_secs(20);
/// How often another looks whether it is free.
const WAITS: Duration = Duration::from_secs(15);

/// Somebody waits for a look.
type LookRequest = oneshot::Sender<Result<(), String>>;

/// A mailbox that is being watched.
#[derive(Clone)]
pub struct Imap(mpsc::Sender<LookRequest>);

/// The task that watches the mailbox and brings letters in.
pub struct Watcher {
    mailbox: Mailbox,
    service: Service,
    trust: Trust,
    now: Now,
    asks: mpsc::Receiver<LookRequest>,
    /// Whether the door is known to be open; nothing before the first call.
    open: Option<bool>,
}

impl Imap {
    pub fn new(mailbox: Mailbox, service: Service, trust: Trust, now: Now) -> (Imap, Watcher) {
        let (sender, asks) = mpsc::channel(4);
        (Imap(sender), Watcher { mailbox, service, trust, now, asks, open: None })
    }

    /// Looks now. When this comes back well, all that lay in the mailbox when it was called is in
    /// the store.
    pub async fn look(&self) -> Result<(), String> {
        let looked = async {
            let (sender, answer) = oneshot::channel();
            let gone = || "the line was lost".to_owned();
            self.0.send(sender).await.map_err(|_| gone())?;
            answer.await.map_err(|_| gone())?
        };
        let slow = || format!("no answer within {} seconds", LOOK.as_secs());
        tokio::time::timeout(LOOK, looked).await.unwrap_or_else(|_| Err(slow()))
    }
}

impl Watcher {
    /// Watches until `stop` turns true. Another node may have the mailbox from then on.
    pub async fn run(mut self, stop: watch::Receiver<bool>) {
        while AssertUnwindSafe(self.watch(stop.clone())).catch_unwind().await.is_err() {
            tracing::error!("watching the mailbox panicked; it is started again");
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
            tracing::warn!(mailbox = self.mailbox.words(), %why, "the mailbox is not read");
            if failed > 0 {
                self.shut(&why.to_string()).await;
            }
            // Whether a line that is lost is more than that, the next call tells.
            self.open = self.open.filter(|open| !open);
            let pause = Duration::from_secs(PAUSES[failed.min(PAUSES.len() - 1)]);
            tokio::select! {
                () = self.refuse(pause, &why, failed > 0) => {}
                _ = stop.wait_for(|stop| *stop) => return,
            }
        }
    }

    /// Calls one after the other, until one is lost. Tells why it was.
    async fn visit(&mut self) -> Trouble {
        loop {
            let asked = self.turn_or_asked().await;
            // Another node may have found it shut meanwhile.
            self.open = self.open.filter(|open| !open);
            if let Err(why) = self.call(asked).await {
                return why;
            }
        }
    }

    async fn has_turn(&self) -> bool {
        has_turn(&self.service, &self.now).await
    }

    /// Waits until the mailbox is this node's to watch, or somebody asks for a look.
    async fn turn_or_asked(&mut self) -> Option<LookRequest> {
        while !self.has_turn().await {
            tokio::select! {
                () = tokio::time::sleep(WAITS) => {}
                Some(asked) = self.asks.recv() => return Some(asked),
            }
        }
        None
    }

    /// A call that lasts as long as the mailbox is this node's to watch, and brings in once what is
    /// there in any case.
    async fn call(&mut self, mut asked: Option<LookRequest>) -> Result<(), Trouble> {
        let mut line = call(&self.mailbox).await?;
        let can = ImapStep::SignIn.within(line.capabilities()).await?;
        let idles = can.has_str("IDLE");
        loop {
            let now = (self.now)();
            let fetcher =
                Fetcher { service: &self.service, mailbox: &self.mailbox, trust: &self.trust };
            let brought = fetcher.bring_in(&mut line, now).await;
            if let Some(asked) = asked.take() {
                // Whoever asked may have gone meanwhile.
                let _ = asked.send(brought.as_ref().map(|_| ()).map_err(ToString::to_string));
            }
            brought?;
            if !self.has_turn().await {
                return Ok(());
            }
            if self.open != Some(true) {
                self.service.door_is_open(now, DOOR).await?;
                self.open = Some(true);
            }
            (line, asked) = self.wait(line, idles).await?;
        }
    }

    /// Waits until there may be something new, or somebody asks.
    async fn wait(
        &mut self,
        mut line: ImapSession,
        idles: bool,
    ) -> Result<(ImapSession, Option<LookRequest>), Trouble> {
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
                () = keeps_turn(&self.service, &self.now) => None,
                Some(asked) = self.asks.recv() => Some(asked),
            }
        };
        Ok((ImapStep::Read.within(idle.done()).await?, asked))
    }

    /// Notes that nothing comes in here.
    async fn shut(&mut self, why: &str) {
        self.open = Some(false);
        // Behind a door that another node looks behind nobody's order is lost.
        if !self.has_turn().await {
            return;
        }
        if let Err(error) = self.service.door_is_shut((self.now)(), DOOR, why).await {
            tracing::error!(%error, "that the mailbox cannot be read is not noted");
        }
        // Perhaps another node can.
        self.give_back().await;
    }

    async fn give_back(&self) {
        if let Err(error) = self.service.duty_done(Duty::Mailbox).await {
            tracing::warn!(%error, "the mailbox is this node's to watch for some time still");
        }
    }

    /// Lets some time pass. While the door is shut, whoever asks for a look is told so at once.
    async fn refuse(&mut self, pause: Duration, why: &Trouble, shut: bool) {
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

/// Whether the mailbox is this node's to watch. Where several nodes share a database one does; the
/// others look into it only when they are asked to.
async fn has_turn(service: &Service, now: &Now) -> bool {
    match service.has_duty(now(), Duty::Mailbox, TURN).await {
        Ok(has) => has,
        Err(error) => {
            tracing::warn!(%error, "whose turn it is to watch the mailbox is not known");
            false
        }
    }
}

/// Keeps the mailbox for this node; comes back when it is another's.
async fn keeps_turn(service: &Service, now: &Now) {
    loop {
        tokio::time::sleep(KEEPS).await;
        if !has_turn(service, now).await {
            return;
        }
    }
}
