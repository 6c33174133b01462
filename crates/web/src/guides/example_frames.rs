//! A worked example as a sequence of pictures: each position with the order that led to it.

use ravenpost_rules::scenario::played::{Played, PlayedOrder, PlayedStep};
use ravenpost_rules::{Position, Refusal, Title};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The starting position, at the beginning or after a reset.
    Begins,
    /// The table was refused, so there is no board.
    NoTable,
    Order,
    /// A change without an order.
    ByItself,
    /// The end of a run of default orders for every seat.
    Defaults,
    Refused,
    /// The same position again, with the legal and illegal orders listed.
    Choices,
}

/// One picture: a position and what led to it.
#[derive(Clone, Copy)]
pub struct Frame<'a> {
    pub kind: Kind,
    pub step: &'a PlayedStep,
    pub position: &'a dyn Position,
    pub before: Option<&'a dyn Position>,
    /// The order that led to this position or was refused here, and the facts it drew on.
    pub order: &'a str,
    pub facts: &'a str,
    /// Why the order was refused.
    pub refused: &'a [Refusal],
    /// Orders that would be accepted here, and orders that would be refused.
    pub legal: &'a [String],
    pub illegal: &'a [String],
}

/// Returns every picture of an example.
pub fn frames<'a>(title: &dyn Title, example: &'a Played) -> Vec<Frame<'a>> {
    example.steps.iter().flat_map(|step| of_step(title, step)).collect()
}

fn of_step<'a>(title: &dyn Title, step: &'a PlayedStep) -> Vec<Frame<'a>> {
    let still = Frame {
        kind: Kind::Choices,
        step,
        position: &*step.before,
        before: None,
        order: "",
        facts: "",
        refused: &[],
        legal: &[],
        illegal: &[],
    };
    if step.before.seats() == 0 {
        let refused = Frame { kind: Kind::NoTable, refused: &step.refused, ..still };
        return if step.refused.is_empty() { Vec::new() } else { vec![refused] };
    }
    let mut frames = Vec::new();
    if step.restarted {
        frames.push(Frame { kind: Kind::Begins, ..still });
    }
    let mut before = &*step.before;
    for one in step.orders.iter().filter(|one| !step.opened(one)) {
        let PlayedOrder { order, facts, after } = one;
        let kind = match order.is_empty() {
            false => Kind::Order,
            true if step.defaults => Kind::Defaults,
            true => Kind::ByItself,
        };
        frames.push(Frame {
            kind,
            position: &**after,
            before: Some(before),
            order,
            facts,
            ..still
        });
        before = &**after;
    }
    if !step.refused.is_empty() {
        let line = step.line.as_deref().unwrap_or_default();
        let part = title.split(line).get(step.part.saturating_sub(1)).copied();
        let (order, refused) = (part.unwrap_or(line), &*step.refused);
        frames.push(Frame { kind: Kind::Refused, position: before, order, refused, ..still });
    }
    if !step.legal.is_empty() || !step.illegal.is_empty() {
        if frames.is_empty() {
            frames.push(still);
        }
        let last = frames.last_mut();
        last.into_iter().for_each(|last| (last.legal, last.illegal) = (&step.legal, &step.illegal));
    }
    frames
}
