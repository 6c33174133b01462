//! Effects of the Black Death (R16.7).

use super::super::state::State;
use super::super::things::data::data;
use super::super::things::ids::{District, Rep};
use super::super::things::kinds::Terrain;
use ravenpost_rules::Seat;

/// Returns the farmsteads of a seat that the Black Death takes (R16.7, R15.7).
pub fn doomed(state: &State, seat: Seat) -> u32 {
    let house = state.of(seat);
    let mut shared = state.neutral;
    for other in state.seats().filter(|other| *other != seat) {
        shared |= state.of(other).settled();
    }
    let mut doomed = house.farmsteads & shared;
    if house.is(Rep::HILLFOLK) {
        doomed &= !data().terrain[Terrain::HILL.index()];
    }
    doomed
}

pub fn loses_all(state: &State, seat: Seat) -> bool {
    let doomed = doomed(state, seat);
    doomed != 0 && doomed == state.of(seat).settled()
}

/// Returns whether the seat may choose which farmstead is spared.
pub fn keeps(state: &State, seat: Seat) -> bool {
    let black_death = state.card.is_some_and(|card| card.data().plague);
    black_death && loses_all(state, seat) && doomed(state, seat).count_ones() > 1
}

/// Returns the farmstead kept by default: the Harbour if possible, otherwise the first in data
/// order.
pub fn spared_by_default(doomed: u32) -> Option<District> {
    District::of(doomed & data().harbours).next().or_else(|| District::of(doomed).next())
}
