//! Refused orders: position in the line, reason and suggestions.

use serde::Serialize;

/// Why an order was not accepted. The reason is lower case, without a full stop, and quotes the
/// player's own word.
///
/// ```
/// use ravenpost_rules::Refusal;
/// let no = Refusal::new("is threatened by a pirate").word("w").rule("R9.1");
/// let no = no.instead(["sail e".to_owned()]);
/// assert_eq!(no.to_string(), "\"w\": is threatened by a pirate (R9.1); try: sail e");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Refusal {
    /// The part of the line that was refused, starting at 1; also 1 if there is only one.
    pub part: usize,
    /// The offending word as the player wrote it, if there is one.
    pub word: Option<String>,
    /// The reason: "w is threatened by a pirate".
    pub why: String,
    /// Complete orders that would be accepted instead, most similar first. A title may put hints
    /// here, words as well as orders; [`super::erased::Position`] turns them into suggestions.
    pub instead: Vec<String>,
    /// The rule that forbids it: "R9.1".
    pub rule: Option<&'static str>,
}

impl Refusal {
    /// Creates a refusal with a reason only.
    pub fn new(why: impl Into<String>) -> Refusal {
        Refusal { part: 1, word: None, why: why.into(), instead: Vec::new(), rule: None }
    }

    /// Sets the offending word.
    #[must_use]
    pub fn word(mut self, word: impl Into<String>) -> Refusal {
        self.word = Some(word.into());
        self
    }

    /// Sets the rule.
    #[must_use]
    pub fn rule(mut self, rule: &'static str) -> Refusal {
        self.rule = Some(rule);
        self
    }

    /// Adds hints at what might be accepted instead.
    #[must_use]
    pub fn instead(mut self, forms: impl IntoIterator<Item = String>) -> Refusal {
        self.instead.extend(forms);
        self
    }

    /// Sets the part of the line that was refused.
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
