//! Short answers to people who have no seat at the table in question.

use crate::handles::Replies;
use chrono::{DateTime, Utc};

use super::Reply;
use super::quota::{AnswerQuota, IdleEmail, Sort};
use super::settle::waits_for_vote;
use crate::email_payload::{AnswerPayload, EmailPayload};
use crate::error::ServiceError;
use crate::people::message_ids::message_id;
use ravenpost_emails::NotificationKind;
use ravenpost_log::GameId;
use ravenpost_store::people::invitations;
use ravenpost_store::post::incoming::{self, Found, IncomingState, Outcome};
use ravenpost_store::post::keys;
use ravenpost_store::post::outbox::{self, QueuedEmail};
use ravenpost_store::{PlayerId, TokenHash, writes};

pub(super) enum Recipient {
    Player(PlayerId),
    Guest(String),
}

/// An answer without a board and a list of orders.
pub(super) struct Brief {
    pub whom: Recipient,
    pub game: GameId,
    pub said: String,
    /// The invitation that is still open and can be answered by replying to this email too.
    pub open: Option<TokenHash>,
    /// The invitation that is declined.
    pub declined: Option<TokenHash>,
    /// Whether the writer is asked to answer again, in which case a repeated text is answered too.
    pub asks: bool,
}

impl Brief {
    /// Returns an answer that is not about an invitation.
    pub fn of(whom: Recipient, game: GameId, said: String) -> Brief {
        Brief { whom, game, said, open: None, declined: None, asks: false }
    }
}

impl Replies<'_> {
    /// Sends a short answer and stores the outcome of the reply.
    pub(super) async fn settle_briefly(
        self,
        now: DateTime<Utc>,
        reply: &Reply,
        found: Found,
        brief: Brief,
    ) -> Result<IncomingState, ServiceError> {
        let Brief { whom, game: game_id, said, open, declined, asks } = brief;
        let (player, address, whose) = match whom {
            Recipient::Player(player) => (Some(player), None, player.to_string()),
            Recipient::Guest(address) => {
                let guest = self.players().guest(&address).await?;
                (None, Some(address), guest)
            }
        };
        // An awaited voter may retry until the vote is clear.
        let game = self.games().load(&game_id).await?;
        let awaited = player.is_some() && waits_for_vote(&game, None);
        let idle = match awaited {
            true => IdleEmail::new(&whose, Sort::Awaited, None),
            false if asks => IdleEmail::new(&whose, Sort::Refused, None),
            false => IdleEmail::new(&whose, Sort::Refused, Some(&[&said, game_id.as_str()])),
        };
        let answers = match &found.key {
            Some(hash) => keys::find(self.store().read(), hash).await?.and_then(|key| key.email),
            None => None,
        };
        let payload = |said: Vec<String>| {
            EmailPayload::Answer(AnswerPayload::new(said, open).answering(answers)).text()
        };
        let last = payload(vec![said.clone(), idle.last().to_owned()]);
        let (kind, domain) =
            (NotificationKind::ReplyNotice, self.accounts().message_domain().await?);
        let mut email = QueuedEmail {
            message_id: message_id(kind, &[&game_id, &reply.mark()], domain),
            to_player: player,
            address,
            kind: kind.key().to_owned(),
            game: Some(game_id.clone()),
            seat: None,
            seq: None,
            payload: payload(vec![said.clone()]),
            references: reply.message_id.clone().unwrap_or_default(),
            at: now,
            due_at: now,
        };
        let id = reply.id;
        let done = self.store().write(writes!(|tx| {
            if let Some(token) = &declined {
                invitations::decline(tx, &game_id, token, now).await?;
            }
            let silent = match outbox::is_queued(&mut *tx, &email.message_id).await? {
                true => Some("it has already been answered"),
                false => match idle.count(tx, now).await? {
                    AnswerQuota::Yes => None,
                    AnswerQuota::Last => {
                        email.payload = last;
                        None
                    }
                    AnswerQuota::No(why) => Some(why),
                },
            };
            let (answer, note) = match silent {
                None => (Some(outbox::owe(tx, &email).await?), said),
                Some(why) => (None, format!("{said} Not answered, because {why}")),
            };
            let outcome = Outcome { state: IncomingState::Done, found, note, answer, at: now };
            incoming::settle(tx, id, &outcome).await?;
            Ok(())
        }));
        done.await?;
        Ok(IncomingState::Done)
    }
}
