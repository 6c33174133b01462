//! The stored form of email preferences: JSON, read field by field. A field that cannot be read,
//! because of another version or manual edits, counts as the quietest choice rather than the
//! default. It is kept until the player chooses again.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

// The names of the fields.
pub(super) const DISABLED: &str = "disabled";
pub(super) const DISABLED_BY_GAME: &str = "disabled_by_game";
pub(super) const BUNDLE_CHAT: &str = "bundle_chat";
pub(super) const FREQUENCY: &str = "frequency";
pub(super) const FREQUENCY_BY_GAME: &str = "frequency_by_game";
pub(super) const DIGEST_HOUR: &str = "digest_hour";
pub(super) const SHORT_EMAILS: &str = "short_emails";

/// All known fields. Any others belong to another version.
const FIELDS: [&str; 7] = [
    DISABLED,
    DISABLED_BY_GAME,
    BUNDLE_CHAT,
    FREQUENCY,
    FREQUENCY_BY_GAME,
    DIGEST_HOUR,
    SHORT_EMAILS,
];

/// Stored fields that have not been read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Unread(Map<String, Value>);

impl Unread {
    /// All stored fields. Anything but a JSON object counts as an unreadable field that turns
    /// everything off.
    pub(super) fn all(stored: &str) -> Unread {
        match serde_json::from_str(stored) {
            Ok(Value::Object(fields)) => Unread(fields),
            _ => Unread(Map::from_iter([(DISABLED.to_owned(), Value::from(stored))])),
        }
    }

    /// Reads a field, which is kept here if it cannot be read.
    pub(super) fn read<T: DeserializeOwned>(&mut self, field: &str) -> Option<T> {
        let read = T::deserialize(self.0.get(field)?).ok()?;
        self.0.remove(field);
        Some(read)
    }

    /// Whether that field cannot be read.
    pub(super) fn has(&self, field: &str) -> bool {
        self.0.contains_key(field)
    }

    /// Whether any known field cannot be read.
    pub(super) fn has_any(&self) -> bool {
        FIELDS.iter().any(|field| self.has(field))
    }

    /// Drops a field that its player has set again.
    pub(super) fn drop(&mut self, field: &str) {
        self.0.remove(field);
    }

    /// Drops all known fields.
    pub(super) fn drop_all(&mut self) {
        FIELDS.iter().for_each(|field| self.drop(field));
    }

    /// Writes the unread fields back.
    pub(super) fn put_back(&self, value: &mut Value) {
        if let Value::Object(fields) = value {
            fields.extend(self.0.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::people::mail_choices::MailChoices;
    use crate::people::mail_pace::MailPace;
    use ravenpost_emails::MailTopic;

    #[test]
    fn unreadable_choices_mean_no_email_and_are_kept() {
        let (here, there) = (ravenpost_store::random_game_id(), ravenpost_store::random_game_id());
        let stored = format!(
            r#"{{"disabled":["chat"],"frequency":{{"turns":"weekly"}},
                "disabled_by_game":{{"{here}":["turns"]}},"new":1}}"#
        );
        let choices = MailChoices::of(&stored);
        assert!(!choices.is_readable());
        assert!(!choices.wants(MailTopic::Chat), "it stays off");
        assert!(!choices.wants_of(MailTopic::Turns, Some(&here)), "and so does this");
        assert!(choices.wants_of(MailTopic::Turns, Some(&there)));
        assert_eq!(
            choices.pace_of(MailTopic::Turns, None),
            MailPace::Daily,
            "not louder than it was"
        );
        let less = choices.with(MailTopic::TableNews, None, false).stored().expect("written");
        assert!(less.contains(r#""turns":"weekly""#) && less.contains(r#""new":1"#), "{less}");
        assert!(!MailChoices::of(&less).wants(MailTopic::TableNews));
        let merged = MailChoices::of(&less).chosen_again();
        let merged = merged.paced(MailTopic::Turns, None, Some(MailPace::HalfHour));
        assert!(merged.is_readable() && merged.stored().expect("written").contains("half_hour"));
    }

    #[test]
    fn each_unreadable_field_means_no_email() {
        let table = ravenpost_store::random_game_id();
        let of = |field: &str| MailChoices::of(&format!(r#"{{"{field}":"rubbish"}}"#));
        let spoiled = of("disabled_by_game");
        assert!(
            !spoiled.wants_of(MailTopic::Turns, Some(&table)) && spoiled.wants(MailTopic::Turns)
        );
        assert_eq!(of("frequency").pace_of(MailTopic::Turns, None), MailPace::Daily);
        let spoiled = of("frequency_by_game");
        assert_eq!(spoiled.pace_of(MailTopic::Turns, Some(&table)), MailPace::Daily);
        assert_eq!(spoiled.pace_of(MailTopic::Turns, None), MailPace::Immediate);
        let words = of("bundle_chat");
        assert!(words.wants_words(&table) && !words.wants_words_at_once(&table));
        for field in super::FIELDS {
            assert!(!of(field).is_readable(), "{field}");
            let stored = of(field).stored().expect("written");
            assert!(stored.contains(&format!(r#""{field}":"rubbish""#)), "{stored}");
        }
    }

    #[test]
    fn malformed_choices_enable_no_email() {
        for rubbish in ["", "{", "[]", "null", r#"{"disabled":3}"#, r#"{"disabled":"turns"}"#] {
            let choices = MailChoices::of(rubbish);
            assert!(MailTopic::ALL.iter().all(|topic| !choices.wants(*topic)), "{rubbish}");
            let stopped = choices.clone().with(MailTopic::Chat, None, false);
            let again = MailChoices::of(&stopped.stored().expect("written"));
            assert!(!again.wants(MailTopic::Turns), "a stop link overwrites nothing: {rubbish}");
            let turns = choices.clone().with(MailTopic::Turns, None, true);
            assert!(
                turns.wants(MailTopic::Turns) && !turns.wants(MailTopic::TableNews),
                "{rubbish}"
            );
            let merged = choices.chosen_again().with(MailTopic::Turns, None, true);
            assert!(merged.is_readable() && merged.wants(MailTopic::TableNews), "{rubbish}");
        }
        assert!(MailChoices::of("{}").wants(MailTopic::Turns), "who has chosen nothing gets all");
    }

    const GOLDEN: &str = include_str!("../../../../tests/golden/preferences.txt");

    #[test]
    fn stored_choices_have_golden_values() {
        let table = Some("k3v9w2mq7xhd");
        let choices = MailChoices { bundle_chat: true, short_emails: true, ..Default::default() };
        let choices = MailChoices { digest_hour: 19, ..choices };
        let choices = MailTopic::ALL.iter().fold(choices, |all, &topic| {
            let paces = [MailPace::HalfHour, MailPace::ThreeHours, MailPace::Daily];
            let pace = paces[topic as usize % 3];
            all.with(topic, None, false).with(topic, table, false).paced(topic, None, Some(pace))
        });
        let choices = choices.paced(MailTopic::Turns, table, Some(MailPace::Immediate));
        let stored = choices.stored().expect("written");
        assert_eq!(format!("{stored}\n"), GOLDEN, "tests/golden/preferences.txt");
        assert_eq!(MailChoices::of(&stored), choices);
        assert_eq!(MailChoices::default().stored().expect("written"), r#"{"disabled":[]}"#);
    }
}
