//! Forms: the token that ties a form to the browser it was shown in, the key that makes sending it
//! twice the same as once, and reading what was filled in.

use actix_web::web::Bytes;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::error::PageError;
pub use crate::letters::links::encode;

/// The largest form anybody needs to send, in bytes.
pub const LARGEST: usize = 64 * 1024;

/// The fields of a form or a query, in order.
#[derive(Clone, Debug, Default)]
pub struct Fields(Vec<(String, String)>);

impl Fields {
    /// Reads `a=1&b=two+words`.
    pub fn read(text: &str) -> Fields {
        let pairs = text.split('&').filter(|pair| !pair.is_empty());
        Fields(pairs.map(|pair| pair.split_once('=').unwrap_or((pair, ""))).map(decoded).collect())
    }

    /// Reads the body of a form.
    pub fn of_body(body: &Bytes) -> Result<Fields, PageError> {
        let text = std::str::from_utf8(body)
            .map_err(|_| PageError::Unreadable("the form is not text".to_owned()))?;
        Ok(Fields::read(text))
    }

    /// The first value of a field, trimmed.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.trim())
    }

    /// The value of a field, empty when it was not sent.
    pub fn text(&self, name: &str) -> &str {
        self.get(name).unwrap_or_default()
    }

    /// Whether a box was ticked.
    pub fn ticked(&self, name: &str) -> bool {
        self.get(name).is_some_and(|value| !value.is_empty())
    }

    /// All values of a field.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.trim())
    }

    /// Every field whose name begins so, with the rest of the name.
    pub fn under<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.0.iter().filter_map(move |(name, value)| {
            name.strip_prefix(prefix).map(|rest| (rest, value.trim()))
        })
    }

    /// All fields, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

fn decoded((name, value): (&str, &str)) -> (String, String) {
    (decode(name), decode(value))
}

fn decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut plain = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = |from: usize| {
            let pair = bytes.get(from..from + 2)?;
            u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()
        };
        match bytes[at] {
            b'+' => plain.push(b' '),
            b'%' => {
                if let Some(byte) = hex(at + 1) {
                    plain.push(byte);
                    at += 2;
                } else {
                    plain.push(b'%');
                }
            }
            byte => plain.push(byte),
        }
        at += 1;
    }
    String::from_utf8_lossy(&plain).into_owned()
}

/// Writes `a=1&b=two%20words`, for addresses.
pub fn pairs(fields: &[(&str, &str)]) -> String {
    let pairs = fields.iter().map(|(name, value)| format!("{}={}", encode(name), encode(value)));
    pairs.collect::<Vec<_>>().join("&")
}

/// 128 random bits as text: for keys, cookies and tokens.
pub fn random() -> String {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("the system has randomness");
    data_encoding::BASE32_NOPAD.encode(&bytes).to_lowercase()
}

/// What the token of a browser's forms is, before it is masked.
fn bare(cookie: &str) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(b"ravenpost form token 1");
    hash.update(cookie.as_bytes());
    hash.finalize().into()
}

/// The token for the forms of one page. It is masked anew each time, so that a compressed page
/// says nothing about it through its length.
pub fn token(cookie: &str) -> String {
    let mut mask = [0; 32];
    getrandom::fill(&mut mask).expect("the system has randomness");
    let mut bytes = mask.to_vec();
    bytes.extend(bare(cookie).iter().zip(mask).map(|(byte, mask)| byte ^ mask));
    data_encoding::BASE64URL_NOPAD.encode(&bytes)
}

/// Whether a form's token belongs to the browser with that cookie.
pub fn token_fits(cookie: &str, token: &str) -> bool {
    let Ok(bytes) = data_encoding::BASE64URL_NOPAD.decode(token.as_bytes()) else { return false };
    if bytes.len() != 64 {
        return false;
    }
    let (mask, masked) = bytes.split_at(32);
    let given: Vec<u8> = masked.iter().zip(mask).map(|(byte, mask)| byte ^ mask).collect();
    bool::from(given.ct_eq(&bare(cookie)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_read_as_browsers_write_them() {
        let fields =
            Fields::read("order=lose+2s%2Bgrain&seats=1&seats=2&odd=%zz%4&empty&a%3Db=%C3%BE");
        assert_eq!(fields.get("order"), Some("lose 2s+grain"));
        assert_eq!(fields.all("seats").collect::<Vec<_>>(), ["1", "2"]);
        assert_eq!(fields.get("odd"), Some("%zz%4"));
        assert_eq!(fields.get("a=b"), Some("þ"));
        assert!(!fields.ticked("empty") && !fields.ticked("none"));
    }

    #[test]
    fn what_is_written_is_read_back() {
        let text = "a b+c&d=e%þ#?/";
        let fields = Fields::read(&pairs(&[("x", text)]));
        assert_eq!(fields.get("x"), Some(text));
    }

    #[test]
    fn a_token_fits_its_own_browser_only() {
        let (first, again) = (token("cookie"), token("cookie"));
        assert_ne!(first, again, "each page masks it anew");
        assert!(token_fits("cookie", &first) && token_fits("cookie", &again));
        assert!(!token_fits("other", &first));
        assert!(!token_fits("cookie", "") && !token_fits("cookie", "AAAA"));
    }
}
