//! The short answer to a person who wrote to a table without having a seat there.

use crate::error::ServiceError;
use crate::handles::Composing;
use crate::letter_payload::LetterPayload;
use ravenpost_emails::{Answer, Frame, Letter, SafeLine};
use ravenpost_store::post::outbox::Owed;

impl Composing<'_> {
    pub(super) async fn short_answer(
        self,
        owed: &Owed,
        frame: Frame,
    ) -> Result<Option<Letter>, ServiceError> {
        let Some(LetterPayload::Answer(payload)) = LetterPayload::of(owed) else { return Ok(None) };
        let card = match &owed.game {
            Some(game) => {
                let live = self.games().live(game).await?;
                let mut card = self.card(&live, None).await?;
                // The recipient may never have asked for email.
                let title = live.title.about().name;
                card.name = SafeLine::for_strangers(&card.name, &format!("a table of {title}"));
                Some(card)
            }
            None => None,
        };
        let said = payload.messages.into_iter().map(SafeLine::from).collect();
        let answered = self.notifications().letter_answered(payload.in_reply_to).await?;
        let root = self.notifications().thread_of(owed).await?.root;
        let root = root.or_else(|| answered.as_ref().map(|answered| answered.message_id.clone()));
        Ok(Some(Answer { game: card, said, frame }.compose().answering(root, answered)))
    }
}
