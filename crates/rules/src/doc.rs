//! Reads a position's document, as set up by scenario files, by key. Misspelt keys are errors, and
//! all errors are reported together.

use std::cell::RefCell;

use serde_json::{Map, Value};

use super::list::List;

/// The errors found in a document, in order.
#[derive(Default, Debug)]
pub struct DocErrors(RefCell<Vec<String>>);

impl DocErrors {
    /// Creates an empty list of errors.
    pub fn new() -> DocErrors {
        DocErrors::default()
    }

    /// Records an error.
    pub fn add(&self, slip: impl Into<String>) {
        self.0.borrow_mut().push(slip.into());
    }

    /// Returns `read` if there were no errors.
    ///
    /// # Errors
    ///
    /// All errors, joined by `; `.
    pub fn none<T>(self, read: T) -> Result<T, String> {
        let slips = self.0.into_inner();
        if slips.is_empty() { Ok(read) } else { Err(slips.join("; ")) }
    }
}

/// One table of a document. Missing, `null` and invalid values are all read as `None`; invalid
/// values are also recorded as errors.
///
/// ```
/// use ravenpost_rules::doc::{Doc, DocErrors};
/// let sheet = serde_json::json!({ "turn": 2, "trun": 1, "gold": "much" });
/// let slips = DocErrors::new();
/// let doc = Doc::of("a sheet", &sheet, &["turn", "gold", "round"], &slips);
/// assert_eq!(doc.number::<u8>("turn"), Some(2));
/// assert_eq!((doc.number::<u8>("round"), doc.number::<u8>("gold")), (None, None));
/// let wrong = slips.none(()).unwrap_err();
/// assert_eq!(wrong, "a sheet has no \"trun\"; a sheet: gold: \"much\" is not a number");
/// ```
#[derive(Clone)]
pub struct Doc<'v> {
    what: String,
    table: Option<&'v Map<String, Value>>,
    slips: &'v DocErrors,
}

impl<'v> Doc<'v> {
    /// Wraps a table that may contain only these keys.
    pub fn of(
        what: impl Into<String>,
        value: &'v Value,
        keys: &[&str],
        slips: &'v DocErrors,
    ) -> Self {
        let doc = Doc::open(what, value, slips);
        for (key, _) in doc.entries().filter(|(key, _)| !keys.contains(key)) {
            slips.add(format!("{} has no \"{key}\"", doc.what));
        }
        doc
    }

    /// Wraps a table whose keys are names known to the reader.
    pub fn open(what: impl Into<String>, value: &'v Value, slips: &'v DocErrors) -> Self {
        let what = what.into();
        let table = value.as_object();
        if table.is_none() {
            slips.add(format!("{what}: {value} is not a table"));
        }
        Doc { what, table, slips }
    }

    /// Returns the keys and their values.
    pub fn entries(&self) -> impl Iterator<Item = (&'v str, &'v Value)> + use<'v> {
        self.table.into_iter().flatten().map(|(key, value)| (key.as_str(), value))
    }

    /// Returns the list in which errors are recorded.
    pub fn slips(&self) -> &'v DocErrors {
        self.slips
    }

    /// Records an error and returns `None`.
    pub fn slip<T>(&self, slip: impl std::fmt::Display) -> Option<T> {
        self.slips.add(format!("{}: {slip}", self.what));
        None
    }

    /// Returns the value under a key, whatever its type.
    pub fn value(&self, key: &str) -> Option<&'v Value> {
        self.table?.get(key).filter(|value| !value.is_null())
    }

    /// Returns whether the table has a value under this key.
    pub fn has(&self, key: &str) -> bool {
        self.value(key).is_some()
    }

    /// Reads a whole number that fits into `T`.
    pub fn number<T: TryFrom<u64>>(&self, key: &str) -> Option<T> {
        let value = self.value(key)?;
        match value.as_u64() {
            None => self.slip(format!("{key}: {value} is not a number")),
            Some(number) => T::try_from(number)
                .ok()
                .or_else(|| self.slip(format!("{key}: {value} is too much"))),
        }
    }

    /// Reads a truth value.
    pub fn truth(&self, key: &str) -> Option<bool> {
        let value = self.value(key)?;
        let wrong = || self.slip(format!("{key}: {value} is neither true nor false"));
        value.as_bool().or_else(wrong)
    }

    /// Reads a text.
    pub fn text(&self, key: &str) -> Option<&'v str> {
        let value = self.value(key)?;
        value.as_str().or_else(|| self.slip(format!("{key}: {value} is not text")))
    }

    /// Reads a list of strings. Entries of other types are skipped and recorded as errors.
    pub fn words(&self, key: &str) -> Option<Vec<&'v str>> {
        let word = |one: &'v Value| {
            one.as_str().or_else(|| self.slip(format!("{key}: {one} is not text")))
        };
        Some(self.values(key)?.iter().filter_map(word).collect())
    }

    /// Reads a list of arbitrary values.
    pub fn values(&self, key: &str) -> Option<&'v [Value]> {
        let value = self.value(key)?;
        let list = value.as_array().map(Vec::as_slice);
        list.or_else(|| self.slip(format!("{key}: {value} is not a list")))
    }

    /// Reads a nested table that may contain only these keys.
    pub fn part(&self, key: &str, keys: &[&str]) -> Option<Doc<'v>> {
        let value = self.value(key)?;
        Some(Doc::of(self.within(key), value, keys, self.slips))
    }

    /// Reads a nested table whose keys are names known to the reader.
    pub fn part_by_name(&self, key: &str) -> Option<Doc<'v>> {
        let value = self.value(key)?;
        Some(Doc::open(self.within(key), value, self.slips))
    }

    fn within(&self, key: &str) -> String {
        format!("{}: {key}", self.what)
    }

    /// Reads a string that names a thing.
    pub fn named<T>(&self, key: &str, what: &str, find: impl Fn(&str) -> Option<T>) -> Option<T> {
        self.find(key, what, self.text(key)?, find)
    }

    /// Reads a list of strings that name things.
    pub fn list<T>(
        &self,
        key: &str,
        what: &str,
        find: impl Fn(&str) -> Option<T>,
    ) -> Option<Vec<T>> {
        let words = self.words(key)?;
        Some(words.into_iter().filter_map(|word| self.find(key, what, word, &find)).collect())
    }

    /// Converts things to a list of limited capacity.
    pub fn fitted<T: Copy + Default, const N: usize>(&self, key: &str, things: &[T]) -> List<T, N> {
        let fitting = List::fitting(things);
        fitting.or_else(|| self.slip(format!("{key}: at most {N}"))).unwrap_or_default()
    }

    /// Looks up the thing that a string names.
    pub fn find<T>(
        &self,
        key: &str,
        what: &str,
        text: &str,
        find: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        let article = if what.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        find(text).or_else(|| self.slip(format!("{key}: \"{text}\" is not {article} {what}")))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn colour(word: &str) -> Option<u8> {
        ["red", "blue"].iter().position(|known| *known == word).map(|at| at as u8)
    }

    #[test]
    fn missing_keys_have_default_values() {
        let (slips, sheet) = (DocErrors::new(), json!({ "turn": "blue", "gold": null }));
        let doc = Doc::of("a sheet", &sheet, &["turn", "gold", "axes"], &slips);
        assert_eq!(doc.named("turn", "colour", colour), Some(1));
        assert_eq!((doc.number::<u8>("gold"), doc.truth("axes")), (None, None));
        assert_eq!(slips.none(()), Ok(()));
    }

    #[test]
    fn every_document_error_is_reported() {
        let sheet = json!({
            "trun": "red", "turn": "mauve", "gold": 300, "axes": "yes",
            "seats": { "gold": [] }, "last": ["red", 7, "green"],
        });
        let slips = DocErrors::new();
        let doc = Doc::of("a sheet", &sheet, &["turn", "gold", "axes", "seats", "last"], &slips);
        assert_eq!(doc.named("turn", "colour", colour), None);
        assert_eq!((doc.number::<u8>("gold"), doc.truth("axes")), (None, None));
        assert_eq!(doc.list("last", "colour", colour), Some(vec![0]));
        let seats = doc.part("seats", &["gold"]).expect("it is there");
        assert_eq!(seats.number::<u16>("gold"), None);
        let refusals = slips.none(()).unwrap_err();
        for slip in [
            "a sheet has no \"trun\"",
            "turn: \"mauve\" is not a colour",
            "gold: 300 is too much",
            "axes: \"yes\" is neither true nor false",
            "last: 7 is not text",
            "last: \"green\" is not a colour",
            "a sheet: seats: gold: [] is not a number",
        ] {
            assert!(refusals.contains(slip), "{slip} is not in {refusals}");
        }
    }
}
