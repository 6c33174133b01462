//! The email parser: a pure function from bytes to an [`IncomingEmail`].
//!
//! The stages are:
//!
//! - `parts` splits the MIME structure, and `fields` parses the header of each part.
//! - `character` distinguishes people from machines (`automatic`, `bounce`).
//! - `verdict` reads the sender authentication results of our own mail server.
//! - `body` selects the text (`html` turns HTML into lines).
//! - `written` removes what the sender did not write.
//!
//! Every stage is linear in the size of the email, and `limits` defines the maximum sizes. Doubtful
//! lines are kept: a later stage reports what it cannot interpret.

pub(super) mod automatic;
mod body;
pub(super) mod bounce;
pub(super) mod character;
mod enriched;
mod fields;
mod html;
pub(super) mod limits;
mod parts;
mod rejoined;
pub(super) mod unread;
mod verdict;
pub(super) mod written;

use chrono::{DateTime, Utc};

pub use character::Character;
pub use limits::Unreadable;
use ravenpost_service::reply::SenderVerdict;
use unread::Cut;
pub use unread::Empty;
use written::Written;

/// A header field in all our emails, so that two instances of this program never reply to each
/// other.
pub const OURS: &str = "X-Ravenpost-Notification";

/// What the parser trusts.
#[derive(Clone, Debug, Default)]
pub struct Trust {
    /// The name under which our own mail server writes its authentication results.
    pub authserv_id: Option<String>,
    /// The domain of our own Message-IDs.
    pub domain: Option<String>,
}

/// A parsed email. Addresses are in lower case, Message-IDs without angle brackets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IncomingEmail {
    pub message_id: Option<String>,
    /// Also `None` if several authors are named.
    pub from: Option<String>,
    pub subject: String,
    pub in_reply_to: Vec<String>,
    pub references: Vec<String>,
    pub date: Option<DateTime<Utc>>,
    /// The recipients from envelope and header fields, without duplicates.
    pub recipients: Vec<String>,
    pub character: Character,
    pub verdict: SenderVerdict,
    pub written: Written,
}

/// Parses an email.
pub fn read(raw: &[u8], trust: &Trust) -> Result<IncomingEmail, Unreadable> {
    let parts = parts::split(raw)?;
    let head = parts.head();
    let from = head.from();
    let character = character::of(&parts, from.as_deref(), trust);
    // Automatic emails are never read as orders.
    let written = match character {
        Character::Person => written::of(&parts),
        Character::Machine(_) | Character::Bounce(_) => Written::default(),
    };
    Ok(IncomingEmail {
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

/// Returns every line of an email's text, with the reason if it was left out.
pub fn lines(raw: &[u8]) -> Result<Vec<(String, Option<Cut>)>, Unreadable> {
    Ok(written::whole(&parts::split(raw)?))
}
