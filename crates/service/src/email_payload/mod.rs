//! The payload of an email, stored in its outbox row as JSON. The format depends on the kind of
//! email. Only this file reads and writes it.

use chrono::NaiveDate;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use ravenpost_emails::NotificationKind;
use ravenpost_emails::parts::line_outcomes::Account;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Seq;
use ravenpost_store::TokenHash;
use ravenpost_store::post::outbox::QueuedEmail;

/// The payload of an email, by purpose.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum EmailPayload {
    Answer(AnswerPayload),
    AddressChange(AddressPayload),
    Game(GamePayload),
    Held(HeldPayload),
    Invitation(InvitePayload),
    Seals(SealsPayload),
    SignIn(SignInPayload),
    Token(TokenPayload),
    Transcript(ReplyTranscript),
    Undelivered(UndeliveredPayload),
}

impl EmailPayload {
    /// The payload of an email. `None` if the row does not match its kind, for example because it
    /// was cleared after sending.
    pub fn of(queued: &QueuedEmail) -> Option<EmailPayload> {
        let text = &*queued.payload;
        match NotificationKind::find(&queued.kind)? {
            NotificationKind::ReplyNotice => read(text, EmailPayload::Answer),
            NotificationKind::ReplyOnHold | NotificationKind::AdminMail => {
                read(text, EmailPayload::Held)
            }
            NotificationKind::Invitation => read(text, EmailPayload::Invitation),
            NotificationKind::AddressChangeNew | NotificationKind::AddressChangeOld => {
                read(text, EmailPayload::AddressChange)
            }
            NotificationKind::DailySeals => read(text, EmailPayload::Seals),
            NotificationKind::SignIn => read(text, EmailPayload::SignIn),
            NotificationKind::ApiToken => read(text, EmailPayload::Token),
            NotificationKind::ReplyResult => read(text, EmailPayload::Transcript),
            NotificationKind::EmailUndelivered => read(text, EmailPayload::Undelivered),
            NotificationKind::YourTurn
            | NotificationKind::PlayerJoined
            | NotificationKind::GameStarted
            | NotificationKind::ReminderHalf
            | NotificationKind::ReminderFifth
            | NotificationKind::ReminderLastCall
            | NotificationKind::DeadlinePassed
            | NotificationKind::OrderUndone
            | NotificationKind::GameOver
            | NotificationKind::GameCancelled
            | NotificationKind::Probe
            | NotificationKind::Digest
            | NotificationKind::ChatMessage
            | NotificationKind::VoteOpened
            | NotificationKind::GameRewound
            | NotificationKind::VoteFailed
            | NotificationKind::OrganiserAction
            | NotificationKind::PlayerReplaced
            | NotificationKind::ForkInvitation => read(text, EmailPayload::Game),
        }
    }

    /// The payload as stored. Serialising this plain data cannot fail.
    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

fn read<T: DeserializeOwned>(text: &str, kind: fn(T) -> EmailPayload) -> Option<EmailPayload> {
    serde_json::from_str(text).ok().map(kind)
}

/// The payload of an email about a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct GamePayload {
    /// The seat the email is about, if not the reader's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about_seat: Option<Seat>,
    /// The last event before the period that the email covers.
    pub after_seq: Seq,
}

impl GamePayload {
    /// The common payload of emails about a game. A reply transcript contains more, and a cleared
    /// row covers the whole game.
    pub fn of(queued: &QueuedEmail) -> GamePayload {
        match EmailPayload::of(queued) {
            Some(EmailPayload::Game(payload)) => payload,
            Some(EmailPayload::Transcript(transcript)) => {
                GamePayload { about_seat: None, after_seq: transcript.after_seq }
            }
            _ => GamePayload::default(),
        }
    }
}

/// The payload of a short reply, also for readers without a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct AnswerPayload {
    /// The result of the inbound email, one sentence each.
    pub messages: Vec<String>,
    /// The hash of the invitation that can still be answered, in hexadecimal.
    invitation_hash: Option<String>,
    /// The outbox number of the email that was replied to.
    pub in_reply_to: Option<i64>,
}

impl AnswerPayload {
    pub fn new(messages: Vec<String>, invitation: Option<TokenHash>) -> AnswerPayload {
        let invitation_hash = invitation.map(|hash| data_encoding::HEXLOWER.encode(&hash));
        AnswerPayload { messages, invitation_hash, in_reply_to: None }
    }

    /// The same payload, as a reply to that email.
    pub fn answering(self, email: Option<i64>) -> AnswerPayload {
        AnswerPayload { in_reply_to: email, ..self }
    }

    /// The invitation that a reply answers.
    pub fn invitation(&self) -> Option<TokenHash> {
        let hash = self.invitation_hash.as_ref()?;
        let hash = data_encoding::HEXLOWER.decode(hash.as_bytes()).ok()?;
        hash.try_into().ok()
    }
}

/// The results of an inbound email with orders, line by line.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct ReplyTranscript {
    /// The event after which the reply was processed.
    pub after_seq: Seq,
    /// Results that concern the whole reply, one sentence each.
    pub messages: Vec<String>,
    /// Whether it contained a move that was played.
    pub played: bool,
    /// The result of each line.
    pub lines: Account,
    /// Whether to show the position although nothing has changed.
    pub show_position: bool,
    /// The outbox number of the email that was replied to.
    pub in_reply_to: Option<i64>,
    /// The receipts of its secret orders, line by line.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub receipts: Vec<String>,
    /// The numbers of the rules that refusals cite, each once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
}

impl ReplyTranscript {
    /// Adds the rules that the refusal of a line cites.
    pub fn cite<'r>(&mut self, rules: impl IntoIterator<Item = &'r str>) {
        for rule in rules {
            if !self.rules.iter().any(|known| known == rule) {
                self.rules.push(rule.to_owned());
            }
        }
    }
}

/// An inbound email that is on hold until the player confirms it, or that is forwarded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct HeldPayload {
    /// Its number among the inbound emails.
    pub inbound_email: i64,
}

/// The link of an invitation, and who invites.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct InvitePayload {
    pub token: String,
    pub inviter: String,
}

/// The link and the code to sign in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct SignInPayload {
    pub token: String,
    pub code: String,
    /// Where it was requested: "Firefox on Linux"; empty if unknown.
    pub browser: String,
}

/// A change of address, for the emails to the new and the old one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct AddressPayload {
    pub token: String,
    pub name: String,
    pub time_zone: String,
    pub new_address: String,
    /// Whether emails to the old address bounced.
    pub old_address_bounces: bool,
}

/// An access token that was created or revoked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct TokenPayload {
    pub name: String,
    /// Names of scopes, separated by spaces.
    pub scopes: String,
    /// In milliseconds since 1970.
    pub expires_at: i64,
    pub revoked: bool,
}

/// An email that could not be delivered: for which seat, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct UndeliveredPayload {
    pub seat: Seat,
    pub reason: String,
}

/// Which seals an email contains.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct SealsPayload {
    /// The last day covered by an earlier email.
    pub after_day: Option<NaiveDate>,
}

#[cfg(test)]
mod tests;
