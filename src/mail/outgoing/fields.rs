//! Header fields that lettre does not know, each on one line.

use lettre::message::header::{HeaderName, HeaderValue};

/// A field whose value is written as it is, unfolded. Whatever is not printable ASCII is left
/// out, so that no value can end its line.
pub(super) fn plain(name: &'static str, value: &str) -> HeaderValue {
    let value: String = value.chars().filter(|c| matches!(c, ' '..='~')).collect();
    HeaderValue::dangerous_new_pre_encoded(
        HeaderName::new_from_ascii_str(name),
        value.clone(),
        value,
    )
}

/// A subject in which something looks like an encoded word (RFC 2047) without being one: mail
/// programs would decode what somebody wrote on purpose, so all of it is encoded.
pub(super) fn literal_subject(subject: &str) -> Option<HeaderValue> {
    if !subject.contains("=?") {
        return None;
    }
    let mut words: Vec<String> = Vec::new();
    for letter in subject.chars() {
        match words.last_mut() {
            // An encoded word is at most 75 long, and no letter is cut in two.
            Some(word) if word.len() + letter.len_utf8() <= 42 => word.push(letter),
            _ => words.push(letter.to_string()),
        }
    }
    let coded = words
        .iter()
        .map(|word| format!("=?utf-8?b?{}?=", data_encoding::BASE64.encode(word.as_bytes())));
    let coded = coded.collect::<Vec<_>>().join("\r\n ");
    let name = HeaderName::new_from_ascii_str("Subject");
    Some(HeaderValue::dangerous_new_pre_encoded(name, subject.to_owned(), coded))
}

/// `Winter on the island <w7k2p9.raven.example>`. Other letters are written in ours, and of the
/// rest only digits and blanks stay: everything else would have to be quoted.
pub(super) fn list_id(game: &str, name: &str, domain: &str) -> HeaderValue {
    let simple = |c: char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-');
    let name: String = any_ascii::any_ascii(name).chars().filter(|c| simple(*c)).collect();
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let game: String = game.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
    plain("List-Id", format!("{name} <{game}.{domain}>").trim_start())
}

/// The links that leave the list: https first, mail when that is read.
pub(super) fn leave(link: &str, mail: Option<&str>) -> HeaderValue {
    match mail {
        // Plain, because a plus would have to be coded, and not all programs decode it again.
        Some(address) => {
            plain("List-Unsubscribe", &format!("<{link}>, <mailto:{address}?subject=stop>"))
        }
        None => plain("List-Unsubscribe", &format!("<{link}>")),
    }
}
