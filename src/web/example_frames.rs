//! A worked example as a row of pictures: every position that it has, with what led to it.

use ravenpost_rules::scenario::played::{Played, PlayedOrder, PlayedStep};
use ravenpost_rules::{Position, Refusal, Title};

/// What a picture shows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// How it stands at first, here or once more.
    Begins,
    /// A table that cannot be opened: there is no board.
    NoTable,
    Order,
    /// What comes without an order.
    ByItself,
    /// The end of a way on which default orders were played for everybody.
    Defaults,
    Refused,
    /// The same position still: what could be ordered.
    Choices,
}

/// What there is to see at a time: a position, and what led to it.
#[derive(Clone, Copy)]
pub struct Frame<'a> {
    pub kind: Kind,
    pub step: &'a PlayedStep,
    pub position: &'a dyn Position,
    pub before: Option<&'a dyn Position>,
    /// The order that led here or is refused here, and the facts of it.
    pub order: &'a str,
    pub facts: &'a str,
    /// Why an order was not taken here.
    pub refused: &'a [Refusal],
    /// Lines that would be taken here, and lines that would be refused.
    pub legal: &'a [String],
    pub illegal: &'a [String],
}

/// Every position of an example, with what led to it.
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
    if step.anew {
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
