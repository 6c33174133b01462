//! What a short answer needs to say, kept in its row of the outbox.

use serde::{Deserialize, Serialize};

use ravenpost_store::TokenHash;
use ravenpost_store::post::outbox::Owed;

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
    pub answers: Option<i64>,
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
