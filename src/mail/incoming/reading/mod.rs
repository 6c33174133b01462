//! Reading a letter: bytes in, a [`IncomingLetter`] out, and nothing else is looked at or changed.
//!
//! The way of a letter: `parts` takes it apart, `fields` reads the head of each part, `character`
//! tells people from machines (`machine`, `bounce`), `verdict` says what our own gate found out
//! about the sender, `body` picks the text (`html` turns HTML into lines), and `written` cuts off
//! what the sender did not write. Every step is linear in the letter's length, and `bounds` says
//! what is refused unread. What is in doubt is kept: a later stage names what it cannot read.

mod body;
pub(super) mod bounce;
pub(super) mod bounds;
pub(super) mod character;
pub(super) mod cut;
mod enriched;
mod fields;
mod html;
pub(super) mod machine;
mod parts;
mod rejoined;
pub(super) mod verdict;
pub(super) mod written;

use chrono::{DateTime, Utc};

pub use bounds::Unreadable;
pub use character::Character;
use cut::Cut;
pub use cut::Empty;
pub use verdict::SenderVerdict;
use written::Written;

/// A letter of ours has this field, so that no server of this kind ever answers another.
pub const OURS: &str = "X-Ravenpost-Notification";

/// Whom the reader believes.
#[derive(Clone, Debug, Default)]
pub struct Trust {
    /// The name under which our own gate writes down what it found out about senders.
    pub authserv_id: Option<String>,
    /// The domain of our own Message-IDs.
    pub domain: Option<String>,
}

/// A letter that was read. Addresses are in small letters, Message-IDs without angle brackets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IncomingLetter {
    pub message_id: Option<String>,
    /// None also if several are named: then nobody knows who wrote.
    pub from: Option<String>,
    pub subject: String,
    pub in_reply_to: Vec<String>,
    pub references: Vec<String>,
    pub date: Option<DateTime<Utc>>,
    /// Whom it went to, by envelope and by head, each once.
    pub recipients: Vec<String>,
    pub character: Character,
    pub verdict: SenderVerdict,
    pub written: Written,
}

/// Reads a letter: who sent it, and what of it a person wrote.
pub fn read(raw: &[u8], trust: &Trust) -> Result<IncomingLetter, Unreadable> {
    let parts = parts::split(raw)?;
    let head = parts.head();
    let from = head.from();
    let character = character::of(&parts, from.as_deref(), trust);
    // What machines write is never taken for orders, so nobody has to look at it.
    let written = match character {
        Character::Person => written::of(&parts),
        Character::Machine(_) | Character::Bounce(_) => Written::default(),
    };
    Ok(IncomingLetter {
        message_id: head.ids("message-id").into_iter().next(),
        subject: head.text("subject"),
        in_reply_to: head.ids("in-reply-to"),
        references: head.ids("references"),
        date: head.date(),
        recipients: head.recipients(),
        verdict: verdict::of(head, from.as_deref(), trust.authserv_id.as_deref()),
        from,
        character,
        written,
    })
}

/// Every line of a letter's text, with why it was left out if it was.
pub fn lines(raw: &[u8]) -> Result<Vec<(String, Option<Cut>)>, Unreadable> {
    Ok(written::whole(&parts::split(raw)?))
}
