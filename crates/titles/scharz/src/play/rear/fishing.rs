//! R18 Fishing: one catch from each controlled sea that is connected to a shipyard.

use crate::play::clash::dangers::roll_again;
use crate::play::run::{Run, RunExt};
use crate::reckon::links::{Links, by_distance};
use crate::reckon::seats::has_yard;
use crate::reckon::world::World;
use crate::state::State;
use crate::state::doctrine::Luck;
use crate::state::facts::{Fact, Phase, Roll};
use crate::state::options::Module;
use crate::state::why::Use;
use crate::things::ids::{Field, Fields};
use crate::things::kinds::Good;
use ravenpost_rules::Seat;

/// Die faces from this one up catch nothing.
const EMPTY: u8 = 5;

pub fn fish(run: &mut Run<'_>) {
    if !run.state.has(Module::Fishing) {
        return;
    }
    run.put(Fact::PhaseStarted(Phase::Fishing));
    let world = World::of(&run.state);
    for seat in run.state.in_order() {
        let links = Links::of(&run.state, &world, seat);
        for sea in world.held[seat.index()].on(run.state.map()).filter(|field| field.is_water()) {
            let part = links.part(sea);
            let yards = yards(&run.state, &world, seat, part);
            if !yards.is_empty() && catches(run, seat, sea) {
                store(run, &world, seat, sea, part, yards);
            }
        }
    }
}

fn yards(state: &State, world: &World, seat: Seat, part: Fields) -> Fields {
    let own = part.on(state.map()).filter(|field| has_yard(state, world, seat, *field));
    own.fold(Fields::NONE, |set, field| set | Fields::of(field))
}

fn catches(run: &mut Run<'_>, seat: Seat, sea: Field) -> bool {
    if !run.state.has(Module::FishingDie) || run.state.powers(seat).always_fish {
        return true;
    }
    let purpose = format!("fishing {} {seat}", sea.slug());
    let face = run.die(&purpose);
    let roll = Roll { seat: Some(seat), at: sea, kind: Luck::Fishing, faces: vec![face] };
    run.put(Fact::DiceRolled(roll));
    face < EMPTY || !roll_again(run, seat, sea, Luck::Fishing, &format!("{purpose} again"), EMPTY)
}

/// Stores the catch in the nearest shipyards with room.
fn store(run: &mut Run<'_>, world: &World, seat: Seat, sea: Field, part: Fields, yards: Fields) {
    let stormy = sea.data().stormy && run.state.has(Module::FishingDie);
    let mut left = if stormy { 2 } else { 1 };
    for at in by_distance(&run.state, world, seat, sea, part) {
        let land = run.state.land(at);
        let room = land.fish_room().saturating_sub(land.fish);
        let n = room.min(left);
        if yards.has(at) && n > 0 {
            run.put(Fact::StoreChanged(at, Good::Fish, land.fish + n, Use::Fishing));
            left -= n;
        }
    }
}
