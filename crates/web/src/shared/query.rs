//! Parses and writes query strings and form bodies: `a=1&b=two+words`.

pub use ravenpost_emails::parts::links::encode;

/// The fields of a form or query, in order.
#[derive(Clone, Debug, Default)]
pub struct Fields(Vec<(String, String)>);

impl Fields {
    /// Parses a query string or form body: `a=1&b=two+words`.
    pub fn read(text: &str) -> Fields {
        Fields(form_urlencoded::parse(text.as_bytes()).into_owned().collect())
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

/// Formats fields as a query string: `a=1&b=two%20words`.
pub fn pairs(fields: &[(&str, &str)]) -> String {
    let pairs = fields.iter().map(|(name, value)| format!("{}={}", encode(name), encode(value)));
    pairs.collect::<Vec<_>>().join("&")
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
}
