//! Reads a reply as a whole: which lines are requests, where a message to others ends, and which
//! lines are only text around them.
//!
//! Every line belongs to exactly one [`Part`]. Nothing is guessed: if a line may be an order inside
//! a message, or revokes an order beside it, the writer is asked and nothing below it is carried
//! out.

pub(super) mod address;
pub mod command;
mod contact;
pub(super) mod grammar;
pub(super) mod joining;
mod message_end;
mod numbers;
pub(super) mod phrases;
mod rejoin;
mod remarks;
mod sentences;
#[cfg(test)]
mod tests;
pub(super) mod vote;
mod wrapped;

use std::ops::Range;

use crate::reply::line::ReplyLine;
use address::{Addressees, Seats};
use command::{Request, Say};
use grammar::{Fit, Grammar};

const SAY: &str = "say";
const NOTE: &str = "note";

/// Maximum number of words in a label before an order.
const LABEL: usize = 4;
/// Maximum number of words in an order before a condition.
const WORDS: usize = 12;

pub(super) struct Context<'a> {
    pub grammar: Grammar<'a>,
    pub seats: Seats,
    /// Whether the lines are the complete text.
    pub whole: bool,
    pub own: Vec<String>,
    /// Whether the answered email asks for a vote.
    pub ballot: bool,
    /// Whether players answer in secret, so that a plan must not reach the others.
    pub secret: bool,
}

/// A group of lines in a reply and its meaning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Part {
    /// The lines, as indices into the input.
    pub lines: Range<usize>,
    /// The text as written, on one line.
    pub raw: String,
    pub meaning: Meaning,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    Request(Request),
    Message(Message),
    /// A line that is not an order, and the verb that it may begin with.
    Unclear(&'static str),
    /// Probably that number of the list, which has to be on a line of its own.
    NearNumber(usize),
    /// Something to ask the writer about. Nothing from here on is carried out.
    Question(Question),
    Remark(Remark),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Message {
    pub to: Addressees,
    pub at_step: Option<ravenpost_rules::numbers::Step>,
    pub text: String,
    /// Lines of it that are orders. They are not played.
    pub orders: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question {
    /// Is this line below a message an order, or part of the message?
    InMessage,
    /// Is this line below a note an order, or part of the note?
    InNote,
    /// Is this order meant to be played? Words beside it put a condition on it or revoke it.
    Condition,
    /// Is the line below this long move the end of it?
    Wrapped,
    /// Is this answer to a vote a yes or a no?
    Vote,
    /// Is this text for another player, without the command, meant to be sent?
    Recipient,
}

/// Lines without a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Remark {
    Text,
    /// A greeting, thanks or a name.
    Courtesy,
    /// A line that may have been meant as a move or a command.
    NotUnderstood,
    Heading,
    /// Text left out below a message: names, numbers, footers.
    Signature,
    /// `end say` or `end note`.
    End,
    /// `say` without a recipient, or a recipient without `say`.
    SayToNobody,
}

pub(super) fn read(lines: &[ReplyLine], context: &Context<'_>) -> Vec<Part> {
    let mut reader = Reader::new(lines, context);
    if context.ballot {
        reader.ballot();
    }
    let mut at = 0;
    while at < lines.len() {
        at = reader.one(at);
    }
    reader.conditions();
    reader.verbs();
    reader.remarks();
    reader.parts
}

/// The meaning of a line on its own.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    End,
    /// A command in one of its documented forms, or a message.
    Command(Request),
    Heading,
    /// Text for other players without the command: "tell Red: hello".
    Addressed,
    /// An order, as the title reads it.
    Order(String),
    Number(usize),
    /// An order followed by a condition.
    Doubtful,
    /// An order except for one word or punctuation mark.
    Near,
    /// Probably a number of the list, with punctuation or among words.
    Marked(usize),
    Worded(usize),
    /// A misspelling of that verb, followed by the rest of an order.
    Slip(&'static str),
    /// Begins with a verb of orders but continues differently.
    Verb,
    Other,
}

struct Reader<'a> {
    lines: &'a [ReplyLine],
    context: &'a Context<'a>,
    parts: Vec<Part>,
    votes: Vec<usize>,
    /// Whether there is a closing formula above, with no request below it.
    closed: bool,
}

impl<'a> Reader<'a> {
    fn new(lines: &'a [ReplyLine], context: &'a Context<'a>) -> Reader<'a> {
        Reader { lines, context, parts: Vec::new(), votes: Vec::new(), closed: false }
    }

    fn kind(&self, at: usize) -> Kind {
        let ReplyLine { raw, plain, .. } = &self.lines[at];
        if ends_block(plain) {
            return Kind::End;
        }
        if phrases::is_heading(raw) {
            return Kind::Heading;
        }
        // "With my best wishes," above the writer's name.
        let farewell = raw.trim_end().ends_with(',') && raw.split_whitespace().count() <= 5;
        let signed = |next: &ReplyLine| contact::is_own_name(&next.raw, &self.context.own);
        if farewell && self.lines.get(at + 1).is_some_and(signed) {
            return Kind::Other;
        }
        match command::read(plain, raw) {
            Request::Number(number) => self.number(number),
            Request::Order(line) if command::is_reserved(&line) => {
                // "undo please".
                let bare = phrases::without_courtesy(&line);
                match command::read(bare, bare) {
                    Request::Order(_) | Request::Number(_) => Kind::Other,
                    command => Kind::Command(command),
                }
            }
            Request::Order(_) if self.context.seats.is_to_a_player(raw) => Kind::Addressed,
            Request::Order(line) => self.order(raw, &line),
            Request::SayToNobody if self.is_addressed(at) => {
                let names = plain.trim()[3..].trim().to_owned();
                Kind::Command(Request::Say(Say { names, ..Say::default() }))
            }
            command => Kind::Command(command),
        }
    }

    /// Whether a line is `say` and a name without the colon, above a line `end say`.
    fn is_addressed(&self, at: usize) -> bool {
        let plain = self.lines[at].plain.trim();
        let names =
            plain.get(..4).filter(|lead| lead.eq_ignore_ascii_case("say ")).map(|_| &plain[4..]);
        names.is_some_and(|names| {
            !matches!(self.context.seats.find(names), Addressees::Unknown(_))
                && self.explicit_end(at, SAY).is_some()
        })
    }

    fn number(&self, number: usize) -> Kind {
        if self.context.grammar.has_number(number) { Kind::Number(number) } else { Kind::Near }
    }

    /// Classifies a line that is not a command. It may be an order with a heading before it or a
    /// remark after it.
    fn order(&self, raw: &str, line: &str) -> Kind {
        let grammar = &self.context.grammar;
        let whole = grammar.fit(line);
        if whole == Fit::Order {
            return Kind::Order(line.to_owned());
        }
        if phrases::is_closing(raw) {
            return Kind::Other;
        }
        // "Plan: b2 g1".
        if let Some((verb, rest)) = line.split_once(": ")
            && !verb.contains(' ')
        {
            let order = format!("{verb} {rest}");
            if matches!(grammar.fit(&order), Fit::Order | Fit::Near) {
                return match grammar.fit(&order) {
                    Fit::Order => Kind::Order(order),
                    _ => Kind::Near,
                };
            }
        }
        // "My move: pass", "3 please", "build *roma*".
        let unmarked = phrases::without_emphasis(line);
        let bare = phrases::without_courtesy(self.without_label(&unmarked).unwrap_or(&unmarked));
        if bare != line {
            match command::read(bare, bare) {
                Request::Number(number) => return self.number(number),
                Request::Order(order) if grammar.fit(&order) == Fit::Order => {
                    return Kind::Order(order);
                }
                _ => {}
            }
        }
        if let Some((order, remark)) = phrases::without_remark(bare)
            && grammar.fit(order) == Fit::Order
        {
            return match phrases::is_condition(remark) || phrases::takes_back(remark) {
                true => Kind::Doubtful,
                false => Kind::Order(order.to_owned()),
            };
        }
        if whole != Fit::Near && self.has_condition(&unmarked) {
            return Kind::Doubtful;
        }
        let meant = numbers::meant(&unmarked).filter(|number| grammar.has_number(*number));
        match (whole, meant) {
            (Fit::Near, _) => Kind::Near,
            (Fit::Slip(word), None) => Kind::Slip(word),
            (Fit::Verb, None) => Kind::Verb,
            (_, Some(number)) if is_marked_number(line) => Kind::Marked(number),
            (_, Some(number)) => Kind::Worded(number),
            (_, None) if is_marked_number(line) => Kind::Near,
            (_, None) => Kind::Other,
        }
    }

    /// Whether a line is an order of several words, followed by a condition: "pick latium etruria
    /// unless Bo has it".
    fn has_condition(&self, line: &str) -> bool {
        let ends = line.match_indices(' ').map(|(at, _)| line.split_at(at));
        ends.skip(1).take(WORDS).any(|(order, rest)| {
            phrases::is_condition(rest)
                && self.context.grammar.fit(order.trim_end_matches(',')) == Fit::Order
        })
    }

    /// Returns the rest of a line after a heading, or after a label of a few words before an order.
    fn without_label<'t>(&self, line: &'t str) -> Option<&'t str> {
        phrases::without_heading(line).or_else(|| {
            let (label, rest) = line.split_once(": ")?;
            let few = label.split_whitespace().count() <= LABEL && !phrases::is_condition(label);
            let someone = !matches!(self.context.seats.find(label), Addressees::Unknown(_));
            let order = phrases::without_remark(rest).map_or(rest, |(order, _)| order);
            (few && !someone && self.context.grammar.fit(order) == Fit::Order).then_some(rest)
        })
    }

    /// Returns a near miss in the form that is passed to the title, which then names the mistake.
    /// Words of courtesy are no mistakes.
    fn near(&self, plain: &str, raw: &str) -> Request {
        match command::read(plain, raw) {
            Request::Number(number) => Request::Number(number),
            _ => {
                let line = phrases::without_heading(plain).unwrap_or(plain);
                Request::Order(phrases::without_courtesy(line).to_owned())
            }
        }
    }

    /// Reads the part that begins at a line and returns where the next one begins.
    fn one(&mut self, at: usize) -> usize {
        if self.votes.contains(&at) {
            return at + 1;
        }
        let kind = self.kind(at);
        if let Some(next) = self.wrapped(at, &kind) {
            return next;
        }
        let ReplyLine { raw, plain, .. } = &self.lines[at];
        let meaning = match kind {
            Kind::End => Meaning::Remark(Remark::End),
            Kind::Heading => Meaning::Remark(Remark::Heading),
            Kind::Command(Request::Say(say)) => return self.message(at, say),
            Kind::Command(Request::SayToNobody) => Meaning::Remark(Remark::SayToNobody),
            Kind::Command(note @ (Request::Note { .. } | Request::NoteLater { .. })) => {
                return self.note(at, note);
            }
            Kind::Command(command) => Meaning::Request(command),
            Kind::Order(order) => Meaning::Request(Request::Order(order)),
            Kind::Doubtful => Meaning::Question(Question::Condition),
            Kind::Addressed if self.context.secret => Meaning::Question(Question::Recipient),
            Kind::Addressed => Meaning::Remark(Remark::SayToNobody),
            Kind::Number(number) => Meaning::Request(Request::Number(number)),
            // The title says what is wrong with it.
            Kind::Near => Meaning::Request(self.near(plain, raw)),
            // A greeting, or a name below the thanks: "Sure!", "Dona".
            Kind::Slip(_) if self.is_greeting(at) || self.closed && !plain.trim().contains(' ') => {
                Meaning::Remark(Remark::Text)
            }
            Kind::Slip(word) => Meaning::Unclear(word),
            Kind::Marked(number) | Kind::Worded(number) => Meaning::NearNumber(number),
            Kind::Verb | Kind::Other => Meaning::Remark(Remark::Text),
        };
        self.closed = match meaning {
            Meaning::Remark(Remark::Text) => self.closed || phrases::is_closing(raw),
            _ => false,
        };
        self.push(at..at + 1, meaning);
        at + 1
    }

    /// Whether a line is a greeting: the first line, a single word with final punctuation.
    fn is_greeting(&self, at: usize) -> bool {
        let line = self.lines[at].raw.trim();
        at == 0 && !line.contains(' ') && line.ends_with(['!', ',', ':'])
    }

    fn push(&mut self, lines: Range<usize>, meaning: Meaning) {
        let raw = self.lines[lines.clone()].iter().map(|line| line.raw.trim());
        let raw = raw.collect::<Vec<_>>().join(" ");
        self.parts.push(Part { lines, raw, meaning });
    }
}

/// Whether a line begins a message or note, which may have an explicit end.
pub fn begins_block(plain: &str, raw: &str) -> bool {
    matches!(
        command::read(plain, raw),
        Request::Say(_) | Request::Note { .. } | Request::NoteLater { .. }
    )
}

/// Whether a line ends a message or a note.
pub fn ends_block(plain: &str) -> bool {
    ends(plain).is_some()
}

/// Returns the command whose text a line ends, if any.
fn ends(plain: &str) -> Option<&'static str> {
    let line = plain.trim().trim_end_matches([':', '.', '!']).to_lowercase();
    match line.as_str() {
        "end say" | "end of say" | "endsay" => Some(SAY),
        "end note" | "end of note" | "endnote" => Some(NOTE),
        _ => None,
    }
}

/// Whether a line may be a number of the list: `(3)`, `3?`, `3!`.
fn is_marked_number(line: &str) -> bool {
    let digits = line.trim().trim_matches(|c: char| !c.is_alphanumeric());
    !digits.is_empty() && digits.len() <= 3 && digits.chars().all(|c| c.is_ascii_digit())
}
