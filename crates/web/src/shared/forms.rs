//! Form handling: parsing, and the CSRF token that ties a form to the browser it was shown in.

use actix_web::web::Bytes;
use serde::Deserialize;
use serde::de::{Deserializer, Error};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::http::error::PageError;
use crate::shared::query::Fields;

use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Step;
use ravenpost_service::play::by_form::Filled;

/// The maximum size of a form, in bytes.
pub const LARGEST: usize = 64 * 1024;

/// Parses the body of a form.
pub fn read(body: &Bytes) -> Result<Fields, PageError> {
    let text = std::str::from_utf8(body)
        .map_err(|_| PageError::Unreadable("the form could not be read".to_owned()))?;
    Ok(Fields::read(text))
}

/// Reads a step for `deserialize_with`; None if the field is empty.
pub fn step<'de, D: Deserializer<'de>>(field: D) -> Result<Option<Step>, D::Error> {
    match <&str>::deserialize(field)? {
        "" => Ok(None),
        step => step.parse().map(Some).map_err(|_| D::Error::custom("a step must be a number")),
    }
}

/// Reads a seat for `deserialize_with`; None unless it is a positive number.
pub fn seat<'de, D: Deserializer<'de>>(field: D) -> Result<Option<Seat>, D::Error> {
    let number: Option<u8> = <&str>::deserialize(field)?.parse().ok();
    Ok(number.filter(|number| *number > 0).map(Seat))
}

/// The fields of a form with an order, except the inputs of a form that produces one.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct OrderForm<'a> {
    /// The order as typed or chosen.
    pub order: Option<&'a str>,
    /// The place of a form that produces an order, and the words that its order begins with.
    pub form: Option<&'a str>,
    pub lead: &'a str,
    /// The step at which the page was shown.
    pub seen: Option<&'a str>,
    /// The area that the orders were about.
    pub area: Option<&'a str>,
}

impl OrderForm<'_> {
    pub fn of(fields: &Fields) -> OrderForm<'_> {
        // Text fields can always be parsed.
        fields.parse().unwrap_or_default()
    }

    /// Whether it has an order, typed, chosen or entered into a form.
    pub fn has_order(&self) -> bool {
        self.order.or(self.form).is_some()
    }
}

/// Returns the completed form for an order, if the fields are those of one.
pub fn filled(fields: &Fields) -> Option<Filled<'_>> {
    let of_field = |input: &str| input.starts_with(|first: char| first.is_ascii_digit());
    let inputs = fields.under("f").filter(|(input, value)| of_field(input) && !value.is_empty());
    let OrderForm { form, lead, .. } = OrderForm::of(fields);
    Some(Filled { place: form?, lead, inputs: inputs.collect() })
}

/// Returns the words of a form for an order that was shown before `now`, when other choices were
/// offered.
pub fn outdated(fields: &Fields, now: Step) -> Option<String> {
    let seen = OrderForm::of(fields).seen?;
    (seen.parse::<Step>().ok() != Some(now)).then(|| order_words(fields)).flatten()
}

/// Returns the order in the fields as text, whether typed or entered into a form.
pub fn order_words(fields: &Fields) -> Option<String> {
    let typed = || OrderForm::of(fields).order.map(ToOwned::to_owned);
    filled(fields).map(|filled| filled.words()).or_else(typed)
}

/// Returns 128 random bits as text, for keys, cookies and tokens.
pub fn random() -> String {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("the system has randomness");
    data_encoding::BASE32_NOPAD.encode(&bytes).to_lowercase()
}

/// Computes the CSRF token of a browser before masking.
fn bare(cookie: &str) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(b"ravenpost form token 1");
    hash.update(cookie.as_bytes());
    hash.finalize().into()
}

/// Returns a CSRF token for the forms of one page. A fresh random mask keeps its value from leaking
/// through the size of compressed pages (BREACH).
pub fn token(cookie: &str) -> String {
    let mut mask = [0; 32];
    getrandom::fill(&mut mask).expect("the system has randomness");
    let mut bytes = mask.to_vec();
    bytes.extend(bare(cookie).iter().zip(mask).map(|(byte, mask)| byte ^ mask));
    data_encoding::BASE64URL_NOPAD.encode(&bytes)
}

/// Whether a form's token matches the browser's cookie, in constant time.
pub fn token_matches(cookie: &str, token: &str) -> bool {
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
    fn token_is_valid_in_its_own_browser_only() {
        let (first, again) = (token("cookie"), token("cookie"));
        assert_ne!(first, again, "each page masks it differently");
        assert!(token_matches("cookie", &first) && token_matches("cookie", &again));
        assert!(!token_matches("other", &first));
        assert!(!token_matches("cookie", "") && !token_matches("cookie", "AAAA"));
    }
}
