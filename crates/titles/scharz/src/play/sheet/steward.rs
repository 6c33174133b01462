//! The default player for absent seats with empty sheets (the steward of R26.6). It writes lines
//! that the seat could have written itself, so that its settlements can be fed.

use super::draft;
use crate::play::rear::construction;
use crate::reckon::world::World;
use crate::state::line::slots::Part;
use crate::state::line::{self, SheetLine};
use crate::state::options::Module;
use crate::state::stack::Place;
use crate::state::{State, Step};
use crate::things::ids::Field;
use crate::things::kinds::{Building, Good, Kind, Season};
use ravenpost_rules::Seat;
use ravenpost_rules::list::List;

/// Gold for a piece of grain (R16.14).
const GRAIN: u16 = 2;

/// The sheet that a seat closes with: its own, or the default player's if that is empty.
pub fn sheet(state: &State, seat: Seat) -> Vec<SheetLine> {
    let own = &state.drafts[seat.index()];
    let stands = own.is_empty() && state.player(seat).is_absent() && state.is_alive(seat);
    // FAST has no feeding, so there is nothing to do.
    if stands && state.has(Module::FarmYear) { lines(state, seat) } else { own.clone() }
}

fn lines(state: &State, seat: Seat) -> Vec<SheetLine> {
    let tries = match state.step {
        Step::March => settlers(state, seat),
        Step::Rear => {
            let mut tries = village(state, seat);
            tries.extend(grain(state, seat));
            tries
        }
        _ => Vec::new(),
    };
    let mut lines = Vec::new();
    for line in tries {
        lines.push(line);
        if !draft::failed(state, seat, &lines).is_empty() {
            lines.pop();
        } else if state.step == Step::March {
            break;
        }
    }
    lines
}

/// Fields of the seat's homeland without other units where it could still found a village.
fn sites(state: &State, seat: Seat) -> Vec<Field> {
    let Some(home) = state.player(seat).home else { return Vec::new() };
    let free = |at: &Field| {
        let land = state.land(*at);
        let others = state.all().filter(|other| *other != seat);
        let met = others.into_iter().any(|other| state.player(other).at(*at).next().is_some());
        state.field.has(*at) && land.town.is_none() && land.site.is_none() && !met
    };
    home.data().fields.iter().copied().filter(free).collect()
}

/// The builders of a village: light infantry in the open.
fn builders(state: &State, seat: Seat) -> Part {
    let n = construction::crew(state, seat, Building::Village);
    Part { n, ..Part::one(Kind::Li) }
}

fn stand(state: &State, seat: Seat, at: Field) -> bool {
    let builders = builders(state, seat);
    let there = state.player(seat).on(at, Place::Open).filter(|one| one.unit == builders.unit);
    there.map(|one| one.n).sum::<u8>() >= builders.n
}

/// Moves builders to a free field of the homeland, if there is gold for the village.
fn settlers(state: &State, seat: Seat) -> Vec<SheetLine> {
    let sites = sites(state, seat);
    let paid = state.player(seat).gold() >= Building::Village.price();
    if !paid || sites.iter().any(|at| stand(state, seat, *at)) {
        return Vec::new();
    }
    let world = World::of(state);
    let mut moves = Vec::new();
    for to in sites {
        for at in state.fields().filter(|at| world.borders(state, seat, *at, to)) {
            if stand(state, seat, at) && !world.is_locked(seat, at) {
                let units = builders(state, seat);
                moves.push(line::Move { second: false, units, at, to, then: None }.into());
            }
        }
    }
    moves
}

/// Starts a village where builders already are.
fn village(state: &State, seat: Seat) -> Vec<SheetLine> {
    let sites = sites(state, seat).into_iter().filter(|at| stand(state, seat, *at));
    let building = Building::Village;
    let builders = List::of(&[builders(state, seat)]);
    sites.map(|at| line::Build { building, at, builders }.into()).take(1).collect()
}

/// Buys grain with the remaining gold, before sowing and before feeding, in order of slugs.
fn grain(state: &State, seat: Seat) -> Vec<SheetLine> {
    if !matches!(state.season(), Season::Spring | Season::Winter) {
        return Vec::new();
    }
    let builds = village(state, seat).len() as u16 * Building::Village.price();
    let mut gold = state.player(seat).gold().saturating_sub(builds);
    let mut lines = Vec::new();
    for at in state.fields().filter(|at| state.land(*at).town_of(seat).is_some()) {
        let land = state.land(at);
        let room = u16::from(land.grain_room().saturating_sub(land.grain));
        let n = room.min(gold / GRAIN);
        if n > 0 {
            gold -= n * GRAIN;
            lines.push(line::BuyGoods { n: n as u8, good: Good::Grain, at }.into());
        }
    }
    lines
}
