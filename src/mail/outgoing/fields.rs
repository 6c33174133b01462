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

/// `Winter on the island <w7k2p9.raven.example>`; letters, digits and blanks of the name only,
/// because everything else would have to be quoted.
pub(super) fn list_id(game: &str, name: &str, domain: &str) -> HeaderValue {
    let simple = |c: char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-');
    let name: String = name.chars().filter(|c| simple(*c)).collect();
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let game: String = game.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
    plain("List-Id", format!("{name} <{game}.{domain}>").trim_start())
}

/// The links that leave the list: https first, mail when that is read.
pub(super) fn leave(link: &str, mail: Option<&str>) -> HeaderValue {
    match mail {
        Some(address) => {
            let key = link.rsplit('/').next().unwrap_or_default();
            plain("List-Unsubscribe", &format!("<{link}>, <mailto:{address}?subject=stop%20{key}>"))
        }
        None => plain("List-Unsubscribe", &format!("<{link}>")),
    }
}
