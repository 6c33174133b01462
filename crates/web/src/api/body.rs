//! Reads the JSON body and the idempotency key of a request.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, PoisonError};

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::web::Bytes;
use actix_web::{FromRequest, HttpRequest};
use futures_util::future::LocalBoxFuture;
use serde::de::{self, Deserialize, DeserializeOwned, Deserializer, MapAccess, Visitor};

use crate::api::problem::{Kind, Problem};
use ravenpost_service::Idempotency;
use ravenpost_store::PlayerId;

/// The maximum length of a key.
const LONGEST_KEY: usize = 200;

/// The body of a request. An empty one counts as `{}`. Unknown fields are refused.
///
/// The handler parses it after checking the caller, so that callers without access learn nothing.
pub struct Body<T>(Result<T, Problem>);

impl<T> Body<T> {
    pub fn value(self) -> Result<T, Problem> {
        self.0
    }
}

impl<T: DeserializeOwned + 'static> FromRequest for Body<T> {
    type Error = actix_web::Error;
    type Future = LocalBoxFuture<'static, Result<Body<T>, actix_web::Error>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (bytes, request) = (Bytes::from_request(request, payload), request.clone());
        Box::pin(async move { Ok(Body(judged(&request, &bytes.await?))) })
    }
}

fn judged<T: DeserializeOwned>(request: &HttpRequest, bytes: &Bytes) -> Result<T, Problem> {
    if bytes.is_empty() {
        return read(b"{}");
    }
    let kind = request.headers().get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if !kind.eq_ignore_ascii_case("application/json") {
        let why = "Send the body as JSON, with \"Content-Type: application/json\".";
        return Err(Problem::new(Kind::MediaType, why));
    }
    read(bytes)
}

fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    // Serde would also accept an array of the fields in order.
    if bytes.iter().find(|byte| !byte.is_ascii_whitespace()) != Some(&b'{') {
        return Err(Problem::unreadable("The body must be a JSON object: {\"field\": \"value\"}."));
    }
    let wrong =
        |error: &dyn Display| Problem::unreadable(format!("The body could not be read: {error}."));
    let text = str::from_utf8(bytes).map_err(|error| wrong(&error))?;
    serde_json::from_str(&with_integers(text)).map_err(|error| wrong(&error))
}

/// Reads a map. Repeated keys are refused, because only one of their values could count.
pub fn distinct<'de, D, K, V>(map: D) -> Result<BTreeMap<K, V>, D::Error>
where
    D: Deserializer<'de>,
    K: Deserialize<'de> + Ord,
    V: Deserialize<'de>,
{
    map.deserialize_map(Distinct(PhantomData))
}

struct Distinct<K, V>(PhantomData<(K, V)>);

impl<'de, K: Deserialize<'de> + Ord, V: Deserialize<'de>> Visitor<'de> for Distinct<K, V> {
    type Value = BTreeMap<K, V>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let mut map = BTreeMap::new();
        while let Some((key, value)) = entries.next_entry()? {
            if map.insert(key, value).is_some() {
                return Err(de::Error::custom("repeated field"));
            }
        }
        Ok(map)
    }
}

/// Writes integral numbers such as `9580.0` and `1e3` as integers. For JSON Schema they are
/// integers, but not for serde.
fn with_integers(json: &str) -> String {
    let (mut plain, mut number) = (String::with_capacity(json.len()), String::new());
    let (mut quoted, mut escaped) = (false, false);
    for c in json.chars() {
        if !quoted && (c.is_ascii_digit() || "+-.eE".contains(c)) {
            number.push(c);
            continue;
        }
        plain.push_str(&as_integer(&number));
        number.clear();
        if c == '"' && !escaped {
            quoted = !quoted;
        }
        escaped = quoted && c == '\\' && !escaped;
        plain.push(c);
    }
    plain.push_str(&as_integer(&number));
    plain
}

/// Returns a number without its fraction and exponent, if it is an integer; otherwise as it is.
fn as_integer(number: &str) -> Cow<'_, str> {
    // Larger numbers would lose digits.
    let exact = |value: &f64| value.fract() == 0.0 && value.abs() < 9e15;
    let value = match number.contains(['.', 'e', 'E']) {
        true => serde_json::from_str(number).ok().filter(exact),
        false => None,
    };
    value.map_or(Cow::Borrowed(number), |value: f64| Cow::Owned(format!("{value:.0}")))
}

/// The `Idempotency-Key` of a request that changes something.
pub struct Key(Result<String, Problem>);

impl FromRequest for Key {
    type Error = actix_web::Error;
    type Future = std::future::Ready<Result<Key, actix_web::Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let mut sent = request.headers().get_all("idempotency-key");
        let (first, more) = (sent.next(), sent.next().is_some());
        let only = first.filter(|_| !more).and_then(|key| key.to_str().ok());
        std::future::ready(Ok(Key(key_of(only.unwrap_or_default()))))
    }
}

/// Reads the header: a quoted string, or the bare key.
fn key_of(sent: &str) -> Result<String, Problem> {
    let sent = sent.trim();
    let quoted = sent.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let key = quoted.unwrap_or(sent);
    let plain = key.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"\\".contains(&byte));
    if key.is_empty() || key.len() > LONGEST_KEY || !plain {
        let why = format!(
            "Send one Idempotency-Key header with a new random value of 1 to {LONGEST_KEY} visible \
             characters. To retry, send the same value again."
        );
        return Err(Problem::new(Kind::KeyMissing, why));
    }
    Ok(key.to_owned())
}

impl Key {
    /// Begins a use case. It fails if a request with the same key is in progress.
    pub fn once(
        self,
        running: &InFlight,
        player: PlayerId,
        game: &str,
        use_case: &str,
    ) -> Result<Once, Problem> {
        let key = Idempotency::of(player, game, &format!("api {use_case}"), self.0?);
        let mut held = running.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !held.insert(key.as_str().to_owned()) {
            let why = "Wait for its answer, then repeat the request.";
            return Err(Problem::new(Kind::InFlight, why));
        }
        drop(held);
        Ok(Once { key, running: running.clone() })
    }
}

/// The keys of requests in progress.
#[derive(Clone, Default)]
pub struct InFlight(Arc<Mutex<HashSet<String>>>);

/// A request in progress.
pub struct Once {
    pub key: Idempotency,
    running: InFlight,
}

impl Drop for Once {
    fn drop(&mut self) {
        let mut held = self.running.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.remove(self.key.as_str());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_parsed_with_and_without_quotes() {
        assert_eq!(key_of("\"abc-1\"").ok().as_deref(), Some("abc-1"));
        assert_eq!(key_of(" abc-1 ").ok().as_deref(), Some("abc-1"));
        let long = "x".repeat(LONGEST_KEY + 1);
        for bad in ["", "\"\"", "a b", "\"a", "a\"b", "þ", &long] {
            assert!(key_of(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn body_must_be_an_object() {
        #[derive(serde::Deserialize)]
        struct Line {
            order: String,
        }
        let order = |text: &str| read::<Line>(text.as_bytes()).ok().map(|line| line.order);
        assert_eq!(order(" {\"order\": \"pass\"}").as_deref(), Some("pass"));
        for bad in ["[\"pass\"]", " [\"pass\"]", "\"pass\"", "null", " ", ""] {
            assert_eq!(order(bad), None, "{bad}");
        }
    }

    #[test]
    fn integers_may_have_a_fraction_of_zero() {
        for (sent, plain) in [
            (r#"{"to": 9580.0}"#, r#"{"to": 9580}"#),
            (r#"{"to": [1e3, 2.50, -3.00, 4E0]}"#, r#"{"to": [1000, 2.50, -3, 4]}"#),
            (r#"{"a": true, "b": false, "1.0": null}"#, r#"{"a": true, "b": false, "1.0": null}"#),
            (r#"{"text": "a \" 1.0 \\", "to": 1.0}"#, r#"{"text": "a \" 1.0 \\", "to": 1}"#),
            ("{\"to\": 1., \"or\": .0}", "{\"to\": 1., \"or\": .0}"),
            ("{\"to\": 1e300}", "{\"to\": 1e300}"),
        ] {
            assert_eq!(with_integers(sent), plain);
        }
    }

    #[test]
    fn key_is_in_use_until_its_request_ends() {
        let running = InFlight::default();
        let begin = |key: &str| Key(key_of(key)).once(&running, PlayerId(1), "game", "order");
        let first = begin("one").unwrap();
        assert!(begin("two").is_ok());
        let second = begin("one").err().map(|problem| problem.to_string());
        assert!(second.is_some_and(|problem| problem.starts_with("in-flight")));
        drop(first);
        assert!(begin("one").is_ok());
    }
}
