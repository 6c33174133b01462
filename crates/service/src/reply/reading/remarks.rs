//! Lines without a request: greetings and signatures, which are passed over, and lines that may
//! have been meant as moves, which the answer names.

use super::sentences::MOVE;
use super::{Kind, Meaning, Reader, Remark, contact, phrases};

/// Minimum length of a line that the next one may continue, in characters.
const FULL: usize = 45;
/// Maximum number of lines that the answer names one by one.
const NAMED: usize = 12;

impl Reader<'_> {
    /// Distinguishes courtesies, lines that look like moves, and other text.
    pub(super) fn remarks(&mut self) {
        let (mut closed, mut named) = (false, 0);
        for at in 0..self.parts.len() {
            if self.parts[at].meaning != Meaning::Remark(Remark::Text) {
                closed &= matches!(self.parts[at].meaning, Meaning::Remark(_));
                continue;
            }
            let raw = self.parts[at].raw.as_str();
            closed |= phrases::is_closing(raw);
            let courtesy = (closed && contact::is_short(raw) && !phrases::has_plan(raw))
                || self.is_courtesy(at);
            let remark = match courtesy {
                true => Remark::Courtesy,
                // Text beside a vote is about the vote.
                false if named < NAMED && self.votes.is_empty() && self.resembles_request(at) => {
                    named += 1;
                    Remark::NotUnderstood
                }
                false => Remark::Text,
            };
            self.parts[at].meaning = Meaning::Remark(remark);
        }
    }

    /// Whether a line greets, thanks or signs.
    fn is_courtesy(&self, at: usize) -> bool {
        let raw = self.parts[at].raw.as_str();
        let first = self.parts[at].lines.start;
        let called = first == 0 && raw.trim_end().ends_with(',') && phrases::is_name(raw);
        called
            || self.is_greeting(first)
            || phrases::is_courtesy(raw)
            || contact::is_own_name(raw, &self.context.own)
            || contact::is_rule(raw)
            || contact::is_footer(raw)
            || contact::has_phone(raw)
            || contact::has_address(raw)
            || contact::has_street(raw)
    }

    /// Whether a line may have been meant as a move or a command: a plan, a line that names a
    /// place, or a few words that are neither a sentence nor part of one.
    fn resembles_request(&self, at: usize) -> bool {
        let lines = &self.parts[at].lines;
        let raw = self.parts[at].raw.trim();
        let words = raw.split_whitespace().count();
        if lines.len() != 1 || words > MOVE || raw.ends_with(['?', ':', ',', '\u{2026}']) {
            return false;
        }
        let sentence = raw.ends_with(['.', '!', ')']) || self.is_continued(lines.start);
        let verb = matches!(self.kind(lines.start), Kind::Verb | Kind::Slip(_));
        let named = verb && self.context.grammar.names_one(raw);
        phrases::has_plan(raw) || named || !sentence
    }

    /// Whether a line continues a longer one above it, or the next one continues it.
    fn is_continued(&self, at: usize) -> bool {
        let full = |at: usize| self.lines[at].raw.trim().chars().count() >= FULL;
        let line = &self.lines[at];
        let next = self.lines.get(at + 1).is_some_and(|next| !next.begins_paragraph);
        (!line.begins_paragraph && at.checked_sub(1).is_some_and(full)) || (next && full(at))
    }
}
