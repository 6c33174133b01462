//! The delivery of one email, from claiming it to recording it as sent, failed or dropped.
//!
//! Until the relay requests the message, everything can be undone: every attempt renders the email
//! again, and a stopping server simply releases it. Before the first byte of the message is sent,
//! its bytes are stored, because from then on they may have been delivered.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::FutureExt;
use tokio::sync::watch;

use super::concurrency::SendPermit;
use super::delivery_result::Booking;
use super::email_source::{Composed, EmailSource};
use super::failure::Failure;
use super::lanes::Lane;
use super::message::{BadEmail, Outgoing};
use super::sender::Sender;
use super::size;
use super::transport::Ready;
use ravenpost_emails::{Email, NotificationKind, Picture};
use ravenpost_service::post::reply_keys::ReplyKeys;
use ravenpost_store::post::keys::{self, Key, Purpose};
use ravenpost_store::post::outbox::{self, RenderedEmail};
use ravenpost_store::talk::progress::{self, TalkProgress};
use ravenpost_store::{StoreError, writes};

/// Maximum time between rendering an email and sending it.
const FRESH: TimeDelta = TimeDelta::seconds(5);

/// Why a delivery ends before the message is sent.
enum Stop {
    Store(StoreError),
    Booking(Booking),
}

impl From<StoreError> for Stop {
    fn from(error: StoreError) -> Stop {
        Stop::Store(error)
    }
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Stop {
        Stop::Booking(Booking::Failed(failure))
    }
}

/// A freshly rendered email.
struct FreshText {
    words: Email,
    opens: ReplyKeys,
    /// Other emails whose content it includes.
    gathers: Vec<i64>,
}

/// How an email was claimed.
pub(super) struct Begun {
    /// Whether it is sent to test the relay.
    pub probe: bool,
    /// Turns true when the server stops.
    pub closed: watch::Receiver<bool>,
}

impl<D: EmailSource> Sender<D> {
    /// Sends one email and records the result.
    pub(super) async fn deliver(self: Arc<Self>, email: outbox::OutboxEmail, begun: Begun) {
        let closed = begun.closed.clone();
        let brought = AssertUnwindSafe(Box::pin(self.bring(&email, begun))).catch_unwind().await;
        let failed = |why: String| (Booking::Failed(Failure::passing(why)), String::new());
        let (end, address) = match brought {
            Ok(Ok(brought)) => brought,
            Ok(Err(error)) => failed(error.to_string()),
            Err(_) => failed("rendering or sending the email panicked".to_owned()),
        };
        if let Some(result) = end.counted() {
            self.source.attempted(&address, result);
        }
        self.record(&email, end, &address, closed).await;
    }

    async fn bring(
        &self,
        email: &outbox::OutboxEmail,
        mut begun: Begun,
    ) -> Result<(Booking, String), StoreError> {
        let mut address = String::new();
        let probe = begun.probe;
        let ready = tokio::select! {
            ready = self.addressed(email, probe, &mut address) => ready,
            _ = begun.closed.wait_for(|closed| *closed) => Err(Stop::Booking(Booking::Released)),
        };
        // From here on the delivery is not cancelled: stored bytes are sent.
        let rendered = match ready {
            Ok(way) => self.keep(email, &way).await.map(|()| way),
            Err(stop) => Err(stop),
        };
        let end = match rendered {
            Ok(way) => way.hand_over().await,
            Err(Stop::Booking(end)) => end,
            Err(Stop::Store(error)) => return Err(error),
        };
        match &end {
            Booking::Sent(_) => self.heard(&address, None),
            Booking::Failed(failure) if failure.step.is_some() => {
                self.heard(&address, Some(failure));
            }
            _ => {}
        }
        Ok((end, address))
    }

    /// Does everything that is possible before the message; `address` receives the recipient.
    async fn addressed(
        &self,
        email: &outbox::OutboxEmail,
        probe: bool,
        address: &mut String,
    ) -> Result<OnItsWay<'_>, Stop> {
        let now = (self.now)();
        let (to, mut text) = self.written(now, email).await?;
        address.clone_from(&to);
        let envelope = self.writer.envelope(&to, text.opens.sender.as_deref());
        let envelope = envelope.map_err(|error| Failure::lasting(error.to_string()))?;
        let permit = self.concurrency.enter(&to, email.urgent()).await;
        // Urgent emails bypass the lanes.
        let lane = if email.urgent() { None } else { self.lane(&to).await? };
        if self.relay_health.is_down() && !probe {
            return Err(Stop::Booking(Booking::Released));
        }
        if (self.now)() - now > FRESH {
            // The reply keys must match the new text, but the envelope has already been built.
            let before = text.opens;
            text = self.written((self.now)(), email).await?.1;
            text.opens = text.opens.sent_as(before);
        }
        let FreshText { words, opens, gathers } = text;
        let (mut keys, mut talk_progress) = (opens.keys, opens.talk_progress);
        let (reply_to, stop_to) = (opens.reply_to, opens.stop_to);
        let untold = words.untold.clone();
        let finished = match email.finished.clone() {
            Some(finished) => {
                // The reply address is part of the stored bytes, and its key was stored with them.
                keys.retain(|key| key.purpose == Purpose::Bounce);
                talk_progress.clear();
                finished
            }
            None => self
                .put_together(email, to, words, reply_to.as_deref(), stop_to.as_deref())
                .await
                .map_err(|error| Failure::lasting(error.to_string()))?,
        };
        let ready = self.transport.ready(&envelope).await?;
        Ok(OnItsWay {
            ready,
            finished,
            keys,
            gathers,
            talk_progress,
            untold,
            _permit: permit,
            _lane: lane,
        })
    }

    /// Renders the email from the current state. An obsolete email is not sent, even if it has been
    /// tried before.
    async fn written(
        &self,
        now: DateTime<Utc>,
        email: &outbox::OutboxEmail,
    ) -> Result<(String, FreshText), Stop> {
        match self.source.write(now, &email.queued).await {
            Ok(Composed::Ready { address, email: words, opens, gathers }) => {
                // Bytes that may have been delivered go to the same address again.
                let before = email.finished.as_ref().map(|finished| finished.address.clone());
                Ok((before.unwrap_or(address), FreshText { words: *words, opens, gathers }))
            }
            Ok(Composed::Later(then)) => Err(Stop::Booking(Booking::Later(then))),
            Ok(Composed::Dropped(reason)) => Err(Stop::Booking(Booking::Dropped(reason))),
            Err(error) => Err(Failure::passing(error).into()),
        }
    }

    /// Stores the bytes that are about to be sent. This is the last point at which an unwanted
    /// email is dropped.
    async fn keep(&self, email: &outbox::OutboxEmail, way: &OnItsWay<'_>) -> Result<(), Stop> {
        let (id, rendered, new) = (email.id, way.finished.clone(), way.keys.clone());
        let (others, words) = (way.gathers.clone(), way.talk_progress.clone());
        let untold = way.untold.clone();
        let chat = NotificationKind::ChatMessage.key();
        let node = self.store.node().map(str::to_owned);
        let held = self
            .store
            .write_side(writes!(|tx| {
                if let Some(node) = node
                    && !outbox::is_held_by(tx, id, &node).await?
                {
                    return Ok(Some(Booking::Taken));
                }
                if outbox::is_stopped(tx, id).await? {
                    return Ok(Some(Booking::Dropped("emails to this address are stopped")));
                }
                // Bytes stored earlier do not include later events.
                if outbox::finish(tx, id, &rendered).await? {
                    outbox::record_unexplained_cards(tx, id, &untold).await?;
                    for other in others {
                        // Newer chat messages, if any, are left to the other email.
                        match progress::is_behind(tx, other, chat, &words).await? {
                            true => outbox::contain(tx, id, other).await?,
                            false => outbox::carry(tx, id, other).await?,
                        }
                    }
                }
                for words in words {
                    progress::note(tx, id, &words).await?;
                }
                for key in new {
                    keys::add(tx, &Key { email: Some(id), ..key }).await?;
                }
                Ok(None)
            }))
            .await?;
        held.map_or(Ok(()), |end| Err(Stop::Booking(end)))
    }

    /// Renders the board as a PNG that fits into the email. If that fails, the email is sent
    /// without it.
    async fn picture(&self, picture: Picture, room: usize) -> Option<Vec<u8>> {
        let _render_permit = self.concurrency.render_permits().await;
        let drawn = tokio::task::spawn_blocking(move || size::drawn(&picture, room));
        drawn.await.ok().filter(|png| !png.is_empty())
    }

    async fn put_together(
        &self,
        row: &outbox::OutboxEmail,
        address: String,
        email: Email,
        reply_to: Option<&str>,
        stop_to: Option<&str>,
    ) -> Result<RenderedEmail, BadEmail> {
        // An email in the local outbox is shown as text; its picture is rendered on request.
        if self.transport.is_local() {
            let Email { subject, text, html, .. } = email;
            return Ok(RenderedEmail {
                subject,
                text,
                html: Some(html),
                address,
                message: Vec::new(),
            });
        }
        let picture = match email.picture.clone() {
            Some(picture) => self.picture(picture, size::room(&email)).await,
            None => None,
        };
        let queued = row.queued.references.split_whitespace().map(str::to_owned);
        // The email being replied to comes last: mail programs use it for threading.
        let refs: Vec<String> = email.follows.iter().cloned().chain(queued).collect();
        let message = self.writer.write(&Outgoing {
            email: &email,
            png: picture.as_deref(),
            to: &address,
            message_id: &row.queued.message_id,
            refs: &refs,
            reply_to,
            stop_to,
            date: (self.now)(),
        })?;
        let Email { subject, text, html, .. } = email;
        Ok(RenderedEmail { subject, text, html: Some(html), address, message })
    }
}

/// An addressed email; the relay is waiting for the message.
struct OnItsWay<'a> {
    ready: Ready<'a>,
    finished: RenderedEmail,
    /// The keys for replies, stored together with the bytes.
    keys: Vec<Key>,
    gathers: Vec<i64>,
    /// How much of each table's chat the email includes, if that is not recorded yet.
    talk_progress: Vec<TalkProgress>,
    /// New cards that the email has no room for.
    untold: Vec<String>,
    _permit: SendPermit,
    _lane: Option<Lane>,
}

impl OnItsWay<'_> {
    async fn hand_over(self) -> Booking {
        match self.ready.hand_over(&self.finished.message).await {
            Ok(answer) => Booking::Sent(answer),
            Err(failure) => Booking::Failed(failure),
        }
    }
}
