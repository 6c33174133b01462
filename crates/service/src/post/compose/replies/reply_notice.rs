//! The short answer to a person who wrote to a table without having a seat there.

use crate::email_payload::EmailPayload;
use crate::error::ServiceError;
use crate::handles::Composing;
use ravenpost_emails::{Answer, Email, Frame, SafeLine};
use ravenpost_store::post::outbox::QueuedEmail;

impl Composing<'_> {
    pub(in crate::post::compose) async fn short_answer(
        self,
        queued: &QueuedEmail,
        frame: Frame,
    ) -> Result<Option<Email>, ServiceError> {
        let Some(EmailPayload::Answer(payload)) = EmailPayload::of(queued) else { return Ok(None) };
        let card = match &queued.game {
            Some(game_id) => {
                let game = self.games().load(game_id).await?;
                let mut card = self.card(&game, None).await?;
                // The recipient may never have asked for email.
                let title = game.title.about().name;
                card.name = SafeLine::for_strangers(&card.name, &format!("a game of {title}"));
                Some(card)
            }
            None => None,
        };
        let said = payload.messages.into_iter().map(SafeLine::from).collect();
        let answered = self.notifications().email_answered(payload.in_reply_to).await?;
        let root = self.notifications().thread_of(queued).await?.root;
        let root = root.or_else(|| answered.as_ref().map(|answered| answered.message_id.clone()));
        Ok(Some(Answer { game: card, said, frame }.compose().answering(root, answered)))
    }
}
