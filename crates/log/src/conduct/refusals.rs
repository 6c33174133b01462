//! Refusals of the conduct.

use std::fmt;

use ravenpost_rules::RefusalCode;

/// Why an act is not allowed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Forbidden {
    /// Not possible now, or not in this form. The message says what would be allowed.
    Refused {
        /// What kind of refusal it is, for programs.
        code: RefusalCode,
        /// The message.
        why: String,
    },
    /// Not allowed for this player.
    Denied(&'static str),
}

impl Forbidden {
    /// Returns a refusal with this message.
    pub fn refused(why: impl Into<String>) -> Forbidden {
        Forbidden::coded(RefusalCode::Refused, why)
    }

    /// Returns a refusal with this code and message.
    pub fn coded(code: RefusalCode, why: impl Into<String>) -> Forbidden {
        Forbidden::Refused { code, why: why.into() }
    }
}

impl fmt::Display for Forbidden {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Forbidden::Refused { why, .. } => out.write_str(why),
            Forbidden::Denied(why) => out.write_str(why),
        }
    }
}

impl std::error::Error for Forbidden {}
