//! The "no" of the rules: a normal answer, with place, reason and what would do.

use serde::Serialize;

/// Why an order was not taken. Lower case, no full stop, quotes the player's own word.
///
/// ```
/// use ravenpost_rules::Refusal;
/// let no = Refusal::new("is threatened by a pirate").word("w").rule("R9.1");
/// let no = no.instead(["sail e".to_owned()]);
/// assert_eq!(no.to_string(), "\"w\": is threatened by a pirate (R9.1); try: sail e");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Refusal {
    /// The part of the line that was refused, counted from 1; 1 where nothing was counted.
    pub part: usize,
    /// The offending word as the player wrote it, if one can be named.
    pub word: Option<String>,
    /// The reason: "w is threatened by a pirate".
    pub why: String,
    /// Whole orders that would be taken instead, nearest first; at most a handful. A title puts
    /// down what it has in mind, words as well as orders; [`super::erased::Position`] makes offers
    /// of it.
    pub instead: Vec<String>,
    /// The rule point that says so: "R9.1".
    pub rule: Option<&'static str>,
}

impl Refusal {
    /// A refusal with a reason only.
    pub fn new(why: impl Into<String>) -> Refusal {
        Refusal { part: 1, word: None, why: why.into(), instead: Vec::new(), rule: None }
    }

    /// Names the offending word.
    #[must_use]
    pub fn word(mut self, word: impl Into<String>) -> Refusal {
        self.word = Some(word.into());
        self
    }

    /// Names the rule point.
    #[must_use]
    pub fn rule(mut self, rule: &'static str) -> Refusal {
        self.rule = Some(rule);
        self
    }

    /// Adds what would perhaps be taken.
    #[must_use]
    pub fn instead(mut self, forms: impl IntoIterator<Item = String>) -> Refusal {
        self.instead.extend(forms);
        self
    }

    /// Says which part of the line it was.
    #[must_use]
    pub fn in_part(mut self, part: usize) -> Refusal {
        self.part = part;
        self
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(word) = &self.word {
            write!(f, "\"{word}\": ")?;
        }
        write!(f, "{}", self.why)?;
        if let Some(rule) = self.rule {
            write!(f, " ({rule})")?;
        }
        if !self.instead.is_empty() {
            write!(f, "; try: {}", self.instead.join(", or "))?;
        }
        Ok(())
    }
}
