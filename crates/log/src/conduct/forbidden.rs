//! Why something may not be done.

use std::fmt;

/// The reason why something may not be done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Forbidden {
    /// Not now, or not so; the reason says what would do.
    Refused(String),
    /// Not by whoever asks.
    Denied(&'static str),
}

impl Forbidden {
    /// A refusal with its reason.
    pub fn refused(why: impl Into<String>) -> Forbidden {
        Forbidden::Refused(why.into())
    }
}

impl fmt::Display for Forbidden {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Forbidden::Refused(why) => out.write_str(why),
            Forbidden::Denied(why) => out.write_str(why),
        }
    }
}

impl std::error::Error for Forbidden {}
