//! Redraws hidden information after a rewind: the order of the Orlog.

use super::super::state::facts::Fact;
use super::run::Run;

/// Shuffles the cards of the Orlog.
pub fn redraw_hidden(run: &mut Run<'_>) {
    let mut cards = run.state.orlog.to_vec();
    run.shuffle("redraw", &mut cards);
    cards.reverse();
    run.put(Fact::HiddenRedrawn(cards));
}
