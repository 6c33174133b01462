//! What a line of a reply asks for: a service word, a number of the letter's list, or an order in
//! the title's own notation. Knows words, neither games nor rules.
//!
//! No title's notation begins with a service word or with a cut of one; random play sees to that
//! (`tests/it/contract`). A line that is no service word is an order, and the title judges it.

use ravenpost_rules::numbers::Step;

/// One line of a reply, as it was understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// An order in notation, perhaps of several parts.
    Order(String),
    /// A number of the list in the letter that is answered.
    Number(usize),
    /// How the game stands: the whole turn letter again.
    Show,
    /// What the sender alone has.
    ShowHand,
    /// What may be ordered now, of all that holds these words.
    ShowOrders(String),
    /// How it stood after that event, as the sender knew it then.
    ShowAt(Step),
    /// What happened since the last own order, what matters first.
    ShowSince,
    /// Take the last order back.
    Undo,
    /// Have more time for what is asked, with a reason.
    Extend(String),
    /// Let a bot stand in, for so many days or until the writer is back.
    Away {
        days: Option<u32>,
    },
    /// Go on vacation between those days, as they were written.
    Vacation {
        first: String,
        last: String,
    },
    /// Ask those to go on for whom the writer waits.
    Nudge,
    /// Play again after a bot played, or after a vacation.
    Back,
    /// A message for the table, or for some of its seats.
    Say(Say),
    /// `say` without anyone to say it to.
    SayToNobody,
    /// A line that only its writer reads again, beside that step or the last one.
    Note {
        beside: Option<Step>,
        text: String,
    },
    /// The same for the next turn, or from that round on.
    NoteLater {
        round: Option<u16>,
        text: String,
    },
    /// What becomes of the notes that were left for this turn.
    NotesDone {
        keep: bool,
    },
    /// A word in the vote that is open.
    Vote {
        agrees: bool,
    },
    Help,
    /// Have letters short, or whole.
    Letters {
        short: bool,
    },
    /// Take the seat that an invitation offers.
    Join,
    Decline,
    /// What a witness signed of the seals: a line as programs write it.
    Witness(String),
    /// Have a letter dealt with that was held.
    Again,
    /// Give the seat up: asks for confirmation first.
    Leave {
        sure: bool,
    },
}

impl Request {
    /// Whether somebody else plays the seat from then on.
    pub fn leaves(&self) -> bool {
        matches!(
            self,
            Request::Away { .. } | Request::Vacation { .. } | Request::Leave { sure: true }
        )
    }
}

/// A message, and what was written before its colon.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Say {
    /// To whom, as it was written: "to Blue and Red". Empty for the table.
    pub names: String,
    /// The step in whose margin it is to stand.
    pub beside: Option<Step>,
    pub text: String,
}

/// The words that begin a line and are the service's in every title.
pub const RESERVED: [&str; 18] = [
    "show", "undo", "say", "note", "help", "join", "decline", "leave", "away", "extend", "agree",
    "refuse", "stop", "quit", "again", "letters", "back", "nudge",
];

/// What ends the words before a message: the sign of Asian keyboards is wider.
const COLONS: [char; 2] = [':', '\u{ff1a}'];

/// What follows "leave" when it is meant.
const SURE: [&str; 2] = ["the game", "for good"];

/// Reads a line. `plain` is what an order is made of; `raw` keeps what was typed, for words that
/// are passed on.
pub fn read(plain: &str, raw: &str) -> Request {
    // The dash of a signature is made plain like any other.
    if raw.trim_start().starts_with("\u{2014} ") && raw.split_whitespace().count() == 3 {
        return Request::Witness(raw.trim().to_owned());
    }
    // What is left of an address in bold letters: "*say blue:* hello".
    let line = without_postscript(plain.trim().trim_start_matches(['*', '_']));
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let order = || Request::Order(line.to_owned());
    // A colon may stand right behind the word, and behind these two the text right behind that.
    let (lead, glued) = first.split_once(COLONS).unwrap_or((first, ""));
    let lead = lead.to_lowercase();
    if !glued.is_empty() && !["say", "note"].contains(&&*lead) {
        return order();
    }
    match &*lead {
        "show" => show(rest).unwrap_or_else(order),
        "undo" if rest.is_empty() => Request::Undo,
        "away" => vacation(rest).or_else(|| away(rest)).unwrap_or_else(order),
        "back" if rest.is_empty() => Request::Back,
        "nudge" if rest.is_empty() => Request::Nudge,
        "extend" if asks_for_time(rest) => Request::Extend(after(raw, 1).to_owned()),
        "say" => say(behind(raw, "say")),
        "note" if first.contains(COLONS) || is_note(rest) => {
            note(behind(raw, "note").trim_start_matches(COLONS).trim_start())
        }
        "agree" if rest.is_empty() => Request::Vote { agrees: true },
        "refuse" if rest.is_empty() => Request::Vote { agrees: false },
        "help" if rest.is_empty() => Request::Help,
        "letters" if rest.eq_ignore_ascii_case("short") => Request::Letters { short: true },
        "letters" if rest.eq_ignore_ascii_case("long") => Request::Letters { short: false },
        "join" if rest.is_empty() => Request::Join,
        "decline" if rest.is_empty() => Request::Decline,
        "again" if rest.is_empty() => Request::Again,
        "leave" if rest.is_empty() => Request::Leave { sure: false },
        "leave" if SURE.contains(&rest.to_lowercase().as_str()) => Request::Leave { sure: true },
        _ => number(line).map_or_else(order, Request::Number),
    }
}

/// The words for the dice that a line has, in an answer to an invitation: `salt WORDS`.
pub fn salt(raw: &str) -> Option<String> {
    let first = raw.split_whitespace().next()?.trim_end_matches(':');
    let words = after(raw, 1);
    (first.eq_ignore_ascii_case("salt") && !words.is_empty()).then(|| words.trim().to_owned())
}

/// Whether a line begins with a word of the service, so that nothing of it is an order.
pub fn is_reserved(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default().to_lowercase();
    RESERVED.contains(&first.trim_end_matches(':'))
}

/// A line without "P.S." before a command: "PS say bo: hello".
fn without_postscript(line: &str) -> &str {
    let lead = |text: &str| line.get(..text.len()).filter(|lead| lead.eq_ignore_ascii_case(text));
    let found =
        ["p.s.: ", "p.s. ", "ps: ", "ps. ", "ps "].into_iter().find(|text| lead(text).is_some());
    let Some(rest) = found.map(|text| line[text.len()..].trim_start()) else { return line };
    match is_reserved(rest) {
        true => rest,
        false => line,
    }
}

/// Whether what follows `extend` is a reason: "extend my congratulations" is none.
fn asks_for_time(rest: &str) -> bool {
    const SENTENCES: [&str; 13] = [
        "congratulations",
        "thanks",
        "regards",
        "greetings",
        "condolences",
        "sympathies",
        "apologies",
        "compliments",
        "wishes",
        "invitation",
        "hand",
        "truce",
        "welcome",
    ];
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    !rest.split_whitespace().take(5).any(|word| SENTENCES.contains(&&*bare(word)))
}

/// Whether what follows `note` without a colon is a note: "note that I will be late" is a sentence.
fn is_note(rest: &str) -> bool {
    const SENTENCES: [&str; 14] = [
        "that", "to", "how", "also", "too", "well", "this", "there", "it", "my", "que", "bien",
        "the", "please",
    ];
    let first = rest.split_whitespace().next().unwrap_or_default().to_lowercase();
    !first.is_empty() && !SENTENCES.contains(&&*first)
}

fn show(rest: &str) -> Option<Request> {
    let (what, more) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    match what.to_lowercase().as_str() {
        "" | "board" | "game" => Some(Request::Show),
        "hand" => Some(Request::ShowHand),
        "orders" => Some(Request::ShowOrders(more.trim().to_owned())),
        "since" if more.trim().is_empty() => Some(Request::ShowSince),
        "at" => more.trim().trim_start_matches('#').parse().ok().map(Request::ShowAt),
        _ => None,
    }
}

/// `away`, `away 5`, `away 5 days`.
fn away(rest: &str) -> Option<Request> {
    let (number, unit) = rest.split_once(char::is_whitespace).unwrap_or((rest, "days"));
    if rest.is_empty() {
        return Some(Request::Away { days: None });
    }
    let unit = ["day", "days"].contains(&unit.trim().to_lowercase().as_str());
    let days = number.parse().ok().filter(|_| unit)?;
    Some(Request::Away { days: Some(days) })
}

/// `away from 2026-12-20 to 2027-01-03`: what is no date is refused when it is looked at.
fn vacation(rest: &str) -> Option<Request> {
    let mut words = rest.split_whitespace().map(|word| word.trim_end_matches(['.', ',']));
    let mut after = |word: &str| words.next()?.eq_ignore_ascii_case(word).then(|| words.next())?;
    let (first, last) = (after("from")?, after("to")?);
    let begins = |word: &str| word.starts_with(|letter: char| letter.is_ascii_digit());
    let dates = begins(first) && words.next().is_none();
    dates.then(|| Request::Vacation { first: first.to_owned(), last: last.to_owned() })
}

/// `say all: text`, `say: text`, `say to blue and red: text`, `say at 41: text`. Without a colon
/// behind whom it is for, it is no message: nothing is delivered by guess.
fn say(text: &str) -> Request {
    match head(text) {
        Some((head, words)) => {
            let (beside, names) = margin(head);
            // What is left of an address in bold letters.
            let text = words.trim().trim_start_matches(['*', '_']).trim_start().to_owned();
            Request::Say(Say { names: names.to_owned(), beside, text })
        }
        None => Request::SayToNobody,
    }
}

/// What stands before the colon that ends an address, and what follows it. It is the first colon
/// with a blank or nothing behind it, a full-width one, or one right behind a few words.
fn head(text: &str) -> Option<(&str, &str)> {
    let colons = text.char_indices().filter(|(_, letter)| COLONS.contains(letter));
    let found = colons.map(|(at, letter)| (&text[..at], &text[at + letter.len_utf8()..], letter));
    let ends = |(head, rest, letter): &(&str, &str, char)| {
        let apart =
            rest.is_empty() || rest.starts_with(char::is_whitespace) || *letter == '\u{ff1a}';
        // "say all:hello", and not "say I'll be there at 10:30".
        apart
            || (head.split_whitespace().count() <= 2
                && !head.ends_with(|last: char| last.is_ascii_digit()))
    };
    let (head, rest, _) = found.clone().find(ends)?;
    Some((head.trim(), rest))
}

/// The step that a message is about, and the rest of its address: `at 41`, `at #41 to blue`.
fn margin(head: &str) -> (Option<Step>, &str) {
    let found = || {
        let (at, rest) = head.split_once(char::is_whitespace)?;
        let rest = rest.trim_start().trim_start_matches('#');
        let digits = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
        let (number, rest) = rest.split_at(digits);
        let apart = rest.is_empty() || rest.starts_with([' ', ',']);
        let step = number.parse().ok().filter(|_| apart)?;
        at.eq_ignore_ascii_case("at").then_some((step, rest.trim_start_matches([' ', ','])))
    };
    found().map_or((None, head), |(step, names)| (Some(step), names))
}

/// `note: text`, `note done`, `note next: text`, `note from round 6: text`, `note at 41: text`;
/// anything else is noted as it is, beside the last step.
fn note(text: &str) -> Request {
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let first = first.trim_end_matches([':', '.', '!']).to_lowercase();
    let rest = rest.trim();
    let later = match (first.as_str(), rest) {
        ("done", "") => Some(Request::NotesDone { keep: false }),
        ("keep", "") => Some(Request::NotesDone { keep: true }),
        ("next", rest) => {
            let rest = rest.strip_prefix("turn").map_or(rest, str::trim_start);
            let text = rest.trim_start_matches(':').trim();
            let said = !text.is_empty();
            said.then(|| Request::NoteLater { round: None, text: text.to_owned() })
        }
        ("from", rest) => from_round(rest),
        ("at", _) => match head(text) {
            Some((at, words)) => match margin(at) {
                (beside @ Some(_), "") => {
                    Some(Request::Note { beside, text: words.trim().to_owned() })
                }
                _ => None,
            },
            None => None,
        },
        _ => None,
    };
    later.unwrap_or_else(|| Request::Note { beside: None, text: text.to_owned() })
}

/// `round 6: text`, `generation 6 text`, `6: text`.
fn from_round(rest: &str) -> Option<Request> {
    let (first, more) = rest.split_once(char::is_whitespace)?;
    let named = ["round", "generation"].contains(&first.to_lowercase().as_str());
    let rest = if named { more.trim_start() } else { rest };
    let (number, text) = rest.split_once(char::is_whitespace)?;
    let round = number.trim_end_matches(':').parse().ok()?;
    let text = text.trim();
    (!text.is_empty()).then(|| Request::NoteLater { round: Some(round), text: text.to_owned() })
}

/// What follows a word at the head of a line, as it was typed: "say: hello", "- **say all:** hi".
fn behind<'t>(raw: &'t str, word: &str) -> &'t str {
    let begins = |at: &usize| {
        raw.get(*at..at + word.len()).is_some_and(|lead| lead.eq_ignore_ascii_case(word))
    };
    let found = (0..raw.len()).find(begins).map_or(raw.len(), |at| at + word.len());
    raw.get(found..).unwrap_or_default().trim_start()
}

/// What follows the first so many words, as it was typed.
fn after(raw: &str, words: usize) -> &str {
    let mut rest = raw.trim();
    for _ in 0..words {
        rest = rest.split_once(char::is_whitespace).map_or("", |(_, rest)| rest.trim_start());
    }
    rest
}

/// `3`, `#3`, `3.` or `no. 3` of the letter's list.
fn number(line: &str) -> Option<usize> {
    let digits = line.trim_start_matches('#').trim_end_matches(['.', ')']);
    let few = !digits.is_empty() && digits.len() <= 4;
    few.then(|| digits.parse().ok()).flatten().filter(|number| *number > 0)
}

#[cfg(test)]
mod tests;
