//! What forms of several chapters are made of.

use ravenpost_rules::Field;

/// How many of some Thingmen: a tick where there is but one.
pub fn how_many(label: String, most: u8, word: impl Fn(u8) -> String) -> Field {
    if most == 1 {
        return Field::Tick { word: word(1), label };
    }
    let none = (String::new(), "none".to_owned());
    let some = (1..=most).map(|count| (word(count), count.to_string()));
    Field::Pick { label, choices: std::iter::once(none).chain(some).collect() }
}
