//! A letter as a whole: which of its lines ask for something, how far go the words that are for
//! others, and what was only written around them. Knows words, neither games nor rules.
//!
//! People greet, thank and sign. Such lines before the first and after the last request are
//! remarks: nothing is done with them, and nothing is refused because of them. Between two requests
//! a line that is not understood may be an order, so what comes after it is not looked at.

use std::ops::Range;

use super::ReplyLine;
use super::words::{self, Ask};
use ravenpost_rules::spelling::{distance, plain};

/// The line that ends what is said before the end of the letter.
const END: [&str; 2] = ["end say", "end note"];

/// Words of courtesy, in the languages of people's letters, that are a letter away from an order
/// somewhere: `best` from `rest`, `takk` from `take`. They are written without accents here.
const COURTESY: [&str; 23] = [
    "best", "cheers", "dear", "hello", "here", "hier", "hola", "hope", "kind", "later", "love",
    "many", "moin", "sael", "saell", "sendt", "sent", "tack", "takk", "thanks", "warm", "well",
    "with",
];

/// A part of a letter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Passage {
    /// What the line at that place asks for, as it was written. `within` has what looks like orders
    /// in words that are said.
    Request { at: usize, raw: String, ask: Ask, within: Vec<String> },
    /// A line that may be meant for an order, and the word that it perhaps begins with.
    Unclear { raw: String, near: Option<&'static str> },
    /// A line for nobody: a greeting, thanks, a name.
    Remark(String),
}

/// Reads the lines of a letter to a title whose orders begin with these words; and whether they
/// are all of it.
pub(super) fn read(lines: &[ReplyLine], whole: bool, verbs: &[&'static str]) -> Vec<Passage> {
    let mut passages = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let (passage, end) = one(lines, whole, at, verbs);
        passages.push(passage);
        at = end;
    }
    let is_request = |passage: &Passage| !matches!(passage, Passage::Unclear { near: None, .. });
    let first = passages.iter().position(is_request);
    let last = passages.iter().rposition(is_request);
    let within =
        |at: usize| first.is_some_and(|first| first < at) && last.is_some_and(|last| at < last);
    let judged = passages.into_iter().enumerate().map(|(at, passage)| match passage {
        Passage::Unclear { raw, near: None } if !within(at) => Passage::Remark(raw),
        other => other,
    });
    judged.collect()
}

/// What begins at a line, and where the next begins.
fn one(lines: &[ReplyLine], whole: bool, at: usize, verbs: &[&'static str]) -> (Passage, usize) {
    let ReplyLine { raw, plain, .. } = &lines[at];
    let ask = words::read(plain, raw);
    if matches!(ask, Ask::Say { .. } | Ask::Note { .. } | Ask::NoteLater { .. }) {
        let (said, end) = spoken(lines, whole, at, verbs);
        let raw =
            lines[said.clone()].iter().map(|line| line.raw.trim()).collect::<Vec<_>>().join(" ");
        let ask = words::read(plain, &raw);
        let within = lines[said]
            .iter()
            .skip(1)
            .filter(|line| line.begins_paragraph && is_order(line, verbs));
        let within = within.map(|line| line.raw.trim().to_owned()).collect();
        return (Passage::Request { at, raw, ask, within }, end);
    }
    let passage = match begins(plain, &ask, verbs) {
        LineStart::Request => Passage::Request { at, raw: raw.clone(), ask, within: Vec::new() },
        LineStart::Nearly(word) => Passage::Unclear { raw: raw.clone(), near: Some(word) },
        LineStart::Otherwise => Passage::Unclear { raw: raw.clone(), near: None },
    };
    (passage, at + 1)
}

fn is_order(line: &ReplyLine, verbs: &[&'static str]) -> bool {
    let ask = words::read(&line.plain, &line.raw);
    let orders = matches!(ask, Ask::Order(_) | Ask::Number(_));
    orders && matches!(begins(&line.plain, &ask, verbs), LineStart::Request)
}

/// How a line begins.
enum LineStart {
    Request,
    /// With a slip of that word.
    Nearly(&'static str),
    Otherwise,
}

fn begins(line: &str, ask: &Ask, verbs: &[&'static str]) -> LineStart {
    if !matches!(ask, Ask::Order(_)) || words::is_reserved(line) {
        return LineStart::Request;
    }
    let first = line.split(|letter: char| letter.is_whitespace() || letter == ';').next();
    let first = first.unwrap_or_default().trim_matches(|letter: char| !letter.is_alphanumeric());
    let first = plain(first);
    if verbs.contains(&&*first) {
        return LineStart::Request;
    }
    if COURTESY.contains(&&*first) {
        return LineStart::Otherwise;
    }
    match slip(&first, verbs.iter().chain(&words::RESERVED).copied()) {
        Some(word) => LineStart::Nearly(word),
        None => LineStart::Otherwise,
    }
}

/// The word of which this is a slip: one letter of four to six, two of more.
fn slip(word: &str, known: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    let most = match word.chars().count() {
        0..=3 => return None,
        4..=6 => 1,
        _ => 2,
    };
    known
        .map(|known| (distance(word, known), known))
        .filter(|(far, _)| *far <= most)
        .min()
        .map(|(_, known)| known)
}

/// How far the words go that begin at a line, and where the next request may begin: to the line
/// that ends them, to an empty line below which there are only requests, or to the end of the
/// letter. Where nobody knows what else follows, words stay words.
fn spoken(
    lines: &[ReplyLine],
    whole: bool,
    at: usize,
    verbs: &[&'static str],
) -> (Range<usize>, usize) {
    let ends = |line: &ReplyLine| END.contains(&line.plain.trim().to_lowercase().as_str());
    let told = |next: &usize| ends(&lines[*next]) || is_said_to(&lines[*next]);
    if let Some(end) = (at + 1..lines.len()).find(told) {
        return (at..end, end + usize::from(ends(&lines[end])));
    }
    if !whole {
        return (at..lines.len(), lines.len());
    }
    let asks = |line: &ReplyLine| {
        let ask = words::read(&line.plain, &line.raw);
        matches!(begins(&line.plain, &ask, verbs), LineStart::Request)
    };
    // From the end, so that a long letter is looked at once.
    let others = (at + 1..lines.len()).rev().take_while(|next| asks(&lines[*next]));
    let end = others.filter(|next| lines[*next].begins_paragraph).last().unwrap_or(lines.len());
    (at..end, end)
}

/// Whether a line says something else to somebody: `say to blue: truce?`, `say at 41: well done`.
fn is_said_to(line: &ReplyLine) -> bool {
    let plain = line.plain.trim().to_lowercase();
    let to = |lead: &str| plain.strip_prefix(lead).is_some_and(|rest| rest.contains(':'));
    to("say to ") || to("say all") || to("say at ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const VERBS: &[&str] = &["play", "pass", "settle", "no", "done", "end"];

    /// A letter in a few words: `o` for each request, `?` for what is refused, `-` for a remark.
    fn shape(letter: &str) -> String {
        let signs = passages(letter).into_iter().map(|passage| match passage {
            Passage::Request { .. } => 'o',
            Passage::Unclear { .. } => '?',
            Passage::Remark(_) => '-',
        });
        signs.collect()
    }

    fn passages(letter: &str) -> Vec<Passage> {
        read(&lines(letter), true, VERBS)
    }

    fn lines(letter: &str) -> Vec<ReplyLine> {
        let (mut lines, mut begins_paragraph) = (Vec::new(), false);
        for line in letter.lines() {
            if line.is_empty() {
                begins_paragraph = true;
                continue;
            }
            let (raw, plain) = (line.to_owned(), line.to_owned());
            lines.push(ReplyLine { raw, plain, begins_paragraph });
            begins_paragraph = false;
        }
        lines
    }

    /// What is said in a letter, and how many requests follow.
    fn said(letter: &str) -> (String, usize) {
        let passages = passages(letter);
        let says = passages
            .iter()
            .position(|passage| matches!(passage, Passage::Request { ask: Ask::Say { .. }, .. }));
        let at = says.expect("something is said");
        let Passage::Request { ask: Ask::Say { text, .. }, .. } = &passages[at] else { panic!() };
        (text.clone(), passages.len() - at - 1)
    }

    #[test]
    fn a_greeting_and_a_name_are_no_orders_and_stop_none() {
        assert_eq!(shape("Hi Ravenpost,\n\nplay wisby\n\nThanks,\nAnn"), "-o--");
        assert_eq!(shape("Hello there!\nplay wisby; no\n3\nCheers"), "-oo-");
        assert_eq!(shape("Thanks, Ann"), "-");
        assert_eq!(shape("Play Wisby."), "o");
    }

    #[test]
    fn what_stands_between_two_orders_may_be_one() {
        assert_eq!(shape("play wisby\nand then perhaps\ndone"), "o?o");
        assert_eq!(shape("Hi\nplay wisby\nwell\ndone\nBest\nAnn"), "-o?o--");
    }

    #[test]
    fn a_slip_is_never_passed_over() {
        assert_eq!(shape("Hi\nsetle ska"), "-?");
        assert_eq!(shape("undoo"), "?");
        assert_eq!(shape("nou"), "-", "short words are like too many");
        let near = |letter: &str| match &passages(letter)[0] {
            Passage::Unclear { near, .. } => *near,
            _ => None,
        };
        assert_eq!(near("palyy wisby\ndone"), None);
        assert_eq!(near("setlte ska"), Some("settle"));
    }

    #[test]
    fn what_is_said_goes_on_over_lines_and_paragraphs() {
        let one = "say all: if you swap 1 for 1\nplay nothing, I\ndone with it\n";
        assert_eq!(said(one), ("if you swap 1 for 1 play nothing, I done with it".into(), 0));
        let two = "say Well met.\n\nI come in spring.\nAnn";
        assert_eq!(said(two), ("Well met. I come in spring. Ann".into(), 0));
    }

    #[test]
    fn it_ends_where_nothing_but_requests_follows_an_empty_line() {
        let letter = "say to blue: truce?\nI mean it\n\nplay wisby\ndone";
        assert_eq!(said(letter), ("truce? I mean it".into(), 2));
        let letter = "say truce?\n\nplay wisby\n\nbut not today\n\ndone";
        assert_eq!(said(letter), ("truce? play wisby but not today".into(), 1));
        assert_eq!(said("say truce?\nplay wisby\ndone").1, 0, "no empty line between");
    }

    #[test]
    fn it_goes_on_where_the_end_of_the_letter_was_not_read() {
        let letter = lines("say truce?\n\nplay wisby");
        assert_eq!(read(&letter, true, VERBS).len(), 2);
        assert_eq!(read(&letter, false, VERBS).len(), 1, "more words may follow");
        let letter = lines("say truce?\nend say\nplay wisby");
        assert_eq!(read(&letter, false, VERBS).len(), 2);
    }

    #[test]
    fn it_ends_where_its_writer_says_so() {
        let letter = "say one\ntwo\nEnd Say\nplay wisby\nThanks";
        assert_eq!(said(letter), ("one two".into(), 2));
        assert_eq!(shape("end"), "o", "that alone is an order");
    }

    #[test]
    fn ten_thousand_remarks_are_read_at_once() {
        let letter = "so it goes\n".repeat(10_000) + "done\n" + &"and on\n".repeat(10_000);
        let orders = shape(&letter).chars().filter(|sign| *sign == 'o').count();
        assert_eq!(orders, 1);
    }
}
