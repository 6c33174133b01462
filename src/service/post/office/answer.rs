//! The short answer to somebody who wrote to a table without a seat there.

use serde::{Deserialize, Serialize};

use crate::letters::{Answer, Frame, Letter, Line};
use crate::service::Service;
use crate::service::error::ServiceError;
use crate::store::TokenHash;
use crate::store::outbox::Owed;

/// What such a letter needs to say: the payload of its row in the outbox.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::service) struct AnswerPayload {
    /// What became of the letter, a sentence each.
    pub said: Vec<String>,
    /// The hash of the invitation that may still be answered, in hexadecimal.
    #[serde(default)]
    invitation: Option<String>,
    /// The number of the letter that was answered.
    #[serde(default)]
    answers: Option<i64>,
}

impl AnswerPayload {
    pub fn new(said: Vec<String>, invitation: Option<TokenHash>) -> AnswerPayload {
        let invitation = invitation.map(|hash| data_encoding::HEXLOWER.encode(&hash));
        AnswerPayload { said, invitation, answers: None }
    }

    /// The same for an answer to that letter.
    pub fn answering(self, letter: Option<i64>) -> AnswerPayload {
        AnswerPayload { answers: letter, ..self }
    }

    pub fn of(owed: &Owed) -> Option<AnswerPayload> {
        serde_json::from_str(&owed.payload).ok()
    }

    /// The invitation that an answer to the letter answers.
    pub fn invitation(&self) -> Option<TokenHash> {
        let hash = data_encoding::HEXLOWER.decode(self.invitation.as_ref()?.as_bytes()).ok()?;
        hash.try_into().ok()
    }
}

impl Service {
    pub(super) async fn short_answer(
        &self,
        owed: &Owed,
        frame: Frame,
    ) -> Result<Option<Letter>, ServiceError> {
        let Some(payload) = AnswerPayload::of(owed) else { return Ok(None) };
        let card = match &owed.game {
            Some(game) => {
                let live = self.live(game).await?;
                let mut card = self.card(&live, None).await?;
                // It may go to somebody who never asked for a letter.
                let title = live.title.about().name;
                card.name = Line::for_strangers(&card.name, &format!("a table of {title}"));
                Some(card)
            }
            None => None,
        };
        let said = payload.said.into_iter().map(Line::from).collect();
        let answered = self.letter_answered(payload.answers).await?;
        let root = self.thread_of(owed).await?.root;
        let root = root.or_else(|| answered.as_ref().map(|answered| answered.message_id.clone()));
        Ok(Some(Answer { game: card, said, frame }.compose().answering(root, answered)))
    }
}
