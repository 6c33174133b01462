//! Parses and writes query strings and form bodies: `a=1&b=two+words`.

use std::collections::BTreeMap;
use std::str::FromStr;

use serde::de::value::{BorrowedStrDeserializer, Error, MapDeserializer, SeqDeserializer};
use serde::de::{Deserializer, IntoDeserializer, Visitor};
use serde::{Deserialize, forward_to_deserialize_any};

use crate::http::error::PageError;

pub use ravenpost_emails::parts::links::encode;

/// The fields of a form or query, in order.
#[derive(Clone, Debug, Default)]
pub struct Fields(Vec<(String, String)>);

impl Fields {
    /// Parses a query string or form body: `a=1&b=two+words`.
    pub fn read(text: &str) -> Fields {
        Fields(form_urlencoded::parse(text.as_bytes()).into_owned().collect())
    }

    /// Reads the fields into a struct. A text is the first value of its field, trimmed; a `bool`
    /// is a checkbox; a `Vec` has all values. Unknown fields are ignored.
    ///
    /// With `#[serde(default)]`, only a `deserialize_with` function can fail.
    pub fn parse<'a, T: Deserialize<'a>>(&'a self) -> Result<T, PageError> {
        let mut values = BTreeMap::<&str, Values<'_>>::new();
        for (name, value) in &self.0 {
            values.entry(name.as_str()).or_default().0.push(value.trim());
        }
        T::deserialize(MapDeserializer::<_, Error>::new(values.into_iter()))
            .map_err(|error| PageError::Unreadable(error.to_string()))
    }

    /// Returns the first value of a field, trimmed.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.trim())
    }

    /// Returns the first value of a field, or an empty string.
    pub fn text(&self, name: &str) -> &str {
        self.get(name).unwrap_or_default()
    }

    /// Whether a checkbox was ticked.
    pub fn ticked(&self, name: &str) -> bool {
        self.get(name).is_some_and(|value| !value.is_empty())
    }

    /// Returns all values of a field.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.trim())
    }

    /// Returns every field whose name starts with the prefix, with the rest of its name.
    pub fn under<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.0.iter().filter_map(move |(name, value)| {
            name.strip_prefix(prefix).map(|rest| (rest, value.trim()))
        })
    }

    /// Returns the fields except those with the given names.
    pub fn without(&self, names: &[&str]) -> Fields {
        let others = self.0.iter().filter(|(name, _)| !names.contains(&name.as_str()));
        Fields(others.cloned().collect())
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// The trimmed values of a field.
#[derive(Default)]
struct Values<'a>(Vec<&'a str>);

impl<'de> IntoDeserializer<'de, Error> for Values<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Values<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_borrowed_str(self.0.first().copied().unwrap_or_default())
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_bool(self.0.first().is_some_and(|value| !value.is_empty()))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let values = self.0.into_iter().map(BorrowedStrDeserializer::<'de, Error>::new);
        visitor.visit_seq(SeqDeserializer::<_, Error>::new(values))
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct newtype_struct tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// Reads a value for `deserialize_with`; None if it cannot be parsed.
pub fn lenient<'de, D, T>(field: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr,
{
    Ok(<&str>::deserialize(field)?.parse().ok())
}

/// Formats fields as a query string: `a=1&b=two%20words`.
pub fn pairs(fields: &[(&str, &str)]) -> String {
    let pairs = fields.iter().map(|(name, value)| format!("{}={}", encode(name), encode(value)));
    pairs.collect::<Vec<_>>().join("&")
}

#[cfg(test)]
mod tests {
    use serde::de::Error as _;

    use super::*;

    #[derive(Debug, Default, PartialEq, Deserialize)]
    #[serde(default, rename_all = "kebab-case")]
    struct Form<'a> {
        order: &'a str,
        area: Option<&'a str>,
        reason: String,
        no_programs: bool,
        #[serde(borrow)]
        did: Vec<&'a str>,
        #[serde(deserialize_with = "lenient")]
        seat: Option<u8>,
        #[serde(deserialize_with = "even")]
        hours: u32,
    }

    fn even<'de, D: Deserializer<'de>>(field: D) -> Result<u32, D::Error> {
        let hours: Option<u32> = <&str>::deserialize(field)?.parse().ok();
        let even = hours.filter(|hours| hours % 2 == 0);
        even.ok_or_else(|| D::Error::custom("the hours are odd"))
    }

    #[test]
    fn forms_parse_as_browsers_encode_them() {
        let fields = Fields::read("order=lose+2s%2Bgrain&reason=%C3%BE&area=%zz%4&no-programs=on");
        let form: Form = fields.parse().unwrap();
        assert_eq!((form.order, form.area), ("lose 2s+grain", Some("%zz%4")));
        assert_eq!((form.reason.as_str(), form.no_programs), ("þ", true));
        assert_eq!(Fields::read("a%3Db=1").get("a=b"), Some("1"));
    }

    #[test]
    fn missing_and_unknown_fields_are_not_errors() {
        let fields = Fields::read("token=abc&key=&x");
        assert_eq!(fields.parse::<Form>().unwrap(), Form::default());
        assert_eq!(Fields::default().parse::<Form>().unwrap(), Form::default());
    }

    #[test]
    fn empty_fields_are_present_but_not_ticked() {
        let fields = Fields::read("area=&no-programs=+&did&seat=&order");
        let form: Form = fields.parse().unwrap();
        assert_eq!(form, Form { area: Some(""), did: vec![""], ..Form::default() });
    }

    #[test]
    fn first_of_repeated_values_counts_except_in_lists() {
        let fields = Fields::read("did=+1:a+&order=x&area=&did=2:b&order=y&area=b&seat=2&seat=3");
        let form: Form = fields.parse().unwrap();
        assert_eq!((form.order, form.area, form.seat), ("x", Some(""), Some(2)));
        assert_eq!(form.did, ["1:a", "2:b"]);
    }

    #[test]
    fn meaningless_values_are_ignored_or_refused() {
        let read = |text: &str| Fields::read(text).parse::<Form>().map(|form| form.seat);
        for nonsense in ["seat=x", "seat=-1", "seat=256", "seat=1.5"] {
            assert_eq!(read(nonsense).ok(), Some(None), "{nonsense}");
        }
        let refused = read("hours=3").unwrap_err();
        assert!(matches!(refused, PageError::Unreadable(why) if why == "the hours are odd"));
    }

    #[test]
    fn invalid_utf8_is_replaced() {
        let fields = Fields::read("order=%FFa&%FF=1");
        assert_eq!(fields.parse::<Form>().unwrap().order, "\u{fffd}a");
    }

    #[test]
    fn written_query_round_trips() {
        let text = "a b+c&d=e%þ#?/";
        let fields = Fields::read(&pairs(&[("order", text)]));
        assert_eq!(fields.parse::<Form>().unwrap().order, text);
    }
}
