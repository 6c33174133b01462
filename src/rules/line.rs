//! A line of several orders, given one after the other.

use super::{Position, Seat};

/// Words that close a decision, in every title.
const CLOSING: [&str; 2] = ["done", "pass"];

/// Where a line stands: what its last part was, and which decision it answered.
#[derive(Clone, Copy, Default)]
pub struct Line<'t> {
    last: Option<&'t str>,
    asked: Option<&'static str>,
}

impl<'t> Line<'t> {
    /// Whether a part comes too late to close anything: what it would close was closed by the part
    /// before, and another decision waits, which whoever wrote the line had not in mind.
    pub fn is_late(&self, position: &dyn Position, seat: Seat, part: &str) -> bool {
        let closes = is_closing(part) && self.last.is_some_and(|last| !is_closing(last));
        let other = || {
            let mut awaited = position.awaited().into_iter();
            awaited.any(|one| {
                one.seat == seat && !one.goes_on && self.asked.is_some_and(|a| a != one.decision)
            })
        };
        closes && other()
    }

    /// Notes that a part is about to be given.
    pub fn gives(&mut self, position: &dyn Position, seat: Seat, part: &'t str) {
        let one = position.awaited().into_iter().find(|one| one.seat == seat);
        self.asked = one.map(|one| one.decision);
        self.last = Some(part);
    }
}

fn is_closing(part: &str) -> bool {
    CLOSING.contains(&part)
}
