//! Votes in plain words: whole clauses that clearly mean yes or no. All other answers, above all
//! mixed and conditional ones, are queried, because a vote can end a game.

use super::command::Request;
use std::sync::LazyLock;

use super::phrases::{bare, is_closing, words};
use super::{Kind, Meaning, Question, Reader, contact, phrases};

static YES: LazyLock<Vec<&str>> = LazyLock::new(|| words(include_str!("words/vote_yes.txt")));

static NO: LazyLock<Vec<&str>> = LazyLock::new(|| words(include_str!("words/vote_no.txt")));

/// Clauses that sound like a no but are polite beside a yes: "no problem".
static POLITE: LazyLock<Vec<&str>> = LazyLock::new(|| words(include_str!("words/vote_polite.txt")));

/// Beginnings of clauses beside a yes that put no condition on it: "but next time".
static ASIDES: LazyLock<Vec<&str>> = LazyLock::new(|| words(include_str!("words/vote_asides.txt")));

/// Clauses that are irrelevant to the vote.
static FILLERS: LazyLock<Vec<&str>> =
    LazyLock::new(|| words(include_str!("words/vote_fillers.txt")));

/// Words that are irrelevant to a vote. A clause of a yes or no and such words is a yes or no.
static NEUTRAL: LazyLock<Vec<&str>> =
    LazyLock::new(|| words(include_str!("words/vote_neutral.txt")));

/// Words that invalidate a yes anywhere beside it.
static AGAINST_YES: LazyLock<Vec<&str>> =
    LazyLock::new(|| words(include_str!("words/against_yes.txt")));

/// Words that invalidate a no.
static AGAINST_NO: LazyLock<Vec<&str>> =
    LazyLock::new(|| words(include_str!("words/against_no.txt")));

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::reply) enum Answer {
    Yes,
    No,
    /// Both, or neither.
    Unclear,
    /// Irrelevant to the vote.
    Nothing,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Clause {
    Yes,
    No,
    Filler,
    Other,
}

/// Returns what some lines say about a vote. One clause has to be a plain yes or no. No other
/// clause may contradict it, put a condition on it or ask something.
pub(in crate::reply) fn answer<'t>(
    lines: impl IntoIterator<Item = &'t str>,
    names: &[String],
) -> Answer {
    let (mut yes, mut no, mut polite, mut others) = (false, false, false, Vec::new());
    for line in lines {
        let marks = |c: char| ",.;:!?()\u{2026}\u{2013}\u{2014}".contains(c);
        let parts: Vec<&str> = match clause(line, names) {
            Clause::Other => {
                let parts = line.split_inclusive(marks).flat_map(|part| part.split(" - "));
                parts.flat_map(before_but).collect()
            }
            _ => vec![line],
        };
        for part in parts {
            let said = clause(part, names);
            // "No problem", and what follows it without a comma.
            let plain = said == Clause::Other && !part.trim_end().ends_with('?');
            let rest = after(part, &POLITE).filter(|_| plain);
            polite |= rest.is_some();
            match rest.map_or(said, |rest| clause(&rest, names)) {
                Clause::Yes => yes = true,
                Clause::No => no = true,
                Clause::Filler => {}
                Clause::Other => others.push(part),
            }
        }
    }
    let holds = |against: &[&str]| others.iter().all(|part| is_harmless(part, against));
    match (yes, no) {
        (true, false) if holds(&AGAINST_YES) => Answer::Yes,
        (false, true) if !polite && holds(&AGAINST_NO) => Answer::No,
        (false, false) if others.is_empty() && !polite => Answer::Nothing,
        _ => Answer::Unclear,
    }
}

/// Whether the words beside a yes or no contain none that invalidates it.
fn is_harmless(part: &str, against: &[&str]) -> bool {
    let words = after(part, &ASIDES).unwrap_or_else(|| bare(part));
    let words = words.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '-');
    let words =
        format!(" {} ", words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "));
    !part.trim_end().ends_with('?')
        && !against.iter().any(|word| words.contains(&format!(" {word} ")))
}

/// Splits a clause before a "but": "agree but next time earlier".
fn before_but(part: &str) -> impl Iterator<Item = &str> {
    let at = part.find(" but ").unwrap_or(part.len());
    let (first, but) = part.split_at(at);
    [first, but].into_iter().filter(|part| !part.is_empty())
}

/// Returns the rest of a clause that begins with one of these phrases.
fn after(part: &str, phrases: &[&str]) -> Option<String> {
    let text = bare(part);
    let rest = |phrase: &&str| {
        let rest = text.strip_prefix(*phrase)?;
        (!rest.starts_with(char::is_alphanumeric)).then_some(rest)
    };
    let shortest = phrases.iter().filter_map(rest).min_by_key(|rest| rest.len())?;
    Some(shortest.trim_start().to_owned())
}

fn clause(text: &str, names: &[String]) -> Clause {
    let question = text.trim_end().ends_with('?');
    // "+1" and "-1" keep their signs.
    let text = match text.trim() {
        sign @ ("+1" | "-1") => sign.to_owned(),
        text => bare(&text.replace(',', " ")).split_whitespace().collect::<Vec<_>>().join(" "),
    };
    let text = text.strip_suffix(" from me").unwrap_or(&text);
    if text.is_empty() || FILLERS.contains(&text) {
        return Clause::Filler;
    }
    let known = |list: &[&str]| list.contains(&text) && !question;
    // Names of the people addressed or signing: "Hi Bo", "yes Ann".
    let named = names.iter().find_map(|name| {
        let name = bare(name);
        let first = name.split(' ').next().unwrap_or_default().to_owned();
        [name, first].into_iter().filter(|name| !name.is_empty()).find_map(|name| {
            if text == name {
                return Some(String::new());
            }
            text.strip_suffix(&name).and_then(|rest| rest.strip_suffix(' ')).map(str::to_owned)
        })
    });
    if known(&YES) {
        Clause::Yes
    } else if known(&NO) {
        Clause::No
    } else if is_closing(text) {
        Clause::Filler
    } else if let Some(rest) = named {
        match &*rest {
            "" => Clause::Filler,
            rest if YES.contains(&rest) && !question => Clause::Yes,
            rest if NO.contains(&rest) && !question => Clause::No,
            rest if FILLERS.contains(&rest) || is_closing(rest) || rest == "dear" => Clause::Filler,
            _ => Clause::Other,
        }
    } else {
        composed(text, question, names)
    }
}

/// Returns the meaning of a clause that contains a yes or no and otherwise only names, numbers and
/// irrelevant words: "by all means let Red have the turn back".
fn composed(text: &str, question: bool, names: &[String]) -> Clause {
    let names: Vec<String> = names
        .iter()
        .flat_map(|name| bare(name).split(' ').map(str::to_owned).collect::<Vec<_>>())
        .collect();
    let neutral = |word: &str| {
        NEUTRAL.contains(&word)
            || names.iter().any(|name| name == word)
            || word.chars().all(|c| c.is_ascii_digit())
    };
    let padded = format!(" {text} ");
    let rests = |list: &[&str]| {
        list.iter().filter(|phrase| phrase.len() > 1).any(|phrase| {
            let Some(at) = padded.find(&format!(" {phrase} ")) else { return false };
            let rest = [&padded[..at], &padded[at + phrase.len() + 1..]];
            rest.iter().flat_map(|rest| rest.split_whitespace()).all(neutral)
        })
    };
    let (yes, no) = (rests(&YES), rests(&NO));
    match (yes, no) {
        _ if question || text.split(' ').count() > 14 => Clause::Other,
        (true, false) => Clause::Yes,
        (false, true) => Clause::No,
        _ if text.split(' ').all(neutral) => Clause::Filler,
        _ => Clause::Other,
    }
}

impl Reader<'_> {
    /// Reads the answer to a vote: all lines that are not messages, notes or other commands.
    pub(super) fn ballot(&mut self) {
        let mut lines = Vec::new();
        let mut at = 0;
        while at < self.lines.len() {
            let begun = self.parts.len();
            let next = match self.kind(at) {
                Kind::Command(
                    Request::Say(_) | Request::Note { .. } | Request::NoteLater { .. },
                ) => self.one(at),
                Kind::Command(Request::Vote { .. })
                | Kind::Other
                | Kind::Verb
                | Kind::Slip(_)
                | Kind::Near
                | Kind::Order(_)
                | Kind::Number(_)
                | Kind::Marked(_)
                | Kind::Worded(_)
                | Kind::Doubtful => {
                    lines.push(at);
                    at + 1
                }
                Kind::Command(_) | Kind::Heading | Kind::End | Kind::Addressed => at + 1,
            };
            self.parts.truncate(begun);
            at = next;
        }
        let raw = |at: &usize| self.lines[*at].raw.as_str();
        let own = &self.context.own;
        let says = |at: &usize| matches!(answer([raw(at)], own), Answer::Yes | Answer::No);
        // Names, and everything below a closing formula that follows the answer, are irrelevant.
        let said = lines.iter().position(says);
        let closed = said.and_then(|said| {
            (said + 1..lines.len()).find(|at| phrases::is_closing(raw(&lines[*at])))
        });
        lines.truncate(closed.unwrap_or(lines.len()));
        let signature = |at: &usize| {
            !says(at)
                && (phrases::is_name(raw(at))
                    || contact::has_phone(raw(at))
                    || contact::has_address(raw(at)))
        };
        let answer = answer(lines.iter().filter(|at| !signature(at)).map(raw), own);
        let keyword = lines
            .iter()
            .copied()
            .find(|at| matches!(self.kind(*at), Kind::Command(Request::Vote { .. })));
        let agrees = match answer {
            Answer::Nothing => return,
            Answer::Yes => Some(true),
            Answer::No => Some(false),
            Answer::Unclear => None,
        };
        // The line with the vote; the others are remarks.
        let at = keyword
            .or_else(|| lines.iter().copied().find(says))
            .or(lines.first().copied())
            .unwrap_or_default();
        let meaning = match agrees {
            Some(agrees) => Meaning::Request(Request::Vote { agrees }),
            None => Meaning::Question(Question::Vote),
        };
        self.votes = vec![at];
        self.push(at..at + 1, meaning);
    }
}
