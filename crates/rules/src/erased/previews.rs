//! Cuts the effect of an order off where it would reveal hidden information.

use super::narration::narrated;
use crate::rules::Rules;
use crate::seat::{Seat, Viewer};
use crate::view::Narration;

/// The effect of an order, up to the first reveal.
pub(super) struct Shown<R: Rules> {
    pub(super) narration: Vec<Narration>,
    /// Whether something hidden would be revealed.
    pub(super) cut: bool,
    /// A note on what would be revealed, if that may be disclosed.
    pub(super) ahead: Option<String>,
    pub(super) next: R::State,
}

/// Returns what a seat may see of the facts of its order. `whole` is the state after all of them.
pub(super) fn up_to_reveal<R: Rules>(
    state: &R::State,
    seat: Seat,
    facts: &[R::Fact],
    whole: R::State,
) -> Shown<R> {
    let hidden = facts.iter().position(|fact| R::info(fact).reveals.is_some());
    let shown = &facts[..hidden.unwrap_or(facts.len())];
    let narration = narrated::<R>(shown, Viewer::Seat(seat), |_| true);
    let ahead = hidden.and_then(|at| R::info(&facts[at]).reveals);
    let ahead = ahead.and_then(|hidden| R::preview_note(hidden, seat));
    let next = match hidden {
        None => whole,
        Some(_) => {
            let mut next = state.clone();
            shown.iter().for_each(|fact| R::apply(&mut next, fact));
            next
        }
    };
    Shown { narration, cut: hidden.is_some(), ahead, next }
}
