//! Bounces: which of our emails was not delivered, to whom, and why.
//!
//! Servers that follow RFC 3464 include a machine-readable part (`report`); the others only write
//! text (`phrases`). `returned` finds the returned email. `classify` derives the reason from the
//! status and from common phrases (`phrases`).

mod classify;
mod phrases;
mod plain_text;
pub(in crate::incoming) mod reason;
mod report;
mod returned;

use super::fields::{HeaderFields, addresses_in};
use super::parts::MimeParts;

pub use reason::{FailureKind, Reason};

/// A notification that one of our emails was not delivered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bounce {
    /// The Message-ID of our email.
    pub email: Option<String>,
    /// The key in the return address of our email, or else in its reply address: `b-` or `o-`, and
    /// 26 characters.
    pub key: Option<String>,
    /// The recipient that failed.
    pub address: Option<String>,
    pub failure_kind: FailureKind,
    pub reason: Reason,
    /// The machine-readable report for each recipient, if any.
    pub reports: Vec<BounceReport>,
}

/// A delivery report for one recipient.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BounceReport {
    pub address: Option<String>,
    /// The action as reported: "failed" or "delayed".
    pub action: String,
    /// The enhanced status code (RFC 3463), such as "5.1.1".
    pub status: Option<String>,
    /// The last server's reply.
    pub diagnostic: String,
}

/// Parses an email as a bounce; `None` if it is not one.
pub(super) fn of(parts: &MimeParts, from: Option<&str>) -> Option<Bounce> {
    let returned = returned::of(parts);
    let reports = report::all(parts);
    let found = if reports.is_empty() {
        plain_text::of(parts, from)?
    } else {
        report::worst(&reports, &plain_text::words(parts))?
    };
    let head = parts.head();
    Some(Bounce {
        email: returned.email.or_else(|| answered(head)),
        key: key(&head.recipients().join(" ")).or(returned.key),
        address: found.address.or(returned.address),
        failure_kind: found.failure_kind,
        reason: found.reason,
        reports,
    })
}

/// The details extracted from a bounce.
struct BounceDetails {
    address: Option<String>,
    failure_kind: FailureKind,
    reason: Reason,
}

/// Returns the Message-ID that the bounce refers to; some servers name it only in these headers.
fn answered(head: &HeaderFields) -> Option<String> {
    let named = ["x-original-message-id", "in-reply-to", "references"];
    named.into_iter().find_map(|name| head.ids(name).pop())
}

/// Returns the first return or reply key in a text.
fn key(text: &str) -> Option<String> {
    let is_key = |word: &&str| {
        word.len() == 28
            && (word.starts_with("b-") || word.starts_with("o-"))
            && word[2..].bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'2'..=b'7'))
    };
    addresses_in(text).iter().find_map(|address| {
        let local = address.split('@').next().unwrap_or_default();
        local.split('+').find(is_key).map(str::to_owned)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reply_keys_are_found() {
        let local = "b-abcdefghijklmnopqrstuvwx27";
        assert_eq!(key(&format!("<{local}@x.example>")).as_deref(), Some(local));
        assert_eq!(
            key(&format!("raven+{}@x.example", local.to_uppercase())).as_deref(),
            Some(local)
        );
        assert_eq!(key(&local.replace("b-", "o-")), None, "no address");
        let reply = format!("{}@x.example", local.replace("b-", "o-"));
        assert_eq!(key(&reply).as_deref(), Some(&reply[..28]));
        assert_eq!(key("<b-abcdefgh@x.example>"), None);
    }
}
