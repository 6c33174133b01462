//! Reading acts from a log. Acts that a newer version wrote are distinguished from damaged ones.

use std::collections::BTreeSet;

use serde::de::IgnoredAny;
use serde_json::Value;

use super::Act;

/// Why an act cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unread {
    /// The act is well-formed but contains this name, which only a newer version knows.
    #[error("contains \u{201c}{0}\u{201d}, which this version does not know")]
    Newer(String),
    /// The act is malformed.
    #[error("cannot be read: {0}")]
    Damaged(String),
}

impl Act {
    /// Parses an act as it is stored.
    ///
    /// # Errors
    ///
    /// Returns whether the act is newer than this version or damaged.
    pub fn read(stored: &str) -> Result<Act, Unread> {
        serde_json::from_str(stored).map_err(|error| unread(stored, &error))
    }

    /// Parses an act and requires the exact format: all fields of the act and no others. Verifiers
    /// use this, because ignored fields would be unverified.
    ///
    /// # Errors
    ///
    /// Returns whether the act is newer than this version or damaged.
    pub fn read_exactly(stored: &str) -> Result<Act, Unread> {
        let act = Act::read(stored)?;
        act.must_be_exactly(stored)?;
        Ok(act)
    }

    /// Requires that the text from which this act was parsed has the exact format.
    ///
    /// # Errors
    ///
    /// Returns the first field that is missing, unknown or not in canonical form.
    pub fn must_be_exactly(&self, stored: &str) -> Result<(), Unread> {
        let damaged = |error: serde_json::Error| Unread::Damaged(error.to_string());
        // Fields in another order are accepted too, but the server stores acts in this one.
        if serde_json::to_string(self).map_err(damaged)? == stored {
            return Ok(());
        }
        let value: Value = serde_json::from_str(stored).map_err(damaged)?;
        let meant = serde_json::to_value(self).map_err(damaged)?;
        match first_difference(&value, &meant, "") {
            None => Ok(()),
            Some(field) => Err(Unread::Damaged(format!(
                "\u{201c}{field}\u{201d} is missing, unknown or not in canonical form"
            ))),
        }
    }
}

/// Returns the name of the first field in which two values differ.
fn first_difference(one: &Value, other: &Value, name: &str) -> Option<String> {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            let names: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
            names.into_iter().find_map(|name| match (one.get(name), other.get(name)) {
                (Some(one), Some(other)) => first_difference(one, other, name),
                _ => Some(name.clone()),
            })
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            one.iter().zip(other).find_map(|(one, other)| first_difference(one, other, name))
        }
        _ => (one != other).then(|| name.to_owned()),
    }
}

/// Classifies a parse error. Only an unknown variant in valid JSON indicates a newer version;
/// unknown or missing fields are damage.
fn unread(stored: &str, error: &serde_json::Error) -> Unread {
    let said = error.to_string();
    let whole = serde_json::from_str::<IgnoredAny>(stored).is_ok();
    let unknown = said.strip_prefix("unknown variant `").filter(|_| whole);
    match unknown.and_then(|rest| rest.split_once('`')) {
        Some((word, _)) => Unread::Newer(word.to_owned()),
        None => Unread::Damaged(said),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn act_has_exactly_its_fields() {
        let nudged = r#"{"Nudged":{"seat":1,"by":{"Organiser":null}}}"#;
        assert!(Act::read_exactly(nudged).is_ok());
        assert!(Act::read_exactly(r#"{"Nudged":{"by":{"Organiser":null},"seat":1}}"#).is_ok());
        for (other, named) in [
            (r#"{"Nudged":{"seat":1,"by":{"Organiser":null},"kindly":true}}"#, "kindly"),
            (r#"{"TakenOver":{"seat":1,"organiser":false}}"#, "organiser"),
            (r#"{"Voted":{"seat":null,"agrees":true,"via":"Page"}}"#, "seat"),
            (r#"{"Left":{"seat":1},"Started":null}"#, ""),
            (
                r#"{"Paused":{"reason":"","until":"2026-11-28T01:00:00+01:00","by":"Table"}}"#,
                "until",
            ),
            (
                r#"{"Proposed":{"motion":{"Rewind":{"to":3,"of":4}},"reason":"","until":
                "2026-11-28T00:00:00Z"}}"#,
                "of",
            ),
        ] {
            match Act::read_exactly(other) {
                Err(Unread::Damaged(why)) => assert!(why.contains(named), "{other}: {why}"),
                read => panic!("{other}: {read:?}"),
            }
        }
    }

    #[test]
    fn acts_of_newer_versions_are_distinguished_from_damage() {
        let newer = |word: &str| Err(Unread::Newer(word.to_owned()));
        assert_eq!(Act::read("\"Started\""), Ok(Act::Started));
        assert_eq!(Act::read("\"Danced\""), newer("Danced"));
        assert_eq!(Act::read("{\"Danced\":{\"twice\":true}}"), newer("Danced"));
        let voted = "{\"Voted\":{\"seat\":1,\"agrees\":true,\"via\":\"Raven\"}}";
        assert_eq!(Act::read(voted), newer("Raven"));
        for damaged in ["{\"Danced\":", "{\"Left\":{}}", "", "7"] {
            assert!(matches!(Act::read(damaged), Err(Unread::Damaged(_))), "{damaged}");
        }
    }
}
