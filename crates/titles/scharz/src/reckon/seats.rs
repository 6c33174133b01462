//! Totals of a seat: tiles, herds, berths, rivals, food.

use super::super::state::player::Player;
use super::super::state::stack::Place;
use super::super::state::{SEATS, State};
use super::super::things::ids::Field;
use super::super::things::kinds::{Good, Herd, Kind};
use super::world::World;
use ravenpost_rules::Seat;

/// Maximum number of cubes, tiles and herds of a seat (R4).
pub const CUBES: u8 = 20;
pub const TILES: u8 = 15;
pub const HERDS: usize = 20;

pub fn tiles(state: &State, seat: Seat) -> u8 {
    state.fields().map(|field| state.land(field).tiles(seat)).sum()
}

/// The herds of a seat, with their field and whether they are in the stable.
pub fn herds(state: &State, seat: Seat) -> impl Iterator<Item = (Herd, Field, bool)> + '_ {
    state.fields().flat_map(move |field| {
        let land = state.land(field);
        let pasture = land.pasture.filter(|(owner, _)| *owner == seat);
        let stable = land.town_of(seat).map(|_| land.stable).unwrap_or_default();
        let stabled = stable.iter().map(move |herd| (herd, field, true));
        pasture.map(|(_, herd)| (herd, field, false)).into_iter().chain(stabled)
    })
}

/// Cubes that a seat can still put on the board.
pub fn free_cubes(player: &Player) -> u8 {
    CUBES.saturating_sub(player.cubes())
}

pub fn free_specials(player: &Player) -> u8 {
    CUBES.saturating_sub(player.specials())
}

pub fn berthed(state: &State, seat: Seat, field: Field) -> u8 {
    state
        .player(seat)
        .on(field, Place::Quay)
        .filter(|one| one.kind().is_ship())
        .map(|one| one.n)
        .sum()
}

pub fn is_rival(state: &State, one: Seat, other: Seat) -> bool {
    let named = state.player(one).rival == Some(other);
    let kin = state.powers(one).rivals.as_deref();
    let faction = state.player(other).faction.map(|faction| faction.slug());
    named || one != other && kin.is_some() && kin == faction
}

/// The remaining ship capacity on a field, after its cargo (R10.7).
pub fn room(player: &Player, at: Field, ships: Place) -> u8 {
    let room: u8 =
        player.on(at, ships).filter(|one| one.kind() == Kind::Ts).map(|one| 3 * one.n).sum();
    let cargo = player.on(at, Place::Aboard).map(|one| one.n * one.kind().size().unwrap_or(0));
    room.saturating_sub(cargo.sum())
}

/// The total of a kind of goods in a seat's stores.
pub fn stored(state: &State, seat: Seat, good: Good) -> u32 {
    let lands = state.fields().map(|field| state.land(field));
    let of = lands.map(|land| match good {
        Good::Grain => land.town_of(seat).map_or(0, |_| land.grain),
        Good::Fish => land.yard_of(seat).map_or(0, |_| land.fish),
    });
    of.map(u32::from).sum()
}

pub fn agriculture(state: &State, seat: Seat) -> u32 {
    Estate::of_all(state).get(seat.index()).map_or(0, Estate::agriculture)
}

/// Holdings on the fields of a seat. Every view needs this for every seat.
#[derive(Clone, Copy, Default)]
pub struct Estate {
    /// Building tiles in use (R4.3).
    pub tiles: u8,
    /// Agriculture points of herds and grain, and fish, which counts half.
    farms: u32,
    fish: u32,
}

impl Estate {
    /// Computes the holdings of all seats in one pass over the fields.
    pub fn of_all(state: &State) -> [Estate; SEATS] {
        let mut all = [Estate::default(); SEATS];
        for land in state.fields().map(|field| state.land(field)) {
            if let Some((owner, herd)) = land.pasture {
                all[owner.index()].farms += herd.points();
            }
            if let Some(town) = land.town {
                let stabled: u32 = land.stable.iter().map(Herd::points).sum();
                let own = &mut all[town.owner.index()];
                own.farms += u32::from(land.grain) + stabled;
                own.tiles += 1 + u8::from(town.fort);
            }
            if let Some(yard) = land.yard {
                let own = &mut all[yard.owner.index()];
                own.fish += u32::from(land.fish);
                own.tiles += 1;
            }
            if let Some(site) = land.site.filter(|site| !site.building.is_upgrade()) {
                all[site.owner.index()].tiles += 1;
            }
        }
        all
    }

    pub fn agriculture(&self) -> u32 {
        self.farms + self.fish / 2
    }
}

/// Completed free settlements: villages and cities.
pub fn settlements(state: &State, world: &World, seat: Seat) -> (u8, u8) {
    let mut count = (0, 0);
    for field in world.cus[seat.index()].on(state.map()) {
        match state.land(field).town {
            Some(town) if town.city => count.1 += 1,
            Some(_) => count.0 += 1,
            None => {}
        }
    }
    count
}

/// Whether the seat has a completed, free shipyard here (R7.3, R7.5). Without a settlement, the
/// seat must control the field.
pub fn has_yard(state: &State, world: &World, seat: Seat, field: Field) -> bool {
    let land = state.land(field);
    let free = match land.town {
        Some(town) => town.owner == seat && world.is_cus(seat, field),
        None => world.holds(seat, field),
    };
    land.yard_of(seat).is_some() && free
}

pub fn has_port(state: &State, world: &World, seat: Seat, field: Field) -> bool {
    has_yard(state, world, seat, field) && state.land(field).yard.is_some_and(|yard| yard.port)
}
