//! The share of drawn cards that is kept.

use super::super::state::State;
use super::super::things::names::Role;

/// Number of drawn cards that are kept (R11.3, R18.5).
pub fn share(state: &State) -> usize {
    let drawn = state.table.len();
    let half = drawn.div_ceil(2);
    let trader = !state.deed.second && state.has_role(state.deed.seat, Role::TRADER);
    (half + usize::from(trader)).min(drawn)
}
