//! What a letter needs to know besides its row in the outbox. It stands there as JSON, in the form
//! that its kind of letter asks for; only this file reads or writes it.

use chrono::NaiveDate;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::letters::LetterKind;
use crate::letters::account::Account;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Seq;
use ravenpost_store::TokenHash;
use ravenpost_store::post::outbox::Owed;

/// The payload of a letter, by what the letter is for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub(in crate::service) enum LetterPayload {
    Answer(AnswerPayload),
    AddressChange(AddressPayload),
    Game(GamePayload),
    Held(HeldPayload),
    Invitation(InvitePayload),
    Seals(SealsPayload),
    SignIn(SignInPayload),
    Transcript(ReplyTranscript),
    Undelivered(UndeliveredPayload),
}

impl LetterPayload {
    /// The payload of a letter. None where the row does not hold what its kind asks for, as after
    /// the letter has left and its row was emptied.
    pub fn of(owed: &Owed) -> Option<LetterPayload> {
        let text = &*owed.payload;
        match LetterKind::find(&owed.kind)? {
            LetterKind::ReplyNotice => read(text, LetterPayload::Answer),
            LetterKind::ReplyOnHold | LetterKind::AdminMail => read(text, LetterPayload::Held),
            LetterKind::Invitation => read(text, LetterPayload::Invitation),
            LetterKind::AddressChangeNew | LetterKind::AddressChangeOld => {
                read(text, LetterPayload::AddressChange)
            }
            LetterKind::DailySeals => read(text, LetterPayload::Seals),
            LetterKind::SignIn => read(text, LetterPayload::SignIn),
            LetterKind::ReplyResult => read(text, LetterPayload::Transcript),
            LetterKind::EmailUndelivered => read(text, LetterPayload::Undelivered),
            _ => read(text, LetterPayload::Game),
        }
    }

    /// The payload as it is stored. It is plain data, of which the writing cannot fail.
    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

fn read<T: DeserializeOwned>(text: &str, kind: fn(T) -> LetterPayload) -> Option<LetterPayload> {
    serde_json::from_str(text).ok().map(kind)
}

/// What a letter about a game tells of.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(in crate::service) struct GamePayload {
    /// The seat the letter tells of, where it is not the reader's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about_seat: Option<Seat>,
    /// The event after which "since then" begins.
    pub after_seq: Seq,
}

impl GamePayload {
    /// What any letter about a game tells of. The answer to a letter of orders keeps more than
    /// this; a row that was emptied tells of all from the beginning.
    pub fn of(owed: &Owed) -> GamePayload {
        match LetterPayload::of(owed) {
            Some(LetterPayload::Game(payload)) => payload,
            Some(LetterPayload::Transcript(transcript)) => {
                GamePayload { about_seat: None, after_seq: transcript.after_seq }
            }
            _ => GamePayload::default(),
        }
    }
}

/// What a short answer says, to somebody who may have no seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::service) struct AnswerPayload {
    /// What became of the letter, a sentence each.
    pub messages: Vec<String>,
    /// The hash of the invitation that may still be answered, in hexadecimal.
    invitation_hash: Option<String>,
    /// The number in the outbox of the email that was answered.
    pub in_reply_to: Option<i64>,
}

impl AnswerPayload {
    pub fn new(messages: Vec<String>, invitation: Option<TokenHash>) -> AnswerPayload {
        let invitation_hash = invitation.map(|hash| data_encoding::HEXLOWER.encode(&hash));
        AnswerPayload { messages, invitation_hash, in_reply_to: None }
    }

    /// The same for an answer to that letter.
    pub fn answering(self, letter: Option<i64>) -> AnswerPayload {
        AnswerPayload { in_reply_to: letter, ..self }
    }

    /// The invitation that an answer to the letter answers.
    pub fn invitation(&self) -> Option<TokenHash> {
        let hash = self.invitation_hash.as_ref()?;
        let hash = data_encoding::HEXLOWER.decode(hash.as_bytes()).ok()?;
        hash.try_into().ok()
    }
}

/// What became of a letter of orders, line by line.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(in crate::service) struct ReplyTranscript {
    /// The event after which the reply was dealt with.
    pub after_seq: Seq,
    /// What holds for the whole reply, a sentence each.
    pub messages: Vec<String>,
    /// Whether it had a move that was played.
    pub played: bool,
    /// What became of each line.
    pub lines: Account,
    /// Whether to show the position although nothing has changed.
    pub show_position: bool,
    /// The number in the outbox of the email that was answered.
    pub in_reply_to: Option<i64>,
}

/// An inbound email that is on hold until its reader confirms it, or that is forwarded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::service) struct HeldPayload {
    /// Its number among the inbound emails.
    pub inbound_email: i64,
}

/// The link of an invitation, and who invites.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::service) struct InvitePayload {
    pub token: String,
    pub inviter: String,
}

/// The link and the code that let somebody in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::service) struct SignInPayload {
    pub token: String,
    pub code: String,
    /// Where it was asked for: "Firefox on Linux"; empty where that is unknown.
    pub browser: String,
}

/// A change of somebody's address, for the letters to the new one and to the old one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::service) struct AddressPayload {
    pub token: String,
    pub name: String,
    pub time_zone: String,
    pub new_address: String,
    /// Whether letters to the old address came back.
    pub old_address_bounces: bool,
}

/// Which letter was given up: whose, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::service) struct UndeliveredPayload {
    pub seat: Seat,
    pub reason: String,
}

/// Which seals a letter tells of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::service) struct SealsPayload {
    /// The last day that an earlier letter told of.
    pub after_day: Option<NaiveDate>,
}

#[cfg(test)]
mod tests;
