//! Replies to emails: authorising them, carrying them out and answering them.
//!
//! An email is stored as it arrived ([`Replies::store_email`]), parsed by `mail`, and processed
//! here. Each line is a request with its own idempotency key, so an email that is processed again,
//! after a crash or by hand, has one effect. Its outcome and the answer to it are stored in one
//! transaction.

mod act;
mod admit;
mod digests;
pub mod dry_run;
mod held;
mod invited;
mod line;
mod organiser;
mod other_mail;
mod outbox_replies;
mod quota;
pub mod reading;
mod seat;
mod settle;
mod short_answer;

use crate::handles::Replies;
use chrono::{DateTime, Utc};

use admit::same;
pub use admit::{Known, SenderVerdict};
pub use line::{Cut, Omitted, ReplyLine};
pub use other_mail::admin::ForAdmin;
pub use other_mail::bounced::Returned;
use other_mail::forgotten::{Lost, SET_BACK};
pub use other_mail::keyed_action::KeyedAction;
pub use reading::{begins_block, ends_block};

use crate::error::ServiceError;
use ravenpost_store::post::incoming::{self, Arrival, Found, Incoming, IncomingState, Outcome};
use ravenpost_store::post::keys::Purpose;
use ravenpost_store::{TokenHash, writes};

/// An inbound email, as parsed by `mail`.
#[derive(Clone, Debug)]
pub struct Reply {
    /// Its number among the inbound emails.
    pub id: i64,
    /// Identifies the email if it arrives again by another route: SHA-256 of its Message-ID and its
    /// text. The header is not included, because every server on the way adds lines to it.
    pub sha: TokenHash,
    pub message_id: Option<String>,
    pub from: Option<String>,
    pub verdict: SenderVerdict,
    /// Whether its player has confirmed that it is genuine.
    pub vouched: bool,
    /// Its recipients: those of the envelope first, then those of the header.
    pub recipients: Vec<String>,
    pub answers: Vec<String>,
    /// The lines that its writer wrote.
    pub lines: Vec<ReplyLine>,
    /// The lines that were removed from it, such as quotes and signatures.
    pub omitted: Vec<Omitted>,
    /// A notice to the writer if the email was too long to be read completely.
    pub unread: Option<String>,
    /// Whether it is encrypted and could not be read.
    pub sealed: bool,
}

impl Reply {
    /// Returns a short name for the email that is the same however often it arrives.
    fn mark(&self) -> String {
        data_encoding::HEXLOWER.encode(&self.sha[..16])
    }

    fn is_from(&self, address: &str) -> bool {
        self.from.as_deref().is_some_and(|from| same(from, address))
    }
}

impl Replies<'_> {
    /// Stores an inbound email before it is processed. Returns its number, or `None` if it is
    /// already stored.
    pub async fn store_email(self, arrival: Arrival) -> Result<Option<i64>, ServiceError> {
        Ok(self.store().write_side(writes!(|tx| incoming::add(tx, &arrival).await)).await?)
    }

    /// Returns the unprocessed emails after that one, oldest first.
    pub async fn new_emails(self, after: i64, limit: u32) -> Result<Vec<i64>, ServiceError> {
        Ok(incoming::new(self.store().read(), after, limit).await?)
    }

    /// Starts processing an email, which counts as an attempt. Returns `None` if it has been
    /// processed meanwhile.
    pub async fn begin_email(self, id: i64) -> Result<Option<Incoming>, ServiceError> {
        let begun = self.store().write_side(writes!(|tx| {
            let email = incoming::get(&mut *tx, id).await?;
            Ok(incoming::begin(tx, id).await?.then_some(email))
        }));
        Ok(begun.await?)
    }

    /// Leaves an email to a program version that supports its game. This attempt is not counted.
    pub async fn leave_email(self, id: i64) -> Result<(), ServiceError> {
        Ok(self.store().write_side(writes!(|tx| incoming::leave(tx, id).await)).await?)
    }

    /// Records that an email is not acted on, and why.
    pub async fn put_aside(
        self,
        now: DateTime<Utc>,
        id: i64,
        state: IncomingState,
        why: &str,
    ) -> Result<(), ServiceError> {
        let outcome =
            Outcome { state, found: Found::default(), note: why.to_owned(), answer: None, at: now };
        self.store().write(writes!(|tx| incoming::settle(tx, id, &outcome).await)).await?;
        Ok(())
    }

    /// Carries out an email and answers it.
    pub async fn answer_reply(
        self,
        now: DateTime<Utc>,
        reply: &Reply,
    ) -> Result<IncomingState, ServiceError> {
        let mut found = Found {
            message_id: reply.message_id.clone(),
            sender: reply.from.clone(),
            verdict: Some(reply.verdict.word().to_owned()),
            ..Found::default()
        };
        let Some((purpose, hash, key)) = self.inbox().key_of(&reply.recipients).await? else {
            return self.inbox().answer_astray(now, reply, found).await;
        };
        let Some(key) = key else {
            let sender = match purpose {
                Purpose::Orders => self.inbox().sender_of_lost(reply).await?,
                _ => None,
            };
            if let Some(sender) = sender {
                return self.answer_lost(now, reply, found, sender).await;
            }
            return self.inbox().ignore(now, reply, found, "unknown reply key").await;
        };
        found.key = Some(hash);
        (found.game, found.seat, found.player) = (key.game.clone(), key.seat, key.player);
        if self.inbox().is_of_blocked(&key).await? {
            return self.inbox().ignore(now, reply, found, admit::BLOCKED).await;
        }
        match purpose {
            Purpose::Orders => {}
            Purpose::Bounce => {
                return self.inbox().ignore(now, reply, found, "not a bounce").await;
            }
            Purpose::Invitation => {
                return self.inbox().answer_invited(now, reply, key, found).await;
            }
            // Handled earlier, by `run_errand`, for any sender.
            Purpose::Unsubscribe | Purpose::Probe => {
                return self
                    .inbox()
                    .ignore(now, reply, found, "its reply key belongs to no seat")
                    .await;
            }
        }
        if let Some(held) = key.held {
            return self.inbox().answer_held(now, reply, found, key, held).await;
        }
        if key.game.is_none() {
            return self.answer_digest(now, reply, found, key).await;
        }
        if key.seat.is_none() {
            return self.answer_organiser(now, reply, key, found).await;
        }
        self.answer_at_table(now, reply, found, key).await
    }

    /// Answers a reply to an email that this server no longer knows.
    async fn answer_lost(
        self,
        now: DateTime<Utc>,
        reply: &Reply,
        found: Found,
        sender: Lost,
    ) -> Result<IncomingState, ServiceError> {
        match sender {
            Lost::Holder(holder) => self.send_new(now, reply, found, &holder, SET_BACK).await,
            Lost::Left(player, game) => self.answer_former(now, reply, found, player, game).await,
        }
    }
}
