//! Answers to an invitation in a sentence: "Hello Olga! Yes please, join".

use super::command::{self, Request};
use super::phrases::{bare, is_courtesy, without_courtesy};

/// What ends a clause of a line.
const ENDS: [char; 7] = ['.', ',', '!', ':', ';', '\u{2013}', '\u{2014}'];

const YES: [&str; 7] = ["yes", "ok", "okay", "sure", "gladly", "of course", "with pleasure"];
const NO: [&str; 3] = ["no", "sorry", "no thank you"];

/// Returns the answer of a line that consists of `join` or `decline`, courtesies, and a yes or no
/// that agrees with it.
pub(in crate::reply) fn answer(line: &str) -> Option<Request> {
    if line.contains('?') {
        return None;
    }
    let (mut found, mut yes, mut no) = (None, false, false);
    for clause in line.split(ENDS) {
        let clause = bare(clause);
        let text = without_courtesy(&clause);
        match command::read(text, text) {
            answer @ (Request::Join | Request::Decline) if found.is_none() => found = Some(answer),
            _ if YES.contains(&text) => yes = true,
            _ if NO.contains(&text) => no = true,
            _ if text == "please" || is_courtesy(&clause) => {}
            _ => return None,
        }
    }
    found.filter(|answer| if *answer == Request::Join { !no } else { !yes })
}

#[cfg(test)]
mod tests {
    use super::answer;
    use crate::reply::reading::command::Request;

    #[test]
    fn courtesy_around_an_answer_is_ignored() {
        for line in ["Hello Olga! Yes please, join", "Join, please.", "Thanks! Gladly: join"] {
            assert_eq!(answer(line), Some(Request::Join), "{line}");
        }
        for line in ["Hi Olga, sorry, decline", "No thanks, decline", "Decline. Best regards"] {
            assert_eq!(answer(line), Some(Request::Decline), "{line}");
        }
    }

    #[test]
    fn unclear_answers_are_none() {
        for line in [
            "",
            "Yes please",
            "Gladly, what do I do?",
            "Hello, join?",
            "No, join",
            "Yes, decline",
            "I will not join",
            "I cannot, join without me",
            "Join or decline",
            "join, decline",
        ] {
            assert_eq!(answer(line), None, "{line}");
        }
    }
}
