//! Reads a reply as a whole: which of its lines ask for something, how far a message to others
//! goes, and what was only written around them.
//!
//! Every line ends in exactly one [`Part`]. Nothing is delivered or played by guess: a line that
//! may be an order inside a message, or that takes back an order beside it, is asked about, and
//! nothing below it is done.

pub(super) mod address;
pub mod command;
mod contact;
pub(super) mod grammar;
mod numbers;
pub(super) mod phrases;
mod press;
mod sentences;
#[cfg(test)]
mod tests;
pub(super) mod vote;
mod wrapped;

use std::ops::Range;

use super::line::ReplyLine;
use address::{Addressees, Seats};
use command::{Request, Say};
use grammar::{Fit, Grammar};

const SAY: &str = "say";
const NOTE: &str = "note";

/// Words of a label before an order, at most.
const LABEL: usize = 4;

/// What the lines of a reply are read with.
pub(super) struct Context<'a> {
    pub grammar: Grammar<'a>,
    pub seats: Seats,
    /// Whether the lines are all that was written.
    pub whole: bool,
    /// What the writer is called.
    pub own: Vec<String>,
    /// Whether the email that is answered asks for a vote.
    pub ballot: bool,
}

/// Some lines of a reply, and what they mean.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Part {
    /// The lines, counted as they are given to the reader.
    pub lines: Range<usize>,
    /// What was written, on one line.
    pub raw: String,
    pub meaning: Meaning,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    Request(Request),
    Message(Message),
    /// A line that cannot be an order as it stands, and the word that it perhaps begins with.
    Unclear(&'static str),
    /// Probably that number of the list, which has to stand alone.
    NearNumber(usize),
    /// Something that its writer is asked about. Nothing from here on is done.
    Question(Question),
    Remark(Remark),
}

/// A message to others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Message {
    pub to: Addressees,
    pub beside: Option<ravenpost_rules::numbers::Step>,
    pub text: String,
    /// Lines of it that are orders, and are not played.
    pub orders: Vec<String>,
}

/// What is asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question {
    /// A line below a message: is it an order, or does the message go on?
    InMessage,
    /// An order, and words beside it that put a condition on it or take it back.
    Condition,
    /// A long move, and a line below it that may be its end.
    Wrapped,
    /// An answer to a vote that is neither yes nor no.
    Vote,
}

/// Lines that are for nobody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Remark {
    /// A greeting, thanks, chatter.
    Text,
    Heading,
    /// What stands below a message and is left out of it: names, numbers, footers.
    Signature,
    /// `end say` or `end note`.
    End,
    /// `say` without anyone to say it to.
    SayToNobody,
}

/// Reads the lines of a reply.
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
    reader.parts
}

/// What a line is by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    /// `end say`, `end note`.
    End,
    /// A command in one of its documented forms, or a message.
    Command(Request),
    Heading,
    /// An order, as the title reads it.
    Order(String),
    Number(usize),
    /// An order with a condition behind it.
    Doubtful,
    /// An order but for a word or a sign.
    Near,
    /// Probably a number of the list, in signs or among words.
    Marked(usize),
    Worded(usize),
    /// A slip of that word, with an order's rest.
    Slip(&'static str),
    /// Begins with a word of orders, and goes on otherwise.
    Verb,
    Other,
}

struct Reader<'a> {
    lines: &'a [ReplyLine],
    context: &'a Context<'a>,
    parts: Vec<Part>,
    /// Lines that answer a vote.
    votes: Vec<usize>,
    /// Whether a closing formula stands above, and no request below it.
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
            Request::Order(line) => self.order(raw, &line),
            Request::SayToNobody if self.is_addressed(at) => {
                let names = plain.trim()[3..].trim().to_owned();
                Kind::Command(Request::Say(Say { names, ..Say::default() }))
            }
            command => Kind::Command(command),
        }
    }

    /// Whether a line is `say` and a name, the colon forgotten, above a line `end say`.
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

    /// What a line is that is no command: an order, perhaps with a heading before it or a remark
    /// behind it.
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

    /// What follows a heading on its line, or a label of a few words before an order.
    fn without_label<'t>(&self, line: &'t str) -> Option<&'t str> {
        phrases::without_heading(line).or_else(|| {
            let (label, rest) = line.split_once(": ")?;
            let few = label.split_whitespace().count() <= LABEL && !phrases::is_condition(label);
            let someone = !matches!(self.context.seats.find(label), Addressees::Unknown(_));
            let order = phrases::without_remark(rest).map_or(rest, |(order, _)| order);
            (few && !someone && self.context.grammar.fit(order) == Fit::Order).then_some(rest)
        })
    }

    /// What the title is given of a line that is nearly an order, so that it names the mistake.
    fn near(&self, plain: &str, raw: &str) -> Request {
        match command::read(plain, raw) {
            Request::Number(number) => Request::Number(number),
            _ => Request::Order(phrases::without_heading(plain).unwrap_or(plain).trim().to_owned()),
        }
    }

    /// Reads what begins at a line, and tells where the next begins.
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
            Kind::Number(number) => Meaning::Request(Request::Number(number)),
            // The title names what is wrong with it.
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

    /// Whether a line greets: the first, of one word, with a sign that ends a greeting.
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

/// Whether a message or a note begins at a line, for which its writer may set an end.
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

/// What a line ends, if it ends a message or a note.
fn ends(plain: &str) -> Option<&'static str> {
    let line = plain.trim().trim_end_matches([':', '.', '!']).to_lowercase();
    match line.as_str() {
        "end say" | "end of say" | "endsay" => Some(SAY),
        "end note" | "end of note" | "endnote" => Some(NOTE),
        _ => None,
    }
}

/// `(3)`, `3?`, `3!`: perhaps a number of the list.
fn is_marked_number(line: &str) -> bool {
    let digits = line.trim().trim_matches(|letter: char| !letter.is_alphanumeric());
    !digits.is_empty() && digits.len() <= 3 && digits.chars().all(|letter| letter.is_ascii_digit())
}
