//! Parses a line of a reply: a service command, a number from the email's list, or an order in the
//! title's notation. It knows keywords only, neither games nor rules.
//!
//! No title's notation begins with a service command or a prefix of one; random play checks this
//! (`tests/it/titles/contract.rs`). Every other line is an order, which the title judges.

mod notes;
mod rest;
mod takeback;

use notes::note;
use ravenpost_rules::numbers::Step;
use rest::{asks_for_time, is_name, is_note, is_search, is_zone};
use takeback::takeback;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// An order in notation, perhaps of several parts.
    Order(String),
    /// A number from the list in the answered email.
    Number(usize),
    /// Shows the position: sends the whole turn email again.
    Show,
    /// Shows what only the sender may see.
    ShowHand,
    /// Lists the orders on offer that contain these words.
    ShowOrders(String),
    /// Shows the position after that step, as the sender knew it then.
    ShowAt(Step),
    /// Shows what happened since the sender's last order, most important first.
    ShowSince,
    /// Undoes the last order.
    Undo,
    /// Proposes to go back to a step, by default to before the sender's last move.
    Takeback {
        to: Option<Step>,
        reason: String,
    },
    /// Asks for more time for the pending decision, with a reason.
    Extend(String),
    /// Lets a substitute bot play, for a number of days or until the sender returns.
    Away {
        days: Option<u32>,
    },
    /// Takes a vacation between two dates, as they were written.
    Vacation {
        first: String,
        last: String,
    },
    /// Reminds the players whom the sender is waiting for.
    Nudge,
    /// Takes the seat back from a substitute bot, or ends a vacation.
    Back,
    /// A message to the table or to some of its seats.
    Say(Say),
    /// `say` without a recipient.
    SayToNobody,
    /// A private note, beside that step or the last one.
    Note {
        at_step: Option<Step>,
        text: String,
    },
    /// A private note for the next turn, or from that round on.
    NoteLater {
        round: Option<u16>,
        text: String,
    },
    /// Keeps or drops the notes for this turn.
    NotesDone {
        keep: bool,
    },
    Vote {
        agrees: bool,
    },
    Help,
    /// Changes which emails the sender gets.
    Emails(EmailsWanted),
    /// Sets the sender's time zone.
    Zone(String),
    /// Lists the sender's games.
    Games,
    /// Blocks or unblocks the player with that name.
    Block {
        name: String,
        blocked: bool,
    },
    /// Searches the rules of the title for these words.
    Rules(String),
    /// Takes the seat offered by an invitation.
    Join,
    Decline,
    /// A witness's signature of the seals, as its program printed it.
    Witness(String),
    /// Confirms a held email.
    Again,
    /// Gives up the seat; asks for confirmation first.
    Leave {
        sure: bool,
    },
}

/// Which emails the sender of a reply wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EmailsWanted {
    Short,
    Long,
    All,
    None,
}

impl EmailsWanted {
    fn find(word: &str) -> Option<EmailsWanted> {
        match word.to_lowercase().as_str() {
            "short" => Some(EmailsWanted::Short),
            "long" => Some(EmailsWanted::Long),
            "on" => Some(EmailsWanted::All),
            "off" => Some(EmailsWanted::None),
            _ => None,
        }
    }
}

impl Request {
    /// Whether another player or a bot plays the seat from then on.
    pub fn leaves(&self) -> bool {
        matches!(
            self,
            Request::Away { .. } | Request::Vacation { .. } | Request::Leave { sure: true }
        )
    }
}

/// A message, and the text before its colon.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Say {
    /// The recipients as written: "to Blue and Red". Empty for the table.
    pub names: String,
    /// The step in whose margin it appears.
    pub at_step: Option<Step>,
    pub text: String,
}

/// First words that are reserved for the service in every title.
pub const RESERVED: [&str; 20] = [
    "show", "undo", "say", "note", "help", "join", "decline", "leave", "away", "extend", "agree",
    "refuse", "stop", "quit", "again", "letters", "back", "nudge", "emails", "zone",
];

/// What ends the recipients of a message; the second is the full-width colon of Asian keyboards.
const COLONS: [char; 2] = [':', '\u{ff1a}'];

/// Words after "leave" that confirm it.
const SURE: [&str; 2] = ["the game", "for good"];

/// Parses a line. `plain` is the normalised text for orders; `raw` is the text as typed, for
/// messages and notes.
pub fn read(plain: &str, raw: &str) -> Request {
    // In `plain`, the dash of a signature is replaced like any other.
    if raw.trim_start().starts_with("\u{2014} ") && raw.split_whitespace().count() == 3 {
        return Request::Witness(raw.trim().to_owned());
    }
    // Asterisks left over from a recipient in bold: "*say blue:* hello".
    let line = without_postscript(plain.trim().trim_start_matches(['*', '_']));
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let order = || Request::Order(line.to_owned());
    // A colon may directly follow the word. After "say", "note" and "takeback" the text may
    // directly follow the colon.
    let (lead, glued) = first.split_once(COLONS).unwrap_or((first, ""));
    let lead = lead.to_lowercase();
    if !glued.is_empty() && !["say", "note", "takeback"].contains(&&*lead) {
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
        "emails" | "letters" => EmailsWanted::find(rest).map_or_else(order, Request::Emails),
        "zone" if is_zone(rest) => Request::Zone(after(raw, 1).trim().to_owned()),
        // These are everyday words, so they are not reserved.
        "takeback" | "take-back" => takeback(behind(raw, &lead)).unwrap_or_else(order),
        "games" if rest.is_empty() && lead == first.to_lowercase() => Request::Games,
        "map" if rest.is_empty() && lead == first.to_lowercase() => Request::Show,
        "block" | "unblock" if is_name(rest) && lead == first.to_lowercase() => {
            Request::Block { name: behind(raw, &lead).to_owned(), blocked: lead == "block" }
        }
        "rules" if is_search(rest) && lead == first.to_lowercase() => {
            Request::Rules(rest.to_lowercase())
        }
        "join" if rest.is_empty() => Request::Join,
        "decline" if rest.is_empty() => Request::Decline,
        "again" if rest.is_empty() => Request::Again,
        "leave" if rest.is_empty() => Request::Leave { sure: false },
        "leave" if SURE.contains(&rest.to_lowercase().as_str()) => Request::Leave { sure: true },
        _ => number(line).map_or_else(order, Request::Number),
    }
}

/// Returns the words for the dice in a reply to an invitation: `salt WORDS`.
pub fn salt(raw: &str) -> Option<String> {
    let first = raw.split_whitespace().next()?.trim_end_matches(':');
    let words = after(raw, 1);
    (first.eq_ignore_ascii_case("salt") && !words.is_empty()).then(|| words.trim().to_owned())
}

/// Whether a line begins with a reserved word, so that none of it is an order.
pub fn is_reserved(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default().to_lowercase();
    RESERVED.contains(&first.trim_end_matches(':'))
}

/// Removes "P.S." before a command: "PS say bo: hello".
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

/// Parses `away`, `away 5`, `away 5 days`.
fn away(rest: &str) -> Option<Request> {
    let (number, unit) = rest.split_once(char::is_whitespace).unwrap_or((rest, "days"));
    if rest.is_empty() {
        return Some(Request::Away { days: None });
    }
    let unit = ["day", "days"].contains(&unit.trim().to_lowercase().as_str());
    let days = number.parse().ok().filter(|_| unit)?;
    Some(Request::Away { days: Some(days) })
}

/// Parses `away from 2026-12-20 to 2027-01-03`. Invalid dates are refused later.
fn vacation(rest: &str) -> Option<Request> {
    let mut words = rest.split_whitespace().map(|word| word.trim_end_matches(['.', ',']));
    let mut after = |word: &str| words.next()?.eq_ignore_ascii_case(word).then(|| words.next())?;
    let (first, last) = (after("from")?, after("to")?);
    let begins = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let dates = begins(first) && words.next().is_none();
    dates.then(|| Request::Vacation { first: first.to_owned(), last: last.to_owned() })
}

/// Parses `say all: text`, `say: text`, `say to blue and red: text`, `say at 41: text`. Without a
/// colon after the recipients it is not a message, because recipients are never guessed.
fn say(text: &str) -> Request {
    match head(text) {
        Some((head, words)) => {
            let (at_step, names) = margin(head);
            // Asterisks left over from a recipient in bold.
            let text = words.trim().trim_start_matches(['*', '_']).trim_start().to_owned();
            Request::Say(Say { names: names.to_owned(), at_step, text })
        }
        None => Request::SayToNobody,
    }
}

/// Splits a message at the colon that ends its recipients. It is the first colon followed by a
/// space or nothing, a full-width colon, or one directly after one or two words.
fn head(text: &str) -> Option<(&str, &str)> {
    let colons = text.char_indices().filter(|(_, c)| COLONS.contains(c));
    let found = colons.map(|(at, c)| (&text[..at], &text[at + c.len_utf8()..], c));
    let ends = |(head, rest, c): &(&str, &str, char)| {
        let apart = rest.is_empty() || rest.starts_with(char::is_whitespace) || *c == '\u{ff1a}';
        // "say all:hello", but not "say I'll be there at 10:30".
        apart
            || (head.split_whitespace().count() <= 2
                && !head.ends_with(|last: char| last.is_ascii_digit()))
    };
    let (head, rest, _) = found.clone().find(ends)?;
    Some((head.trim(), rest))
}

/// Splits off the step that a message is about: `at 41`, `at #41 to blue`.
fn margin(head: &str) -> (Option<Step>, &str) {
    let found = || {
        let (at, rest) = head.split_once(char::is_whitespace)?;
        let rest = rest.trim_start().trim_start_matches('#');
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (number, rest) = rest.split_at(digits);
        let apart = rest.is_empty() || rest.starts_with([' ', ',']);
        let step = number.parse().ok().filter(|_| apart)?;
        at.eq_ignore_ascii_case("at").then_some((step, rest.trim_start_matches([' ', ','])))
    };
    found().map_or((None, head), |(step, names)| (Some(step), names))
}

/// Returns the text after the first word of a line, as typed: "say: hello", "- **say all:** hi".
fn behind<'t>(raw: &'t str, word: &str) -> &'t str {
    let begins = |at: &usize| {
        raw.get(*at..at + word.len()).is_some_and(|lead| lead.eq_ignore_ascii_case(word))
    };
    let found = (0..raw.len()).find(begins).map_or(raw.len(), |at| at + word.len());
    raw.get(found..).unwrap_or_default().trim_start()
}

/// Returns the text after that many words, as typed.
fn after(raw: &str, words: usize) -> &str {
    let mut rest = raw.trim();
    for _ in 0..words {
        rest = rest.split_once(char::is_whitespace).map_or("", |(_, rest)| rest.trim_start());
    }
    rest
}

/// Parses `3`, `#3`, `3.` or `3)`, a number from the email's list.
fn number(line: &str) -> Option<usize> {
    let digits = line.trim_start_matches('#').trim_end_matches(['.', ')']);
    let few = !digits.is_empty() && digits.len() <= 4;
    few.then(|| digits.parse().ok()).flatten().filter(|number| *number > 0)
}

#[cfg(test)]
mod tests;
