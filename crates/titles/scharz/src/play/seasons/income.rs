//! Taxes (R19.9) and Festivals (R19.13): income from settlements, ports and fields.

use super::super::super::reckon::links::Links;
use super::super::super::reckon::seats::has_port;
use super::super::super::reckon::world::World;
use super::super::super::state::State;
use super::super::super::state::doctrine::Festival;
use super::super::super::state::facts::{Fact, Phase};
use super::super::super::state::line::{self, OneLine};
use super::super::super::state::options::Module;
use super::super::super::state::why::{Cause, Use};
use super::super::super::things::ids::{Field, Fields};
use super::super::super::things::kinds::Good;
use super::super::run::{Run, RunExt, Sheets};
use super::tell;
use ravenpost_rules::Seat;

pub fn taxes(run: &mut Run<'_>) {
    tell(run, Phase::Taxes);
    let world = World::of(&run.state);
    for seat in run.state.in_order() {
        let gold = income(&run.state, &world, seat) + run.state.powers(seat).taxes;
        run.gold(seat, gold, Cause::Taxes);
    }
}

/// A village gives 1, a city 3, a port 2 or more, and each connected field without a marker half.
pub fn income(state: &State, world: &World, seat: Seat) -> i32 {
    let links = Links::of(state, world, seat);
    let mut sum = 0;
    for at in world.cus[seat.index()].on(state.map()) {
        let city = state.land(at).town.is_some_and(|town| town.city);
        sum += if city { 3 } else { 1 };
    }
    let ports = state.fields().filter(|at| has_port(state, world, seat, *at)).count();
    sum += ports as i32 * state.powers(seat).port;
    let fields = links.linked.on(state.map()).filter(|at| at.is_land() && !state.land(*at).looted);
    sum + fields.count() as i32 / 2
}

/// Prestige by the same measure, with more for grain (R19.13).
pub fn festivals(run: &mut Run<'_>, sheets: &Sheets) {
    if !run.state.has(Module::Prestige) {
        return;
    }
    tell(run, Phase::Festivals);
    let world = World::of(&run.state);
    for seat in run.state.in_order() {
        let size = size(run, &world, seat, wish(&run.state, sheets, seat));
        if size != Festival::Small && said(sheets, seat).is_none() {
            let festival = run.state.player(seat).doctrine().festival;
            let does = line::Festival { festival: size };
            run.by_doctrine(seat, line::DoctrineFestival { festival }, does);
        }
        let pp = income(&run.state, &world, seat) * (size as i32 + 1);
        run.prestige(seat, pp, Cause::Festivals);
    }
}

fn wish(state: &State, sheets: &Sheets, seat: Seat) -> Festival {
    said(sheets, seat).unwrap_or_else(|| state.player(seat).doctrine().festival)
}

/// The festival size that a seat's sheet names.
fn said(sheets: &Sheets, seat: Seat) -> Option<Festival> {
    let lines = sheets.iter().filter(|(owner, _)| *owner == seat).flat_map(|(_, lines)| lines);
    lines.rev().find_map(line::Festival::of).map(|line| line.festival)
}

/// The largest size, up to the preference, with enough grain for every settlement. The grain is
/// consumed.
fn size(run: &mut Run<'_>, world: &World, seat: Seat, wish: Festival) -> Festival {
    for size in [Festival::Triple, Festival::Double] {
        if size > wish {
            continue;
        }
        if let Some(stores) = served(&run.state, world, seat, size as u8) {
            for (at, left) in stores {
                run.put(Fact::StoreChanged(at, Good::Grain, left, Use::Festival));
            }
            return size;
        }
    }
    Festival::Small
}

/// The stores after a festival; `None` if a settlement has no grain.
fn served(state: &State, world: &World, seat: Seat, each: u8) -> Option<Vec<(Field, u8)>> {
    let links = Links::of(state, world, seat);
    let own: Fields = world.cus[seat.index()];
    let mut stores: Vec<(Field, u8)> =
        own.on(state.map()).map(|at| (at, state.land(at).grain)).collect();
    for at in own.on(state.map()) {
        let city = state.land(at).town.is_some_and(|town| town.city);
        for _ in 0..each * if city { 2 } else { 1 } {
            let near =
                stores.iter_mut().filter(|(barn, grain)| *grain > 0 && links.joined(*barn, at));
            let (_, grain) = near.max_by_key(|(barn, grain)| (*grain, std::cmp::Reverse(*barn)))?;
            *grain -= 1;
        }
    }
    stores.retain(|(at, left)| *left != state.land(*at).grain);
    Some(stores)
}
