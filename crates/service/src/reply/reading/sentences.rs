//! Sentences around orders: those that put a condition on one, and those that describe a move.

use super::command::Request;
use super::{Kind, Meaning, Part, Question, Reader, Remark, phrases};

/// Maximum number of words in an order with several mistakes.
const SHORT: usize = 6;
/// Maximum number of words in the description of a move.
pub(super) const MOVE: usize = 9;

impl Reader<'_> {
    /// Turns orders beside words that put a condition on them or revoke them into questions.
    pub(super) fn conditions(&mut self) {
        for at in 0..self.parts.len() {
            let Meaning::Remark(Remark::Text) = self.parts[at].meaning else { continue };
            let raw = &self.parts[at].raw;
            // A line that ends with a colon introduces what is below it and revokes nothing.
            let announces = raw.trim_end().ends_with(':');
            let condition = phrases::is_condition(raw) && !phrases::is_closing(raw);
            let back = phrases::takes_back(raw) && !announces;
            if !condition && !back {
                continue;
            }
            let adjoins = |one: usize, other: usize| {
                !self.lines[self.parts[one.max(other)].lines.start].begins_paragraph
            };
            let is_order = |at: usize| {
                matches!(
                    self.parts[at].meaning,
                    Meaning::Request(Request::Order(_) | Request::Number(_))
                )
            };
            let above =
                at.checked_sub(1).filter(|above| is_order(*above) && (adjoins(*above, at) || back));
            // "If Bo attacks:", and the move below it.
            let ends = self.parts[at].raw.trim_end().ends_with(['.', '!', '?']);
            let below = Some(at + 1).filter(|below| {
                *below < self.parts.len()
                    && is_order(*below)
                    && condition
                    && !ends
                    && adjoins(at, *below)
            });
            if let Some(order) = above.or(below) {
                self.parts[order].meaning = Meaning::Question(Question::Condition);
            }
        }
    }

    /// Decides about lines that begin like orders but continue differently. They count as sentences
    /// before the first order and after the last one. Between orders, and if there are no orders,
    /// they count as orders, so that the title names the mistake.
    pub(super) fn verbs(&mut self) {
        let orders = |part: &Part| {
            matches!(part.meaning, Meaning::Request(Request::Order(_) | Request::Number(_)))
        };
        let asks = |part: &Part| !matches!(part.meaning, Meaning::Remark(_));
        let (from, to) = (self.parts.iter().position(orders), self.parts.iter().rposition(orders));
        let nothing = !self.parts.iter().any(asks);
        for at in 0..self.parts.len() {
            let Part { lines, meaning, .. } = &self.parts[at];
            let text = *meaning == Meaning::Remark(Remark::Text) && lines.len() == 1;
            if !text || self.kind(lines.start) != Kind::Verb {
                continue;
            }
            let plain = self.lines[lines.start].plain.trim();
            let between = from.is_some_and(|from| from < at) && to.is_some_and(|to| at < to);
            // A move described in the writer's own words: "Godi casts twice on Snaejarn".
            let short = plain.split_whitespace().count() <= MOVE && !plain.ends_with('?');
            let named = short && self.context.grammar.names_one(plain);
            // Directly above an order, and not a sentence.
            let above = self.parts.get(at + 1).is_some_and(orders)
                && self.lines.get(lines.end).is_some_and(|next| !next.begins_paragraph)
                && plain.split_whitespace().count() <= SHORT
                && plain.ends_with(char::is_alphanumeric)
                && !self.lines[lines.start].raw.trim_end().ends_with(['.', '!', '?', ',', ':']);
            let alone = nothing && !plain.ends_with('?');
            if between || alone || named || above {
                self.parts[at].meaning = Meaning::Request(Request::Order(plain.to_owned()));
            }
        }
    }
}
