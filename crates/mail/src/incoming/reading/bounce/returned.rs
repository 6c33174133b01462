//! The returned email in a bounce, which may be incomplete.

use super::super::fields::{HeaderFields, addresses_in};
use super::super::limits;
use super::super::parts::{self, MimePart, MimeParts};
use super::key;

/// What a bounce returns of our email.
#[derive(Default)]
pub(super) struct Returned {
    pub email: Option<String>,
    pub key: Option<String>,
    /// Its recipient.
    pub address: Option<String>,
}

/// The content types of returned emails.
const KINDS: &[&str] =
    &["message/rfc822", "message/global", "text/rfc822-headers", "message/global-headers"];

pub(super) fn of(parts: &MimeParts) -> Returned {
    let come_back = parts.iter().find(|part| KINDS.contains(&part.kind.as_str()));
    come_back
        .or_else(|| parts.iter().find(|part| part.kind == "text/plain"))
        .map(read)
        .unwrap_or_default()
}

/// Reads the header of the returned email, which may stand alone or be embedded in other text.
fn read(part: &MimePart) -> Returned {
    let (text, _) = parts::decode::text(part, limits::HEAD);
    let text = if part.kind == "text/plain" { embedded_header(&text) } else { text };
    let head = text.split("\n\n").next().unwrap_or_default();
    let Ok(fields) = HeaderFields::of(head.as_bytes()) else { return Returned::default() };
    let named = ["return-path", "x-original-from", "sender", "reply-to"];
    Returned {
        email: fields.ids("message-id").pop(),
        key: named.into_iter().find_map(|name| key(fields.raw(name))),
        address: addresses_in(fields.raw("to")).pop(),
    }
}

/// Extracts an email header embedded in a text: the lines around its Message-ID, up to empty lines.
fn embedded_header(text: &str) -> String {
    let bare = |line: &str| line.trim_start_matches(['>', ' ', '\t']).to_ascii_lowercase();
    let lines: Vec<&str> = text.lines().collect();
    let Some(at) = lines.iter().position(|line| bare(line).starts_with("message-id:")) else {
        return String::new();
    };
    let begin = lines[..at].iter().rposition(|line| line.trim().is_empty()).map_or(0, |at| at + 1);
    let head = lines[begin..].iter().take_while(|line| !line.trim().is_empty());
    let bare: Vec<&str> =
        head.map(|line| line.trim_start_matches("> ").trim_start_matches("  ")).collect();
    bare.join("\n")
}
