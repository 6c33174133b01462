//! What people write around their moves, in the languages of the corpus: closing formulas,
//! headings, and words that put a condition on a move. The lists are normalised
//! (`spelling::plain`): lower case, no accents.

use std::borrow::Cow;
use std::sync::LazyLock;

use ravenpost_rules::text::spelling::plain;

/// Closing formulas. A closing line consists of one and at most a few names.
static CLOSINGS: LazyLock<Vec<&str>> = LazyLock::new(|| words(include_str!("words/closings.txt")));

/// Headings above moves. Such a line is not a request, and it ends a message above it.
static HEADINGS: LazyLock<Vec<&str>> = LazyLock::new(|| words(include_str!("words/headings.txt")));

/// Words that make a move beside them conditional, or revoke it, if they begin a line.
static CONDITIONS: LazyLock<Vec<&str>> =
    LazyLock::new(|| words(include_str!("words/conditions.txt")));

/// Words that introduce a place or a person after a closing formula.
static TAILS: LazyLock<Vec<&str>> = LazyLock::new(|| words(include_str!("words/tails.txt")));
/// Closing formulas that a name may follow without punctuation.
static SHORTS: LazyLock<Vec<&str>> =
    LazyLock::new(|| words(include_str!("words/short_closings.txt")));
/// Words that revoke what is beside them.
static TAKE_BACK: LazyLock<Vec<&str>> =
    LazyLock::new(|| words(include_str!("words/take_back.txt")));

/// Beginnings of short lines that greet, and of lines that only apologise, wish well or praise.
static GREETINGS: LazyLock<Vec<&str>> =
    LazyLock::new(|| words(include_str!("words/greetings.txt")));
static COURTESIES: LazyLock<Vec<&str>> =
    LazyLock::new(|| words(include_str!("words/courtesies.txt")));

/// Features of a line that states the writer's plan: the words before it, its first words, and the
/// verb that follows them. Phrases are plans without a verb from the list.
static PLAN_LEADS: LazyLock<Vec<&str>> =
    LazyLock::new(|| words(include_str!("words/plan_leads.txt")));
static PLAN_SUBJECTS: LazyLock<Vec<&str>> =
    LazyLock::new(|| words(include_str!("words/plan_subjects.txt")));
static PLAN_VERBS: LazyLock<Vec<&str>> =
    LazyLock::new(|| words(include_str!("words/plan_verbs.txt")));
static PLANS: LazyLock<Vec<&str>> = LazyLock::new(|| words(include_str!("words/plans.txt")));

/// Maximum number of words in a greeting, and in a line of courtesy.
const GREETING: usize = 6;
const COURTESY: usize = 14;

/// Returns the phrases of a list, one a line, without comments.
pub(super) fn words(list: &'static str) -> Vec<&'static str> {
    list.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

/// Normalises a line: lower case, no accents, no surrounding punctuation.
pub(in crate::reply) fn bare(line: &str) -> String {
    let line = line.replace(['\u{2019}', '\u{2018}'], "'");
    let line = plain(&line).replace(['ä', 'å', 'ã'], "a").replace(['ê', 'ë', 'ě', 'ę'], "e");
    let line = line.replace(['č', 'ć', 'ç'], "c").replace(['ř'], "r").replace(['š', 'ś'], "s");
    let line = line.replace(['ž', 'ź', 'ż'], "z").replace(['ů'], "u").replace(['ł'], "l");
    let line = line
        .replace(['ñ', 'ň', 'ń'], "n")
        .replace(['ô'], "o")
        .replace(['î', 'ï'], "i")
        .replace(['û'], "u")
        .replace(['ą'], "a");
    let line = line.replace(['ť'], "t").replace(['ď'], "d").replace(['ß'], "ss");
    let words = line.split_whitespace().collect::<Vec<_>>().join(" ");
    let around = |c: char| !c.is_alphanumeric();
    words.trim_matches(around).to_owned()
}

/// Whether a line is only a closing formula, perhaps followed by a name or a place: "Thanks!",
/// "Best regards, Ann", "Viele Grüße aus Berlin". "Thanks, I hold the west" is not one.
pub(super) fn is_closing(line: &str) -> bool {
    let ends = line.trim_end().ends_with(['.', '?']);
    let line = bare(line);
    if line.split(' ').count() > 8 {
        return false;
    }
    CLOSINGS.iter().any(|known| {
        if !begins(&line, known) {
            return false;
        }
        let rest = &line[known.len()..];
        let apart = rest
            .starts_with([',', '!', '.', '-', ':', ';', '/', '~', '\u{2013}', '\u{2014}'])
            || rest.trim_start().starts_with(['-', '\u{2013}', '\u{2014}', '/', '~']);
        let tail = rest.trim_matches(|c: char| !c.is_alphanumeric());
        let words = tail.split(' ').filter(|word| !word.is_empty()).count();
        words == 0
            || CLOSINGS.contains(&tail)
            || (apart && words <= 2)
            || (SHORTS.contains(known) && words <= 3 && !ends)
            || !ends && words <= 5 && TAILS.iter().any(|word| begins(tail, word))
            || CLOSINGS.iter().any(|other| begins(tail, other) && words <= 6)
    })
}

/// Whether a line begins with a closing formula: "mvh Anna, sent in a hurry".
pub(super) fn begins_closing(line: &str) -> bool {
    let line = bare(line);
    CLOSINGS.iter().any(|known| begins(&line, known))
}

/// Whether a line only greets, thanks, apologises or wishes well: "Hi Bo,", "Sorry for the delay!".
/// "Sorry, I go north" is not one.
pub(in crate::reply) fn is_courtesy(line: &str) -> bool {
    if line.trim_end().ends_with('?') || has_plan(line) {
        return false;
    }
    let text = bare(line);
    let words = text.split(' ').count();
    let greets = || words <= GREETING && GREETINGS.iter().any(|known| begins(&text, known));
    let polite = || words <= COURTESY && COURTESIES.iter().any(|known| begins(&text, known));
    text.is_empty() || is_closing(line) || greets() || polite()
}

/// Whether a clause of a line is a plan: "Thanks, I go north".
pub(super) fn has_plan(line: &str) -> bool {
    line.split([',', ';', ':', '.', '!', '(', '\u{2013}', '\u{2014}']).any(is_plan)
}

/// Whether a line announces a plan of its writer: "then I go north", "I'll attack Blue".
pub(super) fn is_plan(line: &str) -> bool {
    let text = bare(line);
    let after = |text: &str, lead: &str| {
        let rest = text.strip_prefix(lead).filter(|_| begins(text, lead))?;
        Some(rest.trim_start_matches(|c: char| !c.is_alphanumeric()).to_owned())
    };
    let states = |text: &str| {
        PLANS.iter().any(|known| begins(text, known))
            || PLAN_SUBJECTS
                .iter()
                .filter_map(|subject| after(text, subject))
                .any(|rest| PLAN_VERBS.iter().any(|verb| begins(&rest, verb)))
    };
    let mut rest = text;
    // "And then I go north": at most a few words come before a plan.
    for _ in 0..3 {
        if states(&rest) {
            return true;
        }
        match PLAN_LEADS.iter().find_map(|lead| after(&rest, lead)) {
            Some(next) => rest = next,
            None => return false,
        }
    }
    states(&rest)
}

/// Whether a line looks like the names of one or more people: "Ann", "i. A. Anja Berg", "B.".
pub(super) fn is_name(line: &str) -> bool {
    let line = line.trim().trim_start_matches(['-', '\u{2013}', '\u{2014}', '/', '~', ' ']);
    let words: Vec<&str> = line.split_whitespace().collect();
    let capital = |word: &&str| {
        let first = word.trim_start_matches(|c: char| !c.is_alphanumeric()).chars().next();
        let title = [
            "x", "xx", "xxx", "von", "van", "de", "der", "da", "del", "la", "af", "av", "and",
            "und", "&", "i.", "hab.", "dr", "dr.",
        ];
        first.is_none_or(char::is_uppercase) || title.contains(word)
    };
    let chars = line.chars().filter(|c| c.is_alphabetic()).count();
    let ends = line.ends_with(['!', '?', ':', ';', '\u{2026}'])
        || (line.ends_with('.') && words.last().is_some_and(|last| last.chars().count() > 3));
    let single =
        words.len() == 1 && chars == line.chars().filter(|c| !matches!(c, '.' | '-')).count();
    !words.is_empty()
        && words.len() <= 5
        && !ends
        && !line.chars().any(|c| c.is_ascii_digit())
        && (single || words.iter().all(capital))
}

/// Whether a line is a heading: "Orders:", "# Moves", "**My move**:".
pub(in crate::reply) fn is_heading(raw: &str) -> bool {
    let line = raw.trim();
    let marked = line.trim_start_matches(['*', '_']).starts_with('#')
        && line.trim_start_matches(['#', '*', '_']).starts_with(' ');
    let known = HEADINGS.contains(&&*bare(line));
    let bold = ["**", "__"].iter().any(|sign| line.starts_with(sign) && line.ends_with(sign));
    let ends = line.trim_end_matches(['*', '_', ' ']).ends_with([':', '\u{ff1a}']);
    marked || (known && (ends || bold || line.trim_matches(['*', '_', ' ']).ends_with('-')))
}

/// Whether a line begins with words that put a condition on a move or revoke one.
pub(super) fn is_condition(line: &str) -> bool {
    let line = bare(line);
    let line = ["and ", "but ", "und ", "et ", "y ", "och ", "og ", "a ", "i "]
        .iter()
        .find_map(|lead| line.strip_prefix(lead))
        .unwrap_or(&line);
    CONDITIONS.iter().any(|known| begins(line, known))
}

/// Whether a line begins with a phrase that ends at a word boundary.
fn begins(line: &str, phrase: &str) -> bool {
    line.strip_prefix(phrase).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
}

/// Returns the rest of a line after a heading: "My move: pass".
pub(super) fn without_heading(line: &str) -> Option<&str> {
    let (head, rest) = line.split_once([':', '\u{ff1a}'])?;
    let head = bare(head);
    let known = HEADINGS.contains(&&*head) || VOTES.contains(&&*head);
    let rest = rest.trim().trim_matches(['"', '\'', '*', '_', '`']).trim();
    (known && !rest.is_empty()).then_some(rest)
}

/// Labels that people put before their vote.
static VOTES: LazyLock<Vec<&str>> = LazyLock::new(|| words(include_str!("words/labels.txt")));

/// Removes words of courtesy around an order: "3 please", "Please pass :)".
pub(super) fn without_courtesy(line: &str) -> &str {
    const WORDS: [&str; 9] =
        ["please", "pls", "plz", "thanks", "thx", "bitte", "danke", "tack", "takk"];
    const FACES: [&str; 12] =
        [":)", ":-)", ";)", ";-)", ":D", ":-D", ":P", ":-P", "^^", ":(", ":-(", "xD"];
    let courtesy = |word: &str| FACES.contains(&word) || WORDS.contains(&&*bare(word));
    let mut line = line.trim();
    while let Some((order, last)) = line.rsplit_once(char::is_whitespace)
        && courtesy(last)
    {
        line = order.trim_end().trim_end_matches([',', '.', '!']);
    }
    while let Some((first, order)) = line.split_once(char::is_whitespace)
        && courtesy(first)
    {
        line = order.trim_start();
    }
    line
}

/// Removes the markup of bold and italic words: "build *roma*". A sign without a counterpart is not
/// removed.
pub(super) fn without_emphasis(line: &str) -> Cow<'_, str> {
    if !line.contains(SIGNS) {
        return Cow::Borrowed(line);
    }
    let (mut left, mut rest) = (String::new(), line);
    while let Some(at) = rest.find(SIGNS) {
        let (before, marked) = rest.split_at(at);
        left.push_str(before);
        let sign: &str = &marked[..run(marked)];
        let inside = &marked[sign.len()..];
        let word = |c: Option<char>| c.is_some_and(|c| !c.is_whitespace());
        let open = left.chars().next_back().is_none_or(|last| !last.is_alphanumeric());
        let end = inside.find(sign).filter(|end| {
            let behind = inside[end + sign.len()..].chars().next();
            open && word(inside.chars().next())
                && word(inside[..*end].chars().next_back())
                && behind.is_none_or(|next| !next.is_alphanumeric() && !SIGNS.contains(&next))
        });
        match end {
            Some(end) => {
                left.push_str(&inside[..end]);
                rest = &inside[end + sign.len()..];
            }
            None => {
                left.push_str(sign);
                rest = inside;
            }
        }
    }
    left.push_str(rest);
    Cow::Owned(left)
}

/// Markup of bold and italic words and of code.
const SIGNS: [char; 3] = ['*', '_', '`'];

/// Returns how many bytes the run of identical signs at the beginning of a text has.
fn run(text: &str) -> usize {
    let first = text.chars().next();
    text.chars().take_while(|c| Some(*c) == first).count()
}

/// Splits off the remark after an order: "dock roma - a dock here", "dock roma (a dock)".
pub(super) fn without_remark(line: &str) -> Option<(&str, &str)> {
    let dash = [" - ", " -- "]
        .iter()
        .filter_map(|sign| line.split_once(sign))
        .min_by_key(|(order, _)| order.len());
    let bracket = line.split_once(" (").filter(|(_, remark)| remark.ends_with(')'));
    [dash, bracket]
        .into_iter()
        .flatten()
        .map(|(order, remark)| (order.trim(), remark.trim()))
        .min_by_key(|(order, _)| order.len())
}

/// Whether a line contains words that revoke what is beside it.
pub(super) fn takes_back(line: &str) -> bool {
    let line = format!(" {} ", bare(line));
    TAKE_BACK.iter().any(|word| line.contains(&format!(" {word}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emphasis_and_courtesy_are_removed() {
        for (line, wanted) in [
            ("build *roma*", "build roma"),
            ("**build** _roma_ `2`", "build roma 2"),
            ("a * b", "a * b"),
            ("2*3*4", "2*3*4"),
            ("snake_case_name", "snake_case_name"),
            ("*", "*"),
            ("**open", "**open"),
        ] {
            assert_eq!(without_emphasis(line), wanted, "{line}");
        }
        for (line, wanted) in [
            ("3 please", "3"),
            ("Please, pass :)", "pass"),
            ("swap, thanks! ;-)", "swap"),
            ("please", "please"),
            ("pass the salt", "pass the salt"),
        ] {
            assert_eq!(without_courtesy(line), wanted, "{line}");
        }
    }

    #[test]
    fn courtesies_and_plans_are_distinguished() {
        for line in [
            "Hi Bo,",
            "Thanks!",
            "thanks for waiting, it was a long week.",
            "Good luck everyone",
            "Sorry for the delay",
            "Sorry I'm late, work was hell",
            "Best regards",
            "Hallo zusammen,",
            ":-)",
        ] {
            assert!(is_courtesy(line) && !is_plan(line), "{line}");
        }
        for line in [
            "I go north next",
            "Then I'll attack Blue.",
            "and next turn I move to Roma",
            "let's attack Blue tomorrow",
            "We will march on Roma",
            "My plan: west, then south",
            "Ich greife Blau an",
        ] {
            assert!(is_plan(line) && !is_courtesy(line), "{line}");
        }
        for line in ["Sorry, I go north", "Hi! I move to Roma", "fly to the moon", "north"] {
            assert!(!is_courtesy(line), "{line}");
        }
        for line in ["I come in peace.", "I say that", "I like option 2 best", "I hope you sleep"] {
            assert!(!is_plan(line), "{line}");
        }
    }
}
