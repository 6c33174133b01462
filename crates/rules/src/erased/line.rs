//! Executes a line of several orders part by part, for pages, previews and worked examples alike.

use std::ops::ControlFlow;

use crate::erased::Position;
use crate::seat::Seat;

/// Words that close a decision, in every title.
const CLOSING: [&str; 2] = ["done", "pass"];

/// Passes the parts of a seat's line to `give` in turn until it breaks, and returns the break
/// value. `on` is the object the parts are applied to; `position` returns its current position.
///
/// A redundant closing word is skipped: the previous part has already closed the decision, and the
/// word would wrongly answer the next one.
pub fn walk<T: ?Sized, B>(
    on: &mut T,
    position: impl Fn(&T) -> &dyn Position,
    seat: Seat,
    parts: &[&str],
    mut give: impl FnMut(&mut T, usize, &str) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut before: Option<Before> = None;
    for (at, part) in parts.iter().enumerate() {
        let awaited = position(on).awaited().into_iter().find(|one| one.seat == seat);
        let other =
            |asked| awaited.as_ref().is_some_and(|one| !one.goes_on && one.decision != asked);
        let late = |before: Before| !before.closed && before.asked.is_some_and(other);
        if is_closing(part) && before.is_some_and(late) {
            continue;
        }
        let asked = awaited.map(|one| one.decision);
        before = Some(Before { closed: is_closing(part), asked });
        give(on, at, part)?;
    }
    ControlFlow::Continue(())
}

/// The situation before a part of the line was decided.
#[derive(Clone, Copy)]
struct Before {
    closed: bool,
    /// The decision it answered.
    asked: Option<&'static str>,
}

/// Whether a part is only a word that closes a decision.
pub fn is_closing(part: &str) -> bool {
    CLOSING.contains(&part)
}
