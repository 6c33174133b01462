//! Emails whose recipient address alone determines what to do: unsubscribing, and the test of
//! `doctor`. Their text is not read, so a mail program may send them. Unsubscribing is confirmed
//! once to the owner of the address; nothing else is answered.

use crate::handles::Inbox;
use chrono::{DateTime, Utc};

use crate::email_payload::{AnswerPayload, EmailPayload};
use crate::error::ServiceError;
use crate::people::mail_choices::StopLink;
use crate::post::compose::digest::stopped_by_digest;
use crate::reply::admit::SenderVerdict;
use ravenpost_emails::NotificationKind;
use ravenpost_store::post::incoming::{self, Found, IncomingState, Outcome};
use ravenpost_store::post::keys::{Key, Purpose};
use ravenpost_store::post::outbox::{self, QueuedEmail};
use ravenpost_store::{StoreError, writes};

/// The parts of an inbound email that keyed actions need.
#[derive(Clone, Debug)]
pub struct KeyedAction<'a> {
    /// Its number among the inbound emails.
    pub id: i64,
    pub from: Option<&'a str>,
    pub verdict: SenderVerdict,
    /// Its recipients, from envelope and header.
    pub recipients: &'a [String],
}

impl Inbox<'_> {
    /// Runs the action of an email's address, if it has one. Returns the outcome.
    pub async fn run_errand(
        self,
        now: DateTime<Utc>,
        errand: &KeyedAction<'_>,
    ) -> Result<Option<IncomingState>, ServiceError> {
        let Some((purpose, hash, key)) = self.key_of(errand.recipients).await? else {
            return Ok(None);
        };
        let mut found = Found {
            sender: errand.from.map(str::to_owned),
            verdict: Some(errand.verdict.word().to_owned()),
            key: Some(hash),
            ..Found::default()
        };
        let (state, note, confirmed) = match (purpose, key) {
            (Purpose::Probe, _) => (IncomingState::Ignored, "test email from doctor", None),
            (Purpose::Unsubscribe, Some(key)) => {
                (found.game, found.seat, found.player) = (key.game.clone(), key.seat, key.player);
                match self.stop_by_email(now, &key).await? {
                    Some(stopped) => (IncomingState::Done, "unsubscribed", stopped),
                    None => (
                        IncomingState::Ignored,
                        "the email with the unsubscribe link no \
                        longer exists",
                        None,
                    ),
                }
            }
            _ => return Ok(None),
        };
        let id = errand.id;
        let mut outcome = Outcome { state, found, note: note.to_owned(), answer: None, at: now };
        let done = self.store().write(writes!(|tx| {
            if let Some(email) = &confirmed {
                outcome.answer = Some(outbox::owe(tx, email).await?);
            }
            incoming::settle(tx, id, &outcome).await
        }));
        done.await?;
        Ok(Some(state))
    }

    /// Has the same effect as the stop link of the key's email. Returns the confirmation to send,
    /// which is empty if nothing changed. Returns `None` if that email no longer exists.
    async fn stop_by_email(
        self,
        now: DateTime<Utc>,
        key: &Key,
    ) -> Result<Option<Option<QueuedEmail>>, ServiceError> {
        let Some(email) = key.email else { return Ok(None) };
        let queued = match outbox::get(self.store().read(), email).await {
            Ok(email) => email.queued,
            Err(StoreError::NotFound) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let Some(kind) = NotificationKind::find(&queued.kind) else { return Ok(None) };
        // An email about several tables stops the emails of all, as its link does.
        let (kind, queued) = match key.game {
            None if queued.game.is_some() => {
                (stopped_by_digest(kind), QueuedEmail { game: None, ..queued })
            }
            _ => (kind, queued),
        };
        let Some(link) = self.composing().stop_link(kind, &queued).await? else { return Ok(None) };
        if !self.players().throw_switch(now, link.clone(), false, false).await? {
            return Ok(Some(None));
        }
        let said = stopped(&link, &self.settings().base_url);
        let payload = AnswerPayload::new(said, None).answering(Some(email));
        Ok(Some(Some(QueuedEmail {
            message_id: self.accounts().chance_message_id(NotificationKind::ReplyNotice).await?,
            to_player: key.player,
            address: None,
            kind: NotificationKind::ReplyNotice.key().to_owned(),
            game: link.game,
            seat: None,
            seq: None,
            payload: EmailPayload::Answer(payload).text(),
            references: String::new(),
            at: now,
            due_at: now,
        })))
    }
}

/// Confirms that emails were stopped.
fn stopped(link: &StopLink, base: &str) -> Vec<String> {
    let what = link.topic.words();
    let first = match link.game {
        Some(_) => format!("You will get no more {what} about this game."),
        None => format!("You will get no more {what}."),
    };
    let settings = format!("To get them again, change your settings: {base}/settings");
    vec![first, "You can still reply to emails that you already have.".to_owned(), settings]
}
