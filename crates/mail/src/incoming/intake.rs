//! Stores emails from the mail sources, parses them and processes them.
//!
//! An email is removed from its source only once it is stored, and marked as processed only once
//! its effects are stored. A crash in between loses nothing, and no email takes effect twice.

use std::panic::AssertUnwindSafe;
use std::path::Path;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use futures_util::FutureExt;
use sha2::{Digest, Sha256};
use tracing::Instrument;

use super::arrival;
use super::imap::watch::Imap;
use super::reading::Trust;
use super::reading::automatic::Why;
use super::reading::bounce::reason::FailureKind;
use super::reading::character::Character;
use super::reading::unread::{Empty, Unread};
use super::reading::written::TextLine;
use super::spool::Spool;
use ravenpost_metrics::labels::{Inbound, InboundLabels};
use ravenpost_service::node::lease::Duty;
use ravenpost_service::reply::{ForAdmin, KeyedAction, Known, Reply, ReplyLine, Returned};
use ravenpost_service::{Service, ServiceError};
use ravenpost_store::StoreError;
use ravenpost_store::post::incoming::IncomingState;

/// Emails processed per batch.
const BATCH: u32 = 64;
/// How many times an email is processed without success before it is held for the admin.
const TRIES: u32 = 5;

/// The name of the spool as a mail source.
const SPOOL: &str = "spool";

/// Processes inbound emails.
pub struct Intake {
    service: Service,
    spool: Spool,
    imap: Option<Imap>,
    trust: Trust,
    /// Serialises rounds, which are started both by the spool loop and by the clocks.
    busy: tokio::sync::Mutex<()>,
}

impl Intake {
    pub fn new(service: Service, spool: Spool, trust: Trust) -> Intake {
        Intake { service, spool, imap: None, trust, busy: tokio::sync::Mutex::default() }
    }

    /// Also checks this mailbox before a deadline passes.
    #[must_use]
    pub fn with_imap(self, imap: Option<Imap>) -> Intake {
        Intake { imap, ..self }
    }

    /// Processes everything that arrived before now. Returns whether the mailbox could be read. If
    /// it could not, the mail source is marked as down and no deadline passes.
    pub async fn round_before_deadlines(&self, now: DateTime<Utc>) -> Result<bool, ServiceError> {
        let mut seen = true;
        if let Some(imap) = &self.imap {
            let looked = imap.look().await;
            seen = looked.is_ok();
            // While another node watches the mailbox, a failure on this node is not recorded.
            if seen || !self.service.monitoring().others_do(now, Duty::Mailbox).await? {
                self.heard(now, "imap", looked).await?;
            }
        }
        self.round(now).await?;
        Ok(seen)
    }

    /// Stores the contents of the spool and processes all new emails. Returns how many were
    /// processed.
    pub async fn round(&self, now: DateTime<Utc>) -> Result<usize, ServiceError> {
        let _turn = self.busy.lock().await;
        let mut dealt = self.deal_with_new(now).await?;
        let mut taken = self.take_in(now, &mut dealt).await;
        if taken.is_ok() {
            taken = self.take_up_again().await;
        }
        let taken = match taken {
            Ok(()) => Ok(()),
            Err(Taking::Folder(error)) => Err(format!("the folder cannot be read: {error}")),
            Err(Taking::Ours(error)) => return Err(error),
        };
        self.heard(now, SPOOL, taken).await?;
        Ok(dealt + self.deal_with_new(now).await?)
    }

    /// Removes partly written emails that a crashed process left in the spool.
    pub fn tidy_up(&self, now: DateTime<Utc>) {
        match self.spool.sweep(now.into()) {
            Ok(0) => {}
            Ok(swept) => tracing::info!(swept, "removed partial emails from the spool"),
            Err(error) => tracing::warn!(%error, "failed to clean up the spool"),
        }
    }

    /// Processes all stored emails that are still unprocessed. A failed email is retried in the
    /// next round and does not block the others.
    async fn deal_with_new(&self, now: DateTime<Utc>) -> Result<usize, ServiceError> {
        let (mut dealt, mut last) = (0, 0);
        loop {
            let new = self.service.replies().new_emails(last, BATCH).await?;
            let Some(end) = new.last() else { return Ok(dealt) };
            last = *end;
            for id in new {
                dealt += usize::from(self.read_one(now, id).await?);
            }
        }
    }

    /// Processes one email and returns whether that succeeded. Only a storage error ends the round.
    async fn read_one(&self, now: DateTime<Utc>, id: i64) -> Result<bool, ServiceError> {
        // Boxed: the future is large and is polled from deep within other futures.
        let span = tracing::info_span!("email", reads = id);
        let dealing = Box::pin(self.deal_with(now, id)).instrument(span);
        let done = AssertUnwindSafe(dealing).catch_unwind().await;
        let broke_off = |_| Err(ServiceError::Broken(anyhow::anyhow!("it was incomplete")));
        match done.unwrap_or_else(broke_off) {
            Ok(result) => {
                result.into_iter().for_each(|result| self.count(result));
                Ok(true)
            }
            Err(ServiceError::Store(StoreError::Corrupt(why))) => {
                self.count(Inbound::Held);
                tracing::error!(email = id, why, "holding inbound email");
                let why = format!("it cannot be processed: {why}");
                self.service.replies().put_aside(now, id, IncomingState::Held, &why).await?;
                Ok(false)
            }
            Err(ServiceError::Store(error)) => Err(error.into()),
            Err(error) if error.is_ahead() => {
                // A node that knows the version of the game will process it later.
                self.service.replies().leave_email(id).await?;
                Ok(false)
            }
            Err(error) => {
                self.count(Inbound::Failed);
                tracing::error!(email = id, %error, "failed to process inbound email, retrying");
                Ok(false)
            }
        }
    }

    fn count(&self, result: Inbound) {
        self.service.metrics().inbound_emails.get_or_create(&InboundLabels { result }).inc();
    }

    /// Stores the emails in the spool, and processes each one before storing the next. So at most
    /// one complete email is stored at a time.
    async fn take_in(&self, now: DateTime<Utc>, dealt: &mut usize) -> Result<(), Taking> {
        // An unreadable file does not block the others.
        let mut shut = Ok(());
        for place in self.spool.waiting()? {
            let raw = match self.spool.read(&place) {
                Ok(raw) => raw,
                Err(error) => {
                    shut = Err(error.into());
                    continue;
                }
            };
            let uid = place.file_name().map(|name| name.to_string_lossy().into_owned());
            let arrival = arrival::arrival(SPOOL, uid, raw, &self.trust, now).await;
            let came = self.service.replies().store_email(arrival).await.map_err(Taking::Ours)?;
            self.clear(&place);
            if let Some(id) = came {
                *dealt += usize::from(self.read_one(now, id).await.map_err(Taking::Ours)?);
            }
        }
        shut
    }

    /// Records the state of a mail source.
    async fn heard(
        &self,
        now: DateTime<Utc>,
        source: &str,
        said: Result<(), String>,
    ) -> Result<(), ServiceError> {
        match said {
            Ok(()) => self.service.clocks().source_recovered(now, source).await.map(drop),
            Err(why) => self.service.clocks().source_is_down(now, source, &why).await,
        }
    }

    /// Reprocesses emails for which a command left a request. Refused requests are only logged.
    async fn take_up_again(&self) -> Result<(), Taking> {
        for (email, request) in self.spool.asked_again()? {
            // A request that cannot be deleted would be repeated in every round.
            if let Err(error) = self.spool.done(&request) {
                tracing::warn!(email, %error, "failed to delete request to reprocess email");
                continue;
            }
            match self.service.emails().allow_reprocessing(email).await {
                Err(why @ (ServiceError::Refused(_) | ServiceError::NotFound(_))) => {
                    tracing::warn!(email, %why, "refused to reprocess email");
                }
                done => done.map_err(Taking::Ours)?,
            }
        }
        Ok(())
    }

    /// Removes an email from the spool. If that fails, it is recognised as a duplicate later.
    fn clear(&self, place: &Path) {
        if let Err(error) = self.spool.done(place) {
            tracing::warn!(email = %place.display(), %error, "failed to delete spooled email");
        }
    }

    /// Returns whether an email is addressed to the admin and to no other address of this server.
    async fn is_for_admin(&self, recipients: &[String]) -> Result<bool, ServiceError> {
        if !recipients.iter().any(|one| self.service.inbox().is_for_admin(one)) {
            return Ok(false);
        }
        for one in recipients {
            if matches!(self.service.inbox().knows(one).await?, Known::Key(_) | Known::Probe) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Records that an email is not acted on, and why.
    async fn put_aside(
        &self,
        now: DateTime<Utc>,
        id: i64,
        state: IncomingState,
        why: &str,
    ) -> Result<Option<Inbound>, ServiceError> {
        self.service.replies().put_aside(now, id, state, why).await?;
        Ok(Some(counted(state)))
    }

    /// Processes an email. Returns the result, or `None` if it has been processed meanwhile.
    async fn deal_with(
        &self,
        now: DateTime<Utc>,
        id: i64,
    ) -> Result<Option<Inbound>, ServiceError> {
        let (replies, inbox) = (self.service.replies(), self.service.inbox());
        let Some(email) = replies.begin_email(id).await? else { return Ok(None) };
        let raw = Arc::new(email.raw.unwrap_or_default());
        if email.tries >= TRIES {
            let why = "processing failed too often";
            return self.put_aside(now, id, IncomingState::Held, why).await;
        }
        let read = arrival::read(Arc::clone(&raw), &self.trust).await;
        let read = match read.map_err(|error| ServiceError::Broken(error.into()))? {
            Ok(read) => read,
            Err(why) => {
                return self.put_aside(now, id, IncomingState::Ignored, &why.to_string()).await;
            }
        };
        let mut recipients = read.recipients;
        recipients.extend(Some(email.recipient).filter(|known| !known.is_empty()));
        let verdict = read.verdict;
        let traced = matches!(&read.character, Character::Bounce(bounce) if bounce.key.is_some());
        let circles =
            matches!(read.character, Character::Machine(Why::Loop | Why::Ours | Why::Away));
        if !traced && !circles && self.is_for_admin(&recipients).await? {
            let lines =
                arrival::text(raw).await.map_err(|error| ServiceError::Broken(error.into()))?;
            let email = ForAdmin { id, from: read.from, subject: read.subject, lines };
            inbox.forward_to_admin(now, &email).await?;
            return Ok(Some(Inbound::Admin));
        }
        if !matches!(read.character, Character::Bounce(_)) {
            let from = read.from.as_deref();
            let errand = KeyedAction { id, from, verdict, recipients: &recipients };
            if let Some(state) = inbox.run_errand(now, &errand).await? {
                return Ok(Some(counted(state)));
            }
        }
        match read.character {
            Character::Person => {}
            Character::Machine(why) => {
                let why = format!("sent by a program: {why:?}");
                return self.put_aside(now, id, IncomingState::Ignored, &why).await;
            }
            Character::Bounce(bounce) => {
                let hard = is_final(bounce.failure_kind);
                let (key, why) = (bounce.key, bounce.reason.sentence());
                let returned = Returned { id, recipients, key, hard, why };
                inbox.email_returned(now, &returned).await?;
                return Ok(Some(Inbound::Bounce));
            }
        }
        let lines = lines(read.written.lines);
        let mut answers = read.in_reply_to;
        answers.extend(read.references.into_iter().rev());
        let reply = Reply {
            id,
            sha: known_by(read.message_id.as_deref(), &answers, &lines, &raw),
            message_id: read.message_id,
            from: read.from,
            verdict,
            vouched: email.vouched,
            recipients,
            answers,
            lines,
            omitted: read.written.omitted,
            unread: read.written.unread.map(Unread::sentence),
            sealed: read.written.empty == Some(Empty::Sealed),
        };
        let state = Box::pin(replies.answer_reply(now, &reply)).await?;
        tracing::info!(email = id, state = state.word(), "processed inbound email");
        Ok(Some(counted(state)))
    }
}

/// Returns how an email with this outcome is counted.
fn counted(state: IncomingState) -> Inbound {
    match state {
        IncomingState::Done => Inbound::Done,
        IncomingState::Held => Inbound::Held,
        IncomingState::Ignored | IncomingState::New => Inbound::Ignored,
    }
}

/// Returns whether a delivery has failed permanently; `None` if it is only delayed.
fn is_final(failure_kind: FailureKind) -> Option<bool> {
    match failure_kind {
        FailureKind::Hard => Some(true),
        FailureKind::Soft => Some(false),
        FailureKind::Delayed => None,
    }
}

/// Returns the non-empty lines, each with a flag that says whether an empty line precedes it.
pub fn lines(read: Vec<TextLine>) -> Vec<ReplyLine> {
    let mut gap = false;
    let written = read.into_iter().filter_map(|TextLine { raw, plain }| {
        if plain.trim().is_empty() {
            gap = true;
            return None;
        }
        Some(ReplyLine { raw, plain, begins_paragraph: std::mem::take(&mut gap), lines: 1 })
    });
    written.collect()
}

/// Computes the fingerprint that identifies an email if it arrives again with other trace headers.
fn known_by(
    message_id: Option<&str>,
    answers: &[String],
    lines: &[ReplyLine],
    raw: &[u8],
) -> [u8; 32] {
    let Some(message_id) = message_id else { return Sha256::digest(raw).into() };
    let mut hash = Sha256::new();
    let answers = answers.iter().map(String::as_str);
    let lines = lines.iter().map(|line| line.raw.as_str());
    for part in std::iter::once(message_id).chain(answers).chain(lines) {
        hash.update(part.as_bytes());
        hash.update([0]);
    }
    hash.finalize().into()
}

/// Why emails could not be stored.
#[derive(Debug, thiserror::Error)]
enum Taking {
    /// The spool could not be read.
    #[error(transparent)]
    Folder(#[from] std::io::Error),
    /// The spool is fine, but an email could not be stored.
    #[error(transparent)]
    Ours(ServiceError),
}
