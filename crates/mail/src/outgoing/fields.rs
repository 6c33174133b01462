//! Header fields that lettre does not support, each on one line.

use lettre::message::header::{HeaderName, HeaderValue};

/// Builds an unencoded, unfolded field. Removes everything except printable ASCII, so that no value
/// can inject another field.
pub(super) fn plain(name: &'static str, value: &str) -> HeaderValue {
    let value: String = value.chars().filter(|c| matches!(c, ' '..='~')).collect();
    HeaderValue::dangerous_new_pre_encoded(
        HeaderName::new_from_ascii_str(name),
        value.clone(),
        value,
    )
}

/// Encodes a subject that contains text resembling an encoded word (RFC 2047). Mail programs would
/// otherwise decode that text.
pub(super) fn literal_subject(subject: &str) -> Option<HeaderValue> {
    if !subject.contains("=?") {
        return None;
    }
    let mut words: Vec<String> = Vec::new();
    for c in subject.chars() {
        match words.last_mut() {
            // An encoded word is at most 75 characters long, and no character may be split.
            Some(word) if word.len() + c.len_utf8() <= 42 => word.push(c),
            _ => words.push(c.to_string()),
        }
    }
    let coded = words
        .iter()
        .map(|word| format!("=?utf-8?b?{}?=", data_encoding::BASE64.encode(word.as_bytes())));
    let coded = coded.collect::<Vec<_>>().join("\r\n ");
    let name = HeaderName::new_from_ascii_str("Subject");
    Some(HeaderValue::dangerous_new_pre_encoded(name, subject.to_owned(), coded))
}

/// Builds a List-Id such as `Winter on the island <w7k2p9.raven.example>`. Transliterates the name
/// to ASCII and keeps only characters that need no quoting.
pub(super) fn list_id(game: &str, name: &str, domain: &str) -> HeaderValue {
    let simple = |c: char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-');
    let name: String = any_ascii::any_ascii(name).chars().filter(|c| simple(*c)).collect();
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let game: String = game.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
    plain("List-Id", format!("{name} <{game}.{domain}>").trim_start())
}

/// Builds List-Unsubscribe: the https link first, then a mail address if replies are read.
pub(super) fn leave(link: &str, mail: Option<&str>) -> HeaderValue {
    match mail {
        // Written without encoding: the plus sign would have to be encoded, and some programs do
        // not decode it.
        Some(address) => {
            plain("List-Unsubscribe", &format!("<{link}>, <mailto:{address}?subject=stop>"))
        }
        None => plain("List-Unsubscribe", &format!("<{link}>")),
    }
}
