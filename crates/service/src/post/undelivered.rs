//! Undeliverable emails: the organiser of the table is informed once a day for each seat. The
//! notice names seat and player, never the address.

use crate::handles::Emails;
use chrono::{DateTime, Utc};

use crate::email_payload::{EmailPayload, UndeliveredPayload};
use crate::error::ServiceError;
use crate::people::message_ids::message_id;
use ravenpost_emails::NotificationKind;
use ravenpost_store::people::organisers;
use ravenpost_store::post::outbox::{self, OutboxEmail, QueuedEmail};
use ravenpost_store::{StoreError, writes};

impl Emails<'_> {
    /// Informs the organisers of the games that an email was about, unless they are its recipient,
    /// that it was given up on.
    pub async fn email_given_up(
        self,
        now: DateTime<Utc>,
        email: &OutboxEmail,
        why: &str,
    ) -> Result<(), ServiceError> {
        let carried = outbox::carried_by(self.store().read(), email.id).await?;
        for one in std::iter::once(email).chain(&carried) {
            self.notify_organiser(now, &one.queued, why).await?;
        }
        Ok(())
    }

    async fn notify_organiser(
        self,
        now: DateTime<Utc>,
        queued: &QueuedEmail,
        why: &str,
    ) -> Result<(), ServiceError> {
        let (Some(game), Some(seat)) = (&queued.game, queued.seat) else { return Ok(()) };
        let organiser = organisers::of_game(self.store().read(), game).await?;
        let Some(organiser) = organiser.filter(|organiser| queued.to_player != Some(*organiser))
        else {
            return Ok(());
        };
        let kind = NotificationKind::EmailUndelivered;
        let domain = self.accounts().message_domain().await?;
        let day = now.timestamp().div_euclid(86_400);
        let payload = UndeliveredPayload { seat, reason: without_addresses(why) };
        let email = QueuedEmail {
            message_id: message_id(kind, &[&day, &seat, game], domain),
            to_player: Some(organiser),
            address: None,
            kind: kind.key().to_owned(),
            game: Some(game.clone()),
            seat: None,
            seq: None,
            payload: EmailPayload::Undelivered(payload).text(),
            references: String::new(),
            at: now,
            due_at: now,
        };
        let owe = self.store().write(writes!(|tx| outbox::owe(tx, &email).await)).await;
        match owe {
            // The organiser has been informed today.
            Ok(_) | Err(StoreError::Conflict) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

/// Removes words that look like addresses from a mail server's response.
fn without_addresses(why: &str) -> String {
    let word = |word: &str| if word.contains('@') { "(address)" } else { word }.to_owned();
    why.split_whitespace().map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::without_addresses;

    #[test]
    fn notice_contains_no_addresses() {
        let said = without_addresses("550 5.1.1 <ann@good.example>: no such mailbox");
        assert_eq!(said, "550 5.1.1 (address) no such mailbox");
    }
}
