//! Answers to letters: what they may do, what is done for them, and what is answered.
//!
//! A letter is kept as it came ([`Service::letter_came`]), read by `mail`, and dealt with here.
//! Each line is a request with a key of its own, so that a letter that is begun with again, after a
//! crash or by hand, has one effect; and what became of it and its answer are one piece
//! of writing.

mod account;
mod act;
mod admin;
mod admit;
mod astray;
mod bounced;
mod copied;
mod digest;
mod held;
mod invited;
mod keyed_action;
mod line;
mod lost;
mod mailbox;
mod organiser;
mod quota;
pub mod reading;
pub mod rehearse;
mod seat;
mod settle;
mod several;
mod short_answer;
mod tables;
mod torn;
mod written_here;

use chrono::{DateTime, Utc};

pub use admin::ForAdmin;
use admit::same;
pub use admit::{GateVerdict, Known};
pub use bounced::Returned;
pub use keyed_action::KeyedAction;
pub use line::{Cut, Omitted, ReplyLine};
pub use reading::{begins_block, ends_block};

use crate::service::Service;
use crate::service::error::ServiceError;
use ravenpost_store::post::incoming::{self, Arrival, Found, Incoming, IncomingState, Outcome};
use ravenpost_store::post::keys::Purpose;
use ravenpost_store::{TokenHash, writes};

/// A letter that came in, as `mail` has read it.
#[derive(Clone, Debug)]
pub struct Reply {
    /// Its number among those that came in.
    pub id: i64,
    /// What it is known by when it comes again by another way: SHA-256 of its Message-ID and its
    /// words, since every server on the way adds lines to its head.
    pub sha: TokenHash,
    pub message_id: Option<String>,
    pub from: Option<String>,
    pub verdict: GateVerdict,
    /// Whether its player has said that it is genuine.
    pub vouched: bool,
    /// To whom it went, by envelope and head: the envelope's first.
    pub recipients: Vec<String>,
    /// The Message-IDs of letters that it answers.
    pub answers: Vec<String>,
    /// What its writer wrote.
    pub lines: Vec<ReplyLine>,
    /// What was left out of it: quotes, signatures.
    pub omitted: Vec<Omitted>,
    /// What is told of it if it is too long, and so not all of it was read.
    pub unread: Option<String>,
    /// Whether it is encrypted, so that nothing of it could be read.
    pub sealed: bool,
}

impl Reply {
    /// A short name for the letter, the same however often it comes.
    fn mark(&self) -> String {
        data_encoding::HEXLOWER.encode(&self.sha[..16])
    }

    fn is_from(&self, address: &str) -> bool {
        self.from.as_deref().is_some_and(|from| same(from, address))
    }
}

impl Service {
    /// Keeps a letter that came in, before anything is done about it. Gives its number; nothing
    /// when it is here already.
    pub async fn letter_came(&self, arrival: Arrival) -> Result<Option<i64>, ServiceError> {
        Ok(self.store().write_beside(writes!(|tx| incoming::add(tx, &arrival).await)).await?)
    }

    /// Letters behind that one that nothing was done about yet, the oldest first.
    pub async fn new_letters(&self, after: i64, limit: u32) -> Result<Vec<i64>, ServiceError> {
        Ok(incoming::new(self.store().read(), after, limit).await?)
    }

    /// Begins with a letter, which counts as a try. Nothing when it was dealt with meanwhile.
    pub async fn begin_letter(&self, id: i64) -> Result<Option<Incoming>, ServiceError> {
        let begun = self.store().write_beside(writes!(|tx| {
            let letter = incoming::get(&mut *tx, id).await?;
            Ok(incoming::begin(tx, id).await?.then_some(letter))
        }));
        Ok(begun.await?)
    }

    /// Leaves a letter to a program that knows its game: this try does not count.
    pub async fn leave_letter(&self, id: i64) -> Result<(), ServiceError> {
        Ok(self.store().write_beside(writes!(|tx| incoming::leave(tx, id).await)).await?)
    }

    /// Notes of a letter that nothing is done for it, and why.
    pub async fn put_aside(
        &self,
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

    /// Does what a letter asks for, and answers it.
    pub async fn answer_reply(
        &self,
        now: DateTime<Utc>,
        reply: &Reply,
    ) -> Result<IncomingState, ServiceError> {
        let mut found = Found {
            message_id: reply.message_id.clone(),
            sender: reply.from.clone(),
            verdict: Some(reply.verdict.word().to_owned()),
            ..Found::default()
        };
        let Some((purpose, hash, key)) = self.key_of(&reply.recipients).await? else {
            return self.answer_astray(now, reply, found).await;
        };
        let Some(key) = key else {
            if purpose == Purpose::Orders
                && let Some(holder) = self.seat_of_lost(reply).await?
            {
                return self.send_new(now, reply, found, &holder, lost::SET_BACK).await;
            }
            return self.ignore(now, reply, found, "nobody has this key").await;
        };
        found.key = Some(hash);
        (found.game, found.seat, found.player) = (key.game.clone(), key.seat, key.player);
        match purpose {
            Purpose::Orders => {}
            Purpose::Bounce => {
                return self.ignore(now, reply, found, "it is no bounce").await;
            }
            Purpose::Invitation => return self.answer_invited(now, reply, key, found).await,
            // Whoever wrote them, these were seen to before: see `errand`.
            Purpose::Unsubscribe | Purpose::Probe => {
                return self.ignore(now, reply, found, "its key opens no seat").await;
            }
        }
        if let Some(held) = key.held {
            return self.answer_held(now, reply, found, key, held).await;
        }
        if key.game.is_none() {
            return self.answer_digest(now, reply, found, key).await;
        }
        if key.seat.is_none() {
            return self.answer_organiser(now, reply, key, found).await;
        }
        self.answer_at_table(now, reply, found, key).await
    }
}
