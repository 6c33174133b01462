//! Fortification level of a settlement (R7.4).

use super::super::state::State;
use super::super::state::land::Town;
use super::super::things::ids::Field;
use super::super::things::kinds::Terrain;

/// A village gives 1, a city 2, a fortification 1 more, plus terrain.
pub fn level(state: &State, field: Field, town: Town) -> u8 {
    1 + u8::from(town.city) + u8::from(town.fort) + ground(state, field, town)
}

/// Mountains and wetlands give 1; some powers change this for certain fields (R24).
fn ground(state: &State, field: Field, town: Town) -> u8 {
    let data = field.data();
    let plain = u8::from(data.terrain.is_rough());
    let Some(walls) = state.powers(town.owner).walls.filter(|walls| walls.on.has(field)) else {
        return plain;
    };
    let with = match walls.terrain {
        Terrain::Brown => data.with_brown,
        Terrain::Turquoise => data.with_turquoise,
        _ => false,
    };
    if data.terrain == walls.terrain {
        walls.full
    } else if with {
        walls.with.max(plain)
    } else {
        plain
    }
}
