//! Results for a settlement that falls: seized, lowered, razed, dissolved (R13.10, R13.11).

use super::combat::honour;
use super::rustling;
use crate::play::run::{Run, RunExt};
use crate::reckon::seats::{HERDS, TILES, herds, tiles};
use crate::state::doctrine::{HerdPolicy, Sack};
use crate::state::facts::{Fact, Pen};
use crate::state::land::{Town, Yard};
use crate::state::stack::Place;
use crate::state::why::{Cause, Herding, How, Lot, UnitReason, Use};
use crate::things::ids::Field;
use crate::things::kinds::Good;
use ravenpost_rules::Seat;

/// Gives a settlement to its besieger. Returns the prestige awarded.
pub fn fall(
    run: &mut Run<'_>,
    at: Field,
    to: Seat,
    defended: bool,
    sack: Sack,
    policy: HerdPolicy,
) -> u16 {
    let land = run.state.land(at);
    let (Some(town), yard) = (land.town, land.yard) else { return 0 };
    let needed = 1 + u8::from(town.fort) + u8::from(yard.is_some());
    let full = tiles(&run.state, to) + needed > TILES;
    drop_site(run, at, Lot::Destroyed);
    quay(run, at, town.owner);
    let mut prestige = honour::conquered(run, to, at, town);
    if let Some(yard) = yard {
        prestige += honour::took_yard(run, to, at, yard);
    }
    if full || defended && sack == Sack::Raze {
        raze(run, at, to, town, yard);
    } else if defended {
        lower(run, at, to, town, yard);
    } else {
        run.put(Fact::SettlementChanged(at, Some(Town { owner: to, ..town }), Lot::Seized));
        if let Some(yard) = yard {
            run.put(Fact::ShipyardChanged(at, Some(Yard { owner: to, ..yard }), Lot::Seized));
        }
    }
    spill(run, at);
    stabled(run, at, town.owner, to, policy);
    open_gates(run, at, town.owner);
    prestige
}

/// Razes everything and sells it.
fn raze(run: &mut Run<'_>, at: Field, to: Seat, town: Town, yard: Option<Yard>) {
    run.put(Fact::SettlementChanged(at, None, Lot::Razed));
    let mut gold = if town.city { 6 } else { 2 };
    if let Some(yard) = yard {
        run.put(Fact::ShipyardChanged(at, None, Lot::Razed));
        gold += if yard.port { 4 } else { 0 };
    }
    run.gold(to, gold, Cause::Razing);
}

/// Lowers buildings by one level where possible and removes the rest.
fn lower(run: &mut Run<'_>, at: Field, to: Seat, town: Town, yard: Option<Yard>) {
    if town.city {
        let village = Town { owner: to, city: false, fort: false };
        run.put(Fact::SettlementChanged(at, Some(village), Lot::Lowered));
    } else {
        run.put(Fact::SettlementChanged(at, None, Lot::Razed));
        run.gold(to, 2, Cause::Razing);
    }
    if let Some(yard) = yard {
        let dock = yard.port.then_some(Yard { owner: to, port: false });
        let lot = if yard.port { Lot::Lowered } else { Lot::Razed };
        run.put(Fact::ShipyardChanged(at, dock, lot));
    }
}

/// Removes a settlement without a conqueror; its shipyard stays (R19.19).
pub fn vanish(run: &mut Run<'_>, at: Field, lot: Lot) {
    let Some(town) = run.state.land(at).town else { return };
    let upgrade = run.state.land(at).site.is_some_and(|site| site.owner == town.owner);
    if upgrade {
        drop_site(run, at, Lot::Destroyed);
    }
    run.put(Fact::SettlementChanged(at, None, lot));
    spill(run, at);
    for herd in run.state.land(at).stable.iter().collect::<Vec<_>>() {
        run.put(Fact::HerdRemoved(town.owner, herd, Pen { at, stable: true }, Herding::Lost));
    }
    open_gates(run, at, town.owner);
}

/// Turns a city into a village; stores without room are lost.
pub fn shrink(run: &mut Run<'_>, at: Field, lot: Lot) {
    let Some(town) = run.state.land(at).town else { return };
    run.put(Fact::SettlementChanged(at, Some(Town { city: false, ..town }), lot));
    spill(run, at);
    crowd(run, at, town.owner);
    let herds: Vec<_> = run.state.land(at).stable.iter().skip(1).collect();
    for herd in herds {
        run.put(Fact::HerdRemoved(town.owner, herd, Pen { at, stable: true }, Herding::Lost));
    }
}

/// Removes a lost building site and releases its builders.
pub fn drop_site(run: &mut Run<'_>, at: Field, lot: Lot) {
    let Some(site) = run.state.land(at).site else { return };
    run.put(Fact::ConstructionChanged(at, None, lot));
    free_builders(run, at, site.owner);
}

pub fn free_builders(run: &mut Run<'_>, at: Field, owner: Seat) {
    let builders: Vec<_> = run.state.player(owner).on(at, Place::Works).copied().collect();
    for stack in builders {
        run.went(owner, How::WorkEnded, stack, stack.to(at, Place::Open));
    }
}

/// Ships at a lost quay are destroyed, without prestige for any seat (R13.11).
fn quay(run: &mut Run<'_>, at: Field, owner: Seat) {
    let ships: Vec<_> = run.state.player(owner).on(at, Place::Quay).copied().collect();
    for stack in ships {
        run.fell(owner, stack, UnitReason::ShipyardLost, None);
    }
}

/// Stores beyond the remaining room are lost (R29.2).
pub fn spill(run: &mut Run<'_>, at: Field) {
    let land = run.state.land(at);
    let (grain, fish) = (land.grain.min(land.grain_room()), land.fish.min(land.fish_room()));
    let (grain_lost, fish_lost) = (grain < land.grain, fish < land.fish);
    if grain_lost {
        run.put(Fact::StoreChanged(at, Good::Grain, grain, Use::Lost));
    }
    if fish_lost {
        run.put(Fact::StoreChanged(at, Good::Fish, fish, Use::Lost));
    }
}

/// Moves units into the open where their walls are gone.
fn open_gates(run: &mut Run<'_>, at: Field, owner: Seat) {
    if run.state.land(at).town_of(owner).is_some() {
        return;
    }
    let inside: Vec<_> = run.state.player(owner).on(at, Place::Inside).copied().collect();
    for stack in inside {
        run.went(owner, How::MovedOut, stack, stack.to(at, Place::Open));
    }
}

/// Moves units out where there is no room inside.
fn crowd(run: &mut Run<'_>, at: Field, owner: Seat) {
    let room = run.state.land(at).unit_room();
    let inside: Vec<_> = run.state.player(owner).on(at, Place::Inside).copied().collect();
    let mut over = inside.iter().map(|one| one.n).sum::<u8>().saturating_sub(room);
    for stack in inside {
        let out = stack.of(stack.n.min(over));
        over -= out.n;
        run.went(owner, How::MovedOut, out, out.to(at, Place::Open));
    }
}

/// Herds in the stable change owner or are killed, as the conqueror ordered (R14.6).
fn stabled(run: &mut Run<'_>, at: Field, from: Seat, to: Seat, policy: HerdPolicy) {
    let pen = Pen { at, stable: true };
    let stalls = match run.state.land(at).town_of(to) {
        Some(_) => run.state.land(at).stalls(),
        None => 0,
    };
    let stable: Vec<_> = run.state.land(at).stable.iter().collect();
    for (number, herd) in stable.into_iter().enumerate() {
        let room = herds(&run.state, to).count() < HERDS;
        let stays = number < stalls && policy != HerdPolicy::Kill && room;
        if stays {
            run.put(Fact::HerdTaken(from, to, herd, [pen, pen]));
            rustling::herd_points(run, from, Some(to));
        } else {
            let policy = if policy == HerdPolicy::Leave { HerdPolicy::Kill } else { policy };
            rustling::take(run, to, from, herd, pen, policy);
        }
    }
}
