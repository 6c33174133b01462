//! What a line of a reply asks for: a service word, a number of the letter's list, or an order in
//! the title's own notation. Knows words, neither games nor rules.
//!
//! No title's notation begins with a service word or with a cut of one; random play sees to that
//! (`tests/it/contract`). A line that is no service word is an order, and the title judges it.

use ravenpost_rules::numbers::Step;

/// One line of a reply, as it was understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ask {
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
    /// Play again where a bot stands in, or after a vacation.
    Back,
    /// Words for the table, or for some of its seats; in the margin of a step, where one is named.
    Say {
        to: Vec<String>,
        beside: Option<Step>,
        text: String,
    },
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

/// The words that begin a line and are the service's in every title.
pub const RESERVED: [&str; 19] = [
    "show", "undo", "say", "note", "help", "orders", "join", "decline", "leave", "away", "extend",
    "agree", "refuse", "stop", "quit", "again", "letters", "back", "nudge",
];

/// What follows "leave" when it is meant.
const SURE: [&str; 2] = ["the game", "for good"];

/// Reads a line. `plain` is what an order is made of; `raw` keeps what was typed, for words that
/// are passed on.
pub fn read(plain: &str, raw: &str) -> Ask {
    // The dash of a signature is made plain like any other.
    if raw.trim_start().starts_with("\u{2014} ") && raw.split_whitespace().count() == 3 {
        return Ask::Witness(raw.trim().to_owned());
    }
    let line = plain.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let order = || Ask::Order(line.to_owned());
    match first.trim_end_matches(':').to_lowercase().as_str() {
        "show" => show(rest).unwrap_or_else(order),
        "orders" => Ask::ShowOrders(rest.to_owned()),
        "undo" if rest.is_empty() => Ask::Undo,
        "away" => vacation(rest).or_else(|| away(rest)).unwrap_or_else(order),
        "back" if rest.is_empty() => Ask::Back,
        "nudge" if rest.is_empty() => Ask::Nudge,
        "extend" => Ask::Extend(after(raw, 1).to_owned()),
        "say" => say(after(raw, 1)),
        "note" if !rest.is_empty() => note(after(raw, 1)),
        "agree" if rest.is_empty() => Ask::Vote { agrees: true },
        "refuse" if rest.is_empty() => Ask::Vote { agrees: false },
        "help" if rest.is_empty() => Ask::Help,
        "letters" if rest.eq_ignore_ascii_case("short") => Ask::Letters { short: true },
        "letters" if rest.eq_ignore_ascii_case("long") => Ask::Letters { short: false },
        "join" if rest.is_empty() => Ask::Join,
        "decline" if rest.is_empty() => Ask::Decline,
        "again" if rest.is_empty() => Ask::Again,
        "leave" if rest.is_empty() => Ask::Leave { sure: false },
        "leave" if SURE.contains(&rest.to_lowercase().as_str()) => Ask::Leave { sure: true },
        _ => number(line).map_or_else(order, Ask::Number),
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

fn show(rest: &str) -> Option<Ask> {
    let (what, more) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    match what.to_lowercase().as_str() {
        "" | "board" | "game" => Some(Ask::Show),
        "hand" => Some(Ask::ShowHand),
        "orders" => Some(Ask::ShowOrders(more.trim().to_owned())),
        "since" if more.trim().is_empty() => Some(Ask::ShowSince),
        "at" => more.trim().trim_start_matches('#').parse().ok().map(Ask::ShowAt),
        _ => None,
    }
}

/// `away`, `away 5`, `away 5 days`.
fn away(rest: &str) -> Option<Ask> {
    let (number, unit) = rest.split_once(char::is_whitespace).unwrap_or((rest, "days"));
    if rest.is_empty() {
        return Some(Ask::Away { days: None });
    }
    let unit = ["day", "days"].contains(&unit.trim().to_lowercase().as_str());
    let days = number.parse().ok().filter(|_| unit)?;
    Some(Ask::Away { days: Some(days) })
}

/// `away from 2026-12-20 to 2027-01-03`: what is no date is refused when it is looked at.
fn vacation(rest: &str) -> Option<Ask> {
    let mut words = rest.split_whitespace().map(|word| word.trim_end_matches(['.', ',']));
    let mut after = |word: &str| words.next()?.eq_ignore_ascii_case(word).then(|| words.next())?;
    let (first, last) = (after("from")?, after("to")?);
    let begins = |word: &str| word.starts_with(|letter: char| letter.is_ascii_digit());
    let dates = begins(first) && words.next().is_none();
    dates.then(|| Ask::Vacation { first: first.to_owned(), last: last.to_owned() })
}

/// `say text`, `say all: text`, `say to blue: text`, `say to blue and red, text`, each of them also
/// about a step: `say at 41: text`, `say at 41 to blue: text`.
fn say(text: &str) -> Ask {
    let (beside, text) = margin(text);
    let text = match text.split_once(':') {
        Some((who, words)) if who.trim().eq_ignore_ascii_case("all") => words,
        _ => text,
    };
    let (to, text) = addressees(text).unwrap_or((Vec::new(), text));
    Ask::Say { to, beside, text: text.trim().to_owned() }
}

/// The step in whose margin words are to stand, and the words: `at 41: text`,
/// `at 41 to blue: text`. Without the colon it is the beginning of a sentence.
fn margin(text: &str) -> (Option<Step>, &str) {
    let found = || {
        let rest = text.trim_start();
        let (at, rest) = rest.split_at_checked(2)?;
        let rest = rest.strip_prefix(char::is_whitespace)?.trim_start().trim_start_matches('#');
        let digits = rest.find(|letter: char| !letter.is_ascii_digit())?;
        let (number, rest) = rest.split_at(digits);
        let rest = rest.trim_start();
        let named = rest
            .get(..3)
            .is_some_and(|lead| ["to ", "all"].contains(&lead.to_lowercase().as_str()));
        let words = rest.strip_prefix(':').or((named && rest.contains(':')).then_some(rest))?;
        at.eq_ignore_ascii_case("at").then_some((number.parse().ok()?, words.trim_start()))
    };
    found().map_or((None, text), |(step, words)| (Some(step), words))
}

/// `note done`, `note next text`, `note from round 6: text`, `note at 41: text`; anything else is
/// noted as it is, beside the last step.
fn note(text: &str) -> Ask {
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let first = first.trim_end_matches([':', '.', '!']).to_lowercase();
    let rest = rest.trim();
    let later = match (first.as_str(), rest) {
        ("done", "") => Some(Ask::NotesDone { keep: false }),
        ("keep", "") => Some(Ask::NotesDone { keep: true }),
        ("next", rest) => {
            let text = rest.strip_prefix("turn:").unwrap_or(rest).trim();
            let said = !text.is_empty();
            said.then(|| Ask::NoteLater { round: None, text: text.to_owned() })
        }
        ("from", rest) => from_round(rest),
        _ => None,
    };
    later.unwrap_or_else(|| {
        let (beside, text) = margin(text);
        Ask::Note { beside, text: text.to_owned() }
    })
}

/// `round 6: text`, `generation 6 text`, `6: text`.
fn from_round(rest: &str) -> Option<Ask> {
    let (first, more) = rest.split_once(char::is_whitespace)?;
    let named = ["round", "generation"].contains(&first.to_lowercase().as_str());
    let rest = if named { more.trim_start() } else { rest };
    let (number, text) = rest.split_once(char::is_whitespace)?;
    let round = number.trim_end_matches(':').parse().ok()?;
    let text = text.trim();
    (!text.is_empty()).then(|| Ask::NoteLater { round: Some(round), text: text.to_owned() })
}

/// Who is meant, where somebody is: the words between `to` and a colon, or one word alone.
fn addressees(text: &str) -> Option<(Vec<String>, &str)> {
    let rest = text.trim_start();
    let word = rest.split_whitespace().next()?;
    if !word.eq_ignore_ascii_case("to") {
        return None;
    }
    let rest = rest[word.len()..].trim_start();
    let (names, text) = match rest.split_once(':') {
        Some((names, text)) if names.split_whitespace().count() <= 8 => (names, text),
        _ => rest.split_once(char::is_whitespace)?,
    };
    let names = names.split([',', ' ', '+']).filter(|name| !matches!(*name, "" | "and" | "&"));
    Some((names.map(str::to_lowercase).collect(), text))
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
mod tests {
    use super::*;

    fn line(text: &str) -> Ask {
        read(text, text)
    }

    #[test]
    fn what_is_not_a_service_word_is_an_order() {
        let order = |text: &str| assert_eq!(line(text), Ask::Order(text.to_owned()));
        order("play wisby sell 2 wood; no");
        order("done");
        order("showing off");
        order("0");
        order("12345");
        order("undo everything");
    }

    #[test]
    fn numbers_are_those_of_the_letter() {
        for text in ["7", "#7", "7.", " 7) "] {
            assert_eq!(line(text), Ask::Number(7), "{text:?}");
        }
    }

    #[test]
    fn what_to_show_is_understood() {
        assert_eq!(line("show"), Ask::Show);
        assert_eq!(line("Show Hand"), Ask::ShowHand);
        assert_eq!(line("show orders bro"), Ask::ShowOrders("bro".to_owned()));
        assert_eq!(line("orders"), Ask::ShowOrders(String::new()));
        assert_eq!(line("Show since"), Ask::ShowSince);
        assert_eq!(line("show at 41"), Ask::ShowAt(Step(41)));
        assert_eq!(line("show me"), Ask::Order("show me".to_owned()));
        assert!(is_reserved("show me"));
    }

    #[test]
    fn words_for_others_are_passed_on_as_typed() {
        let said = |to: &[&str], text: &str| Ask::Say {
            to: to.iter().map(|name| (*name).to_owned()).collect(),
            beside: None,
            text: text.to_owned(),
        };
        assert_eq!(read("say 'well' played", "Say \u{201c}well\u{201d} played!"), {
            said(&[], "\u{201c}well\u{201d} played!")
        });
        assert_eq!(line("say to blue: truce?"), said(&["blue"], "truce?"));
        assert_eq!(line("say to Blue, red and green: now"), said(&["blue", "red", "green"], "now"));
        assert_eq!(line("say to blue truce?"), said(&["blue"], "truce?"));
        assert_eq!(line("say All: well met"), said(&[], "well met"));
        assert_eq!(line("say together we win"), said(&[], "together we win"));
        assert_eq!(line("say All: to arms"), said(&[], "to arms"));
    }

    #[test]
    fn a_note_may_be_for_a_turn_to_come() {
        let later = |round, text: &str| Ask::NoteLater { round, text: text.to_owned() };
        assert_eq!(line("note next sell the Wool"), later(None, "sell the Wool"));
        assert_eq!(line("Note next turn: ask Bo"), later(None, "ask Bo"));
        assert_eq!(line("note from round 6: settle Bro"), later(Some(6), "settle Bro"));
        assert_eq!(line("note from generation 3 trade"), later(Some(3), "trade"));
        assert_eq!(line("note from 12: trade"), later(Some(12), "trade"));
        assert_eq!(line("note done"), Ask::NotesDone { keep: false });
        assert_eq!(line("note Keep."), Ask::NotesDone { keep: true });
        for plain in ["next", "from Bo came wool", "done with red", "from round"] {
            let noted = Ask::Note { beside: None, text: plain.to_owned() };
            assert_eq!(line(&format!("note {plain}")), noted);
        }
    }

    #[test]
    fn words_may_stand_in_the_margin_of_a_step() {
        let said = |to: &[&str], text: &str| Ask::Say {
            to: to.iter().map(|name| (*name).to_owned()).collect(),
            beside: Some(Step(41)),
            text: text.to_owned(),
        };
        assert_eq!(line("say at 41: what a march"), said(&[], "what a march"));
        assert_eq!(line("Say at #41: what a march"), said(&[], "what a march"));
        assert_eq!(line("say at 41 all: what a march"), said(&[], "what a march"));
        assert_eq!(line("say at 41 to blue: was that you?"), said(&["blue"], "was that you?"));
        let noted = Ask::Note { beside: Some(Step(41)), text: "Bo had wool".to_owned() };
        assert_eq!(line("note at 41: Bo had wool"), noted);
        for plain in ["at 41 he marched", "at noon: we march", "at 5 o'clock: tea"] {
            let whole = Ask::Say { to: Vec::new(), beside: None, text: plain.to_owned() };
            assert_eq!(line(&format!("say {plain}")), whole);
        }
    }

    #[test]
    fn one_is_away_for_some_days_or_until_one_is_back() {
        assert_eq!(line("Away"), Ask::Away { days: None });
        assert_eq!(line("away 5"), Ask::Away { days: Some(5) });
        assert_eq!(line("away 1 day"), Ask::Away { days: Some(1) });
        assert_eq!(line("back"), Ask::Back);
        let (first, last) = ("2026-12-20".to_owned(), "2027-01-03".to_owned());
        let away = line("Away from 2026-12-20 to 2027-01-03.");
        assert_eq!(away, Ask::Vacation { first, last });
        assert!(matches!(line("away from my desk to rest"), Ask::Order(_)));
        assert!(matches!(line("away with red"), Ask::Order(_)));
    }

    #[test]
    fn letters_are_short_or_long() {
        assert_eq!(line("Letters short"), Ask::Letters { short: true });
        assert_eq!(line("letters long"), Ask::Letters { short: false });
        assert!(matches!(line("letters"), Ask::Order(_)));
    }

    #[test]
    fn a_vote_is_one_word() {
        assert_eq!(line("Agree"), Ask::Vote { agrees: true });
        assert_eq!(line("refuse"), Ask::Vote { agrees: false });
        assert!(matches!(line("agree with blue"), Ask::Order(_)));
    }

    #[test]
    fn leaving_wants_to_be_meant() {
        assert_eq!(line("leave"), Ask::Leave { sure: false });
        assert_eq!(line("leave for good"), Ask::Leave { sure: true });
        assert_eq!(line("leave harbour"), Ask::Order("leave harbour".to_owned()));
    }
}
