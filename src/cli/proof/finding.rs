//! The findings of a verification.

use std::fmt::Display;

use ravenpost_log::email::comparison::Signed;

/// A line of the output of a verification.
pub struct Finding {
    pub line: String,
    /// Whether it makes the verification fail.
    pub is_bad: bool,
}

impl Finding {
    pub fn good(line: impl Into<String>) -> Finding {
        Finding { line: line.into(), is_bad: false }
    }

    pub fn bad(line: impl Into<String>) -> Finding {
        Finding { line: line.into(), is_bad: true }
    }

    /// A fault, with the label that all faults have.
    pub fn broken(what: impl Display) -> Finding {
        Finding::bad(format!("BROKEN  {what}"))
    }

    /// The result of checking a signature.
    pub fn of(signed: &Signed) -> Finding {
        Finding { line: signed.to_string(), is_bad: signed.is_bad() }
    }

    /// Names what the finding is about.
    #[must_use]
    pub fn about(self, what: impl Display) -> Finding {
        Finding { line: format!("{what}: {}", self.line), is_bad: self.is_bad }
    }
}
