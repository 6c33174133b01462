//! What is kept of a draw.

use super::super::state::State;
use super::super::things::names::Role;

/// How many of the drawn cards are kept (R11.3, R18.5).
pub fn share(state: &State) -> usize {
    let drawn = state.table.len();
    let half = drawn.div_ceil(2);
    let trader = !state.deed.second && state.has_role(state.deed.seat, Role::TRADER);
    (half + usize::from(trader)).min(drawn)
}
