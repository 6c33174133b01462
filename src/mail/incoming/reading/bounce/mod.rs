//! Letters of ours that did not arrive: which one, at whom, and why.
//!
//! Servers that keep to RFC 3464 say it in a part for machines (`report`), the others in words
//! (`told`). `returned` finds the letter that came back; `judge` says what was wrong, from the
//! status and from what servers usually say (`said`).

mod judge;
pub(in crate::mail::incoming) mod reason;
mod report;
mod returned;
mod said;
mod told;

use super::fields::{HeaderFields, addresses_in};
use super::parts::MimeParts;

pub use reason::{Fate, Reason};

/// A letter that says that one of ours did not arrive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bounce {
    /// The Message-ID of our letter.
    pub letter: Option<String>,
    /// The key of our email's own return address, or else of its reply address: `b-` or `o-`, and
    /// 26 letters.
    pub key: Option<String>,
    /// At which address it did not arrive.
    pub address: Option<String>,
    pub fate: Fate,
    pub reason: Reason,
    /// What was said of each address, if it was said in the form for machines.
    pub reports: Vec<BounceReport>,
}

/// What a server reports of one address.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BounceReport {
    pub address: Option<String>,
    /// "failed" or "delayed", as it was said.
    pub action: String,
    /// The enhanced status code (RFC 3463): "5.1.1".
    pub status: Option<String>,
    /// What the last server answered.
    pub diagnostic: String,
}

/// The bounce that a letter is; None if it is none.
pub(super) fn of(parts: &MimeParts, from: Option<&str>) -> Option<Bounce> {
    let returned = returned::of(parts);
    let reports = report::all(parts);
    let found = if reports.is_empty() {
        told::of(parts, from)?
    } else {
        report::worst(&reports, &told::words(parts))?
    };
    let head = parts.head();
    Some(Bounce {
        letter: returned.letter.or_else(|| answered(head)),
        key: key(&head.recipients().join(" ")).or(returned.key),
        address: found.address.or(returned.address),
        fate: found.fate,
        reason: found.reason,
        reports,
    })
}

/// What was found out about a bounce.
struct BounceDetails {
    address: Option<String>,
    fate: Fate,
    reason: Reason,
}

/// The letter that the bounce answers: some servers name it only there.
fn answered(head: &HeaderFields) -> Option<String> {
    let named = ["x-original-message-id", "in-reply-to", "references"];
    named.into_iter().find_map(|name| head.ids(name).pop())
}

/// The first key in a text, of a return address or a reply address.
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
    fn keys_are_found() {
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
