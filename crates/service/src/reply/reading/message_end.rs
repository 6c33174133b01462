//! Finds the end of a message or note. If there is an `end say` or `end note`, everything above it
//! is taken as written. Otherwise a message ends at the next command, heading or order, and a note
//! at the end of its paragraph as well. Signatures below them are left out.

use std::ops::Range;

use super::address::Addressees;
use super::command::{self, Request, Say};
use super::rejoin::rejoined;
use super::{Kind, Meaning, Message, NOTE, Question, Reader, Remark, SAY, contact, phrases};
use crate::reply::line::ReplyLine;

/// Maximum length of an order line directly below a message's first line.
const SHORT: usize = 60;
/// Maximum number of words before a message's colon if they are not a known name.
const WORDS: usize = 6;
/// Maximum number of short lines below a closing formula.
const BELOW: usize = 6;

enum End {
    /// At a command, a heading, an order, or after the last line.
    Plain(usize),
    /// At a line that may be an order or part of the message.
    Doubtful(usize),
}

impl Reader<'_> {
    /// Reads the message that begins at a line and returns where the next part begins.
    pub(super) fn message(&mut self, at: usize, say: Say) -> usize {
        let to = self.context.seats.find(&say.names);
        if !self.is_address(&say) {
            // "say hello to everyone I have met here so far: ..." is a sentence.
            self.push(at..at + 1, Meaning::Remark(Remark::SayToNobody));
            return at + 1;
        }
        let message =
            |text, orders| Meaning::Message(Message { to, at_step: say.at_step, text, orders });
        if let Some(end) = self.explicit_end(at, SAY) {
            let text = rejoined(&self.lines[at], &say.text, &self.lines[at + 1..end]);
            let orders = self.orders_in(at + 1..end);
            self.push(at..end, message(text, orders));
            self.push(end..end + 1, Meaning::Remark(Remark::End));
            return end + 1;
        }
        let upto = self.lines.len();
        let (end, doubtful) = match self.end_of(at, upto, !say.text.is_empty(), self.context.secret)
        {
            End::Plain(end) => (end, false),
            End::Doubtful(end) => (end, true),
        };
        let last = self.without_signature(at, end);
        let text = rejoined(&self.lines[at], &say.text, &self.lines[at + 1..last]);
        // The first line is delivered as written, even if it is an order.
        let first = ReplyLine { raw: say.text.clone(), plain: say.text, ..self.lines[at].clone() };
        let orders = if self.is_order(&first) { vec![first.raw] } else { Vec::new() };
        self.push(at..last, message(text, orders));
        for below in last..end {
            self.push(below..below + 1, Meaning::Remark(Remark::Signature));
        }
        self.closed = last < end;
        if doubtful {
            self.push(end..end + 1, Meaning::Question(Question::InMessage));
            return end + 1;
        }
        end
    }

    /// Reads the note that begins at a line: everything down to `end note`, or its paragraph. It
    /// ends above commands and orders, and a signature below it is left out.
    pub(super) fn note(&mut self, at: usize, note: Request) -> usize {
        let has_text = match &note {
            Request::Note { text, .. } | Request::NoteLater { text, .. } => !text.is_empty(),
            _ => true,
        };
        let explicit = self.explicit_end(at, NOTE);
        let (end, doubtful) = match explicit {
            Some(end) => (end, false),
            // Nobody else reads it, so it may contain the writer's plan.
            None => match self.end_of(at, self.end_of_paragraph(at, has_text), has_text, false) {
                End::Plain(end) => (end, false),
                End::Doubtful(end) => (end, true),
            },
        };
        let last = if explicit.is_some() { end } else { self.without_signature(at, end) };
        let whole = |text: String| rejoined(&self.lines[at], &text, &self.lines[at + 1..last]);
        let note = match note {
            Request::Note { at_step, text } => Request::Note { at_step, text: whole(text) },
            Request::NoteLater { round, text } => Request::NoteLater { round, text: whole(text) },
            other => other,
        };
        self.push(at..last, Meaning::Request(note));
        for below in last..end {
            self.push(below..below + 1, Meaning::Remark(Remark::Signature));
        }
        self.closed = last < end;
        if explicit.is_none() && !doubtful {
            return end;
        }
        let meaning = match doubtful {
            true => Meaning::Question(Question::InNote),
            false => Meaning::Remark(Remark::End),
        };
        self.push(end..end + 1, meaning);
        end + 1
    }

    /// Returns where the paragraph ends that begins at a line, or on the line below it if that is
    /// where the text begins.
    fn end_of_paragraph(&self, at: usize, has_text: bool) -> usize {
        let first = if has_text { at + 1 } else { at + 2 };
        let next = (first..self.lines.len()).find(|next| self.lines[*next].begins_paragraph);
        next.unwrap_or(self.lines.len())
    }

    /// Returns the explicit end of the message or note that begins at a line. It counts only if no
    /// other message or note begins above it.
    pub(super) fn explicit_end(&self, at: usize, what: &str) -> Option<usize> {
        let ends = |next: &usize| super::ends(&self.lines[*next].plain) == Some(what);
        (at + 1..self.lines.len()).find(|next| ends(next) || self.begins_other(*next)).filter(ends)
    }

    /// Whether another message or note begins at a line.
    fn begins_other(&self, at: usize) -> bool {
        let ReplyLine { plain, raw, .. } = &self.lines[at];
        match command::read(plain, raw) {
            Request::Say(say) => self.is_address(&say),
            Request::Note { .. } | Request::NoteLater { .. } => has_colon(plain),
            _ => false,
        }
    }

    /// Returns where a message or note without an explicit end ends, at most before a line.
    /// `secret` says whether it must not contain the writer's plan.
    fn end_of(&self, at: usize, upto: usize, has_text: bool, secret: bool) -> End {
        for next in at + 1..upto {
            let line = &self.lines[next];
            let plan = || secret && (has_text || next > at + 1);
            match self.kind(next) {
                // The writer's plan, while the decision is secret.
                Kind::Other | Kind::Verb | Kind::Worded(_)
                    if plan() && phrases::has_plan(&line.raw) =>
                {
                    let closed = self.without_signature(at, next) < next;
                    return if closed { End::Plain(next) } else { End::Doubtful(next) };
                }
                // A move described in the writer's own words.
                Kind::Verb if self.describes_move(next) => return End::Doubtful(next),
                // "option 2" below a message may be a move.
                Kind::Worded(_) if line.begins_paragraph || (next == at + 1 && has_text) => {
                    let closed = self.without_signature(at, next) < next;
                    return if closed { End::Plain(next) } else { End::Doubtful(next) };
                }
                Kind::Other | Kind::Verb | Kind::Worded(_) => {}
                Kind::End | Kind::Heading | Kind::Addressed => return End::Plain(next),
                Kind::Command(command) => {
                    if self.ends_message(next, &command) {
                        return End::Plain(next);
                    }
                }
                Kind::Near | Kind::Slip(_) | Kind::Doubtful | Kind::Marked(_) => {
                    // Below a closing formula it is not part of the message, regardless of its
                    // content.
                    let closed = self.without_signature(at, next) < next;
                    return if closed { End::Plain(next) } else { End::Doubtful(next) };
                }
                Kind::Order(_) | Kind::Number(_) => {
                    let alone = line.begins_paragraph
                        || (next == at + 1
                            && has_text
                            && line.plain.trim().chars().count() < SHORT);
                    let plain = line.raw.trim().ends_with(|c: char| {
                        c.is_alphanumeric() || matches!(c, '.' | '*' | '_' | ')' | '"' | '\'')
                    });
                    let torn =
                        alone && plain && !self.is_in_sentence(at, next) && self.context.whole;
                    // An order below "Thanks!" is an order.
                    let closed = plain && self.without_signature(at, next) < next;
                    return if torn || closed { End::Plain(next) } else { End::Doubtful(next) };
                }
            }
        }
        End::Plain(upto)
    }

    /// Whether the text before the colon may be recipients, known or unknown.
    fn is_address(&self, say: &Say) -> bool {
        say.names.split_whitespace().count() <= WORDS
            || !matches!(self.context.seats.find(&say.names), Addressees::Unknown(_))
    }

    /// Whether a command at a line ends the message above it. Commands that also begin sentences
    /// have to begin a paragraph.
    fn ends_message(&self, at: usize, command: &Request) -> bool {
        let ReplyLine { plain, begins_paragraph, .. } = &self.lines[at];
        match command {
            Request::Join | Request::Decline | Request::Again => false,
            Request::Say(say) => self.is_address(say),
            // It was not meant for the recipients of the message above.
            Request::SayToNobody => true,
            Request::Note { .. } | Request::NoteLater { .. } => has_colon(plain),
            Request::Extend(_) => *begins_paragraph,
            _ => true,
        }
    }

    /// Whether a line in its own paragraph begins like an order and names a place.
    fn describes_move(&self, at: usize) -> bool {
        let ReplyLine { plain, begins_paragraph, .. } = &self.lines[at];
        let alone = self.lines.get(at + 1).is_none_or(|next| next.begins_paragraph);
        let short = plain.split_whitespace().count() <= super::sentences::MOVE;
        *begins_paragraph && alone && short && self.context.grammar.names_one(plain)
    }

    /// Whether an order is in the middle of a sentence that began above it or continues below it.
    fn is_in_sentence(&self, at: usize, order: usize) -> bool {
        let above = &self.lines[order - 1];
        let goes_on =
            order > at && above.raw.trim_end().ends_with([':', ',', '\u{ff1a}', '\u{2026}', ';']);
        let is_order = |next: &usize| {
            matches!(
                self.kind(*next),
                Kind::Order(_) | Kind::Number(_) | Kind::Near | Kind::Slip(_) | Kind::Marked(_)
            )
        };
        let below = (order + 1..self.lines.len()).find(|next| !is_order(next));
        let continued = below.is_some_and(|below| {
            let raw = &self.lines[below].raw;
            // A name, or a word of thanks.
            let apart = self.lines[below].begins_paragraph && raw.split_whitespace().count() <= 4;
            let small = raw.trim_start().chars().next().is_some_and(char::is_lowercase);
            let closing = phrases::is_closing(raw)
                || (self.lines[below].begins_paragraph && phrases::begins_closing(raw));
            let other = matches!(self.kind(below), Kind::End | Kind::Heading | Kind::Command(_));
            let signed = apart || closing || contact::is_own_name(raw, &self.context.own);
            small && !other && !signed
        });
        goes_on || continued
    }

    /// Whether a line is an order, or a number of the list.
    fn is_order(&self, line: &ReplyLine) -> bool {
        let kind = match command::read(&line.plain, &line.raw) {
            Request::Order(order) => self.order(&line.raw, &order),
            Request::Number(number) => self.number(number),
            _ => return false,
        };
        matches!(
            kind,
            Kind::Order(_)
                | Kind::Number(_)
                | Kind::Near
                | Kind::Slip(_)
                | Kind::Doubtful
                | Kind::Marked(_)
                | Kind::Worded(_)
        )
    }

    fn orders_in(&self, lines: Range<usize>) -> Vec<String> {
        let orders = self.lines[lines].iter().filter(|line| self.is_order(line));
        orders.map(|line| line.raw.trim().to_owned()).collect()
    }

    /// Returns where a message ends if the signature below it is left out. The first line is always
    /// part of the message.
    fn without_signature(&self, at: usize, end: usize) -> usize {
        let (first, mut last) = (at + 1, end);
        let line = |at: usize| self.lines[at].raw.as_str();
        let begins_block = |at: usize| contact::is_rule(line(at)) || contact::is_footer(line(at));
        if let Some(rule) = (first..last).find(|at| begins_block(*at)) {
            last = rule;
        }
        while let Some(shorter) = self.shorter(first, last) {
            last = shorter;
        }
        last
    }

    /// Returns where a message ends if the last block of its signature is left out, or `None` if
    /// there is none.
    fn shorter(&self, first: usize, last: usize) -> Option<usize> {
        if first >= last {
            return None;
        }
        let line = |at: usize| self.lines[at].raw.as_str();
        let own = |at: usize| contact::is_own_name(line(at), &self.context.own);
        let small = |at: usize| contact::is_short(line(at)) && !is_sentence(line(at));
        // The signature begins at a closing formula if a name or only a few short lines follow.
        let closes = |at: &usize| {
            let few = last - at <= BELOW + 1 && (*at + 1..last).all(small);
            let closing =
                phrases::is_closing(line(*at)) && (few || phrases::is_name(line(*at + 1)));
            // The writer's own name ends the message.
            let signed = *at > first
                && line(*at - 1).trim_end().ends_with(',')
                && small(*at)
                && ends_with_name(line(*at), &self.context.own);
            closing || own(*at) || signed
        };
        if let Some(closing) = (first..last).find(closes) {
            return Some(closing);
        }
        // The last paragraph, if it contains only contact data or a name.
        let begins = (first..last).rev().find(|at| self.lines[*at].begins_paragraph);
        let contact = |at: usize| {
            contact::has_phone(line(at))
                || contact::has_street(line(at))
                || (contact::has_address(line(at)) && small(at))
        };
        if let Some(begins) = begins {
            let short = (begins..last).all(small) && last - begins <= BELOW + 2;
            let farewell = line(begins).trim_end().ends_with(',')
                && line(begins).split_whitespace().count() <= 4;
            let named = phrases::is_name(line(begins))
                || (last - begins > 1
                    && phrases::is_name(line(last - 1))
                    && (farewell || own(last - 1)));
            if (begins..last).any(contact)
                || (short && (named || ends_with_name(line(begins), &self.context.own)))
            {
                return Some(begins);
            }
        }
        // Without an empty line: the writer's name, or contact data and the short lines above it.
        let end = last - 1;
        if own(end)
            || (small(end) && ends_with_name(line(end), &self.context.own))
            || is_initial(line(end))
        {
            return Some(end);
        }
        let from = (first.max(begins.unwrap_or(first))..last).find(|at| contact(*at))?;
        let named = (first..from).find(|at| own(*at) && (*at..from).all(small));
        Some(named.unwrap_or(from))
    }
}

/// Whether a short line ends with the writer's name: "Hilsen Bo", "Knus, Cleo".
fn ends_with_name(line: &str, names: &[String]) -> bool {
    let words = phrases::bare(line);
    let ends = line.trim_end().ends_with(['?', '!', ':']);
    let names = names.iter().map(|name| phrases::bare(name));
    let mut firsts =
        names.flat_map(|name| [name.split(' ').next().unwrap_or_default().to_owned(), name]);
    words.split(' ').count() <= 4
        && !ends
        && firsts.any(|name| !name.is_empty() && words.split(' ').next_back() == Some(&name))
}

/// Whether a line is an initial: "C.", "/A", "ax".
fn is_initial(line: &str) -> bool {
    let chars: String = line.chars().filter(|c| c.is_alphanumeric()).collect();
    (1..=2).contains(&chars.chars().count())
        && chars.chars().all(char::is_alphabetic)
        && line.trim().chars().count() <= 4
}

/// Whether a line is a sentence and not part of a signature.
fn is_sentence(line: &str) -> bool {
    let line = line.trim_end();
    line.split_whitespace().count() > 4 && line.ends_with(['.', '!', '?'])
}

fn has_colon(plain: &str) -> bool {
    plain.split_whitespace().take(4).any(|word| word.ends_with([':', '\u{ff1a}']))
}
