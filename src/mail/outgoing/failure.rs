//! Why a letter was not taken, and whether trying again can help.

use lettre::transport::smtp::Error;

/// A try that failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// Whether the letter can never be delivered as it is.
    pub permanent: bool,
    /// The other side's code, if it spoke.
    pub code: Option<u16>,
    /// What went wrong, on one line, for the operator and the player.
    pub words: String,
}

impl Failure {
    /// Something that may be better at the next try.
    pub fn passing(words: impl Into<String>) -> Failure {
        Failure { permanent: false, code: None, words: one_line(&words.into()) }
    }

    /// Something that will not get better.
    pub fn lasting(words: impl Into<String>) -> Failure {
        Failure { permanent: true, code: None, words: one_line(&words.into()) }
    }

    /// What the relay, or the way to it, said.
    pub(super) fn of(error: &Error) -> Failure {
        let code = error.status().map(u16::from);
        let words = one_line(&described(error));
        let permanent =
            error.is_permanent() && code.is_some_and(|code| of_the_letter(code, &words));
        Failure { permanent, code, words }
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.words)
    }
}

/// A 5xx says no for ever only when it is about this letter. Sign-in refused, a protocol mix-up
/// and a full mailbox are mended by somebody, and then the letter goes.
fn of_the_letter(code: u16, words: &str) -> bool {
    match code {
        500..=504 | 530 | 534 | 535 | 538 => false,
        552 => !words.contains("5.2.2"),
        _ => (500..600).contains(&code),
    }
}

fn described(error: &Error) -> String {
    use std::error::Error as _;
    let mut words = error.to_string();
    let mut source = error.source();
    while let Some(inner) = source {
        let more = inner.to_string();
        if !words.contains(&more) {
            words = format!("{words}: {more}");
        }
        source = inner.source();
    }
    words
}

/// One line of at most 300 characters without anything that steers a terminal.
fn one_line(words: &str) -> String {
    let spaced: String = words.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(300).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_operator_can_mend_is_tried_again() {
        assert!(of_the_letter(550, "550 5.1.1 no such mailbox"));
        assert!(of_the_letter(554, "rejected"));
        assert!(!of_the_letter(535, "5.7.8 authentication failed"));
        assert!(!of_the_letter(552, "5.2.2 mailbox full"));
        assert_eq!(Failure::lasting("a\r\nb").words, "a b");
    }
}
