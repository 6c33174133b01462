//! Moves that a mail program wrapped over several lines. The first line may be a move by itself,
//! but it is not played without the rest.

use super::command::Request;
use super::{Kind, Meaning, Question, Reader, command, phrases, rejoin};
use crate::reply::line::ReplyLine;

/// Maximum number of lines that a move spans.
const LINES: usize = 5;

impl Reader<'_> {
    /// Reads a move that spans several lines, if one begins here, and returns where the next part
    /// begins.
    pub(super) fn wrapped(&mut self, at: usize, first: &Kind) -> Option<usize> {
        let alone = match first {
            Kind::Order(order) => Some(order.clone()),
            Kind::Near | Kind::Verb | Kind::Slip(_) => None,
            _ => return None,
        };
        let last = (at + 1..self.lines.len().min(at + LINES))
            .take_while(|next| self.may_continue(*next))
            .last()?;
        let whole = (at + 1..=last).find_map(|end| match self.joined(at, end) {
            Some(order) if alone.as_ref() != Some(&order) => Some((end, order)),
            _ => None,
        });
        let broken = self.is_broken_below(at);
        match whole {
            // Treat the lines as separate moves unless the first is full.
            Some((end, order)) => {
                let own = (at + 1..=end).any(|next| matches!(self.kind(next), Kind::Order(_)));
                if !own {
                    self.push(at..end + 1, Meaning::Request(Request::Order(order)));
                    return Some(end + 1);
                }
                (alone.is_some() && broken).then(|| self.ask_wrapped(at, end + 1))
            }
            // The continuation may be a remark after the order.
            None if alone.as_deref() == Some(self.lines[at].plain.trim())
                && broken
                && self.goes_on(at + 1) =>
            {
                Some(self.ask_wrapped(at, at + 2))
            }
            None => None,
        }
    }

    fn ask_wrapped(&mut self, at: usize, end: usize) -> usize {
        self.push(at..end, Meaning::Question(Question::Wrapped));
        end
    }

    /// Whether a line may continue the one above it.
    fn may_continue(&self, at: usize) -> bool {
        let line = &self.lines[at];
        !line.begins_paragraph
            && !phrases::is_closing(&line.raw)
            && !matches!(
                self.kind(at),
                Kind::End
                    | Kind::Command(_)
                    | Kind::Heading
                    | Kind::Addressed
                    | Kind::Number(_)
                    | Kind::Marked(_)
            )
    }

    /// Returns the move that these lines form together.
    fn joined(&self, at: usize, end: usize) -> Option<String> {
        let texts = |text: fn(&ReplyLine) -> &str| {
            let lines = self.lines[at..=end].iter().map(|line| text(line).trim());
            lines.collect::<Vec<_>>().join(" ")
        };
        let (plain, raw) = (texts(|line| &line.plain), texts(|line| &line.raw));
        match command::read(&plain, &raw) {
            Request::Order(line) => match self.order(&raw, &line) {
                Kind::Order(order) => Some(order),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether a mail program may have wrapped a line.
    fn is_broken_below(&self, at: usize) -> bool {
        self.lines.get(at + 1).is_some_and(|next| rejoin::is_broken(&self.lines[at], next))
    }

    /// Whether a line begins in the middle of a sentence or an order, and is not a request itself.
    fn goes_on(&self, at: usize) -> bool {
        let begins = |c: char| c.is_lowercase() || c.is_ascii_digit();
        matches!(self.kind(at), Kind::Other | Kind::Verb | Kind::Worded(_))
            && self.lines[at]
                .raw
                .trim_start()
                .starts_with(|c: char| begins(c) || matches!(c, '+' | '>' | ';' | ',' | '/'))
    }
}
