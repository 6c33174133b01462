//! Texts with stable ids, for descriptions and lists.

/// A part of a description or an entry of a list: "threatened", "2 ships of Red", "Forest (2)".
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Item {
    /// Identifies the item within its description or list; stays the same when the text changes.
    pub id: String,
    /// The text, as shown to players.
    pub text: String,
}

impl Item {
    /// Creates an item with its id.
    pub fn new(id: impl Into<String>, text: impl Into<String>) -> Item {
        Item { id: id.into(), text: text.into() }
    }
}

/// Joins the texts of items.
pub fn joined(items: &[Item], separator: &str) -> String {
    let texts: Vec<&str> = items.iter().map(|item| item.text.as_str()).collect();
    texts.join(separator)
}

/// Describes a thing by its name and details: "Bro: forest; Red farm".
pub(crate) fn described(name: &str, details: &[Item]) -> String {
    match (name, details) {
        (name, []) => name.to_owned(),
        ("", details) => joined(details, "; "),
        (name, details) => format!("{name}: {}", joined(details, "; ")),
    }
}
