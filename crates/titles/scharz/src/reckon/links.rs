//! Connections of fields (R7.9, R7.10): which fields of a seat are connected, and at which
//! distance.

use super::super::state::State;
use super::super::things::ids::{Field, Fields};
use super::world::World;
use ravenpost_rules::Seat;

/// The connections of one seat.
pub struct Links {
    pub parts: Vec<Fields>,
    /// Fields connected with a settlement of the seat.
    pub linked: Fields,
    /// Those fields and the ones adjacent to them, where units are supplied.
    pub near: Fields,
}

impl Links {
    pub fn of(state: &State, world: &World, seat: Seat) -> Links {
        let held = world.held[seat.index()];
        let own = world.cus[seat.index()];
        let mut links = Links { parts: Vec::new(), linked: Fields::NONE, near: Fields::NONE };
        let mut left = held;
        while let Some(first) = left.on(state.map()).next() {
            let part = flood(state, world, seat, Fields::of(first), held);
            left = left & !part;
            if part.meets(own) {
                links.linked = links.linked | part;
            }
            links.parts.push(part);
        }
        for field in links.linked.on(state.map()) {
            links.near = links.near | world.around(state, seat, field);
        }
        links.near = links.near | links.linked | own;
        links
    }

    /// The connection that contains a field.
    pub fn part(&self, field: Field) -> Fields {
        self.parts.iter().copied().find(|part| part.has(field)).unwrap_or(Fields::of(field))
    }

    pub fn joined(&self, one: Field, other: Field) -> bool {
        one == other || self.parts.iter().any(|part| part.has(one) && part.has(other))
    }

    pub fn is_linked(&self, field: Field) -> bool {
        self.linked.has(field)
    }

    pub fn supplies(&self, field: Field) -> bool {
        self.near.has(field)
    }
}

fn flood(state: &State, world: &World, seat: Seat, from: Fields, within: Fields) -> Fields {
    let (mut all, mut edge) = (from, from);
    while !edge.is_empty() {
        let mut next = Fields::NONE;
        for field in edge.on(state.map()) {
            next = next | world.around(state, seat, field);
        }
        edge = next & within & !all;
        all = all | edge;
    }
    all
}

/// Fields within a set, nearest first by steps over passable borders, then by slug.
pub fn by_distance(
    state: &State,
    world: &World,
    seat: Seat,
    from: Field,
    within: Fields,
) -> Vec<Field> {
    let mut order = vec![from];
    let (mut all, mut edge) = (Fields::of(from), Fields::of(from));
    while !edge.is_empty() {
        let mut next = Fields::NONE;
        for field in edge.on(state.map()) {
            next = next | world.around(state, seat, field);
        }
        edge = next & within & !all;
        order.extend(edge.on(state.map()));
        all = all | edge;
    }
    order
}

/// Fields that a herd or store can reach: any distance over land, and over water to the first land
/// (R10.18).
pub fn reach(state: &State, world: &World, links: &Links, seat: Seat, from: Field) -> Fields {
    let part = links.part(from);
    let land = part.on(state.map()).filter(|field| field.is_land());
    let land = land.fold(Fields::NONE, |set, field| set | Fields::of(field));
    let (dry, wet) = (land, part & !land);
    let ashore = flood(state, world, seat, Fields::of(from), dry);
    let mut sea = Fields::NONE;
    for field in ashore.on(state.map()) {
        sea = sea | world.around(state, seat, field) & wet;
    }
    let sea = flood(state, world, seat, sea, wet);
    let mut far = ashore;
    for field in sea.on(state.map()) {
        far = far | world.around(state, seat, field) & dry;
    }
    far
}
