//! Shared parts of forms.

use ravenpost_rules::Field;

/// A choice of a number of Thingmen; a tick box if there is only one.
pub fn how_many(label: String, most: u8, word: impl Fn(u8) -> String) -> Field {
    if most == 1 {
        return Field::Tick { word: word(1), label };
    }
    let none = (String::new(), "none".to_owned());
    let some = (1..=most).map(|count| (word(count), count.to_string()));
    Field::Pick { label, choices: std::iter::once(none).chain(some).collect() }
}
