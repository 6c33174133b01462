//! The shortfall of a capture at a feast.

use super::super::state::State;
use super::super::things::names::Card;

/// The shortfall of a capture: the Longhall's Thingmen minus the worth of the Bondi and the Weapon.
pub fn shortfall(state: &State) -> u8 {
    let strike = &state.strike;
    let weapon = if strike.weapon == Card::NONE { 0 } else { strike.weapon.worth() };
    let owner = state.owner(strike.area);
    let guard = owner.map_or(0, |owner| state.longhall[owner]);
    guard.saturating_sub(strike.card.worth() + weapon)
}
