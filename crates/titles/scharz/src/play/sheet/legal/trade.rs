//! Lines of trade (R16). What the seat cannot pay for, or may not do at a field, is not tried.

use super::found::{Found, units};
use super::scope::Board;
use crate::play::rear::trade::units::{CORSAIRS, ELEPHANTS, limit};
use crate::reckon::seats::{has_port, has_yard, herds};
use crate::state::line;
use crate::state::line::slots::{Commanders, Part};
use crate::state::options::Module;
use crate::things::ids::{Field, Fields};
use crate::things::kinds::{Good, Herd, Kind};
use ravenpost_rules::Seat;

pub fn trade(found: &mut Found<'_, '_>) {
    let Some(board) = found.scope.trade() else { return };
    let (state, seat) = (&board.state, found.scope.seat);
    settlements(found, board);
    if state.has(Module::FarmYear) {
        goods(found, board);
    }
    if state.has(Module::Specials) {
        specials(found, board);
    }
    let raised = [Kind::Hi, Kind::Cav, Kind::Ts, Kind::Ws, Kind::Sm];
    let gold = state.player(seat).gold();
    for (at, part) in units(state.player(seat), |stack| stack.kind() == Kind::Li) {
        let able = |kind: &Kind| gold > 0 && may_raise(board, seat, *kind, at);
        for kind in raised.into_iter().filter(able) {
            found.most(part.n, |n| line::Raise { units: Part { n, ..part }, kind, at });
        }
    }
    for (at, part) in units(state.player(seat), |_| true) {
        let some = |n: u8| Part { n, ..part };
        if part.unit.kind == Kind::Merc {
            found.most(part.n, |n| line::Dismiss { units: some(n), at });
            continue;
        }
        if part.unit.kind != Kind::Li {
            found.most(part.n, |n| line::Lower { units: some(n), at });
        }
        found.most(part.n, |n| line::Disband { units: some(n), at });
    }
    if state.has(Module::Command) {
        for command in Commanders::ALL.iter().copied() {
            found.one(line::Command { command });
        }
    }
}

/// Whether light infantry of a seat may become units of a type at a field, apart from limits.
fn may_raise(board: &Board, seat: Seat, kind: Kind, at: Field) -> bool {
    let (state, world) = (&board.state, board.world());
    match kind {
        Kind::Hi => {
            let city = state.land(at).town_of(seat).is_some_and(|town| town.city);
            city && world.is_cus(seat, at)
        }
        Kind::Cav => world.is_cus(seat, at),
        Kind::Ts => has_yard(state, world, seat, at),
        Kind::Ws => has_port(state, world, seat, at),
        Kind::Sm => world.encircled.has(at),
        _ => false,
    }
}

/// Light infantry, mercenaries and doubled limits.
fn settlements(found: &mut Found<'_, '_>, board: &Board) {
    let (state, seat) = (&board.state, found.scope.seat);
    let gold = state.player(seat).gold();
    for at in board.world().cus[seat.index()].on(state.map()) {
        if gold >= 2 {
            found.most(limit(state, at), |n| line::BuyLi { n, at });
        }
        let able = |cheap: &bool| !cheap || state.powers(seat).cheap_mercenaries;
        for cheap in [false, true].into_iter().filter(|cheap| gold > 0 && able(cheap)) {
            found.most(2, |n| line::Hire { n, at, cheap });
        }
        found.one(line::Double { at });
    }
}

fn goods(found: &mut Found<'_, '_>, board: &Board) {
    let (state, seat) = (&board.state, found.scope.seat);
    let gold = state.player(seat).gold();
    let port = |at: Field| has_port(state, board.world(), seat, at);
    // Herds are traded near ports, and horses of some factions anywhere.
    let market = state.powers(seat).horse_trade || state.fields().any(port);
    for at in state.fields() {
        let land = state.land(at);
        let (town, yard) = (land.town_of(seat).is_some(), land.yard_of(seat).is_some());
        let stores = [
            (Good::Grain, town, land.grain, land.grain_room(), gold / 2),
            (Good::Fish, yard, land.fish, land.fish_room(), gold),
        ];
        for (good, own, stored, room, paid) in stores {
            if own {
                let free = u16::from(room.saturating_sub(stored)).min(paid);
                found.most(free as u8, |n| line::BuyGoods { n, good, at });
                found.most(stored, |n| line::SellGoods { n, good, at });
            }
        }
        if market && (town || board.world().holds(seat, at)) {
            for herd in Herd::ALL.iter().copied().filter(|herd| herd.price() <= gold) {
                found.one(line::BuyHerd { herd, at });
            }
        }
    }
    let mut known: Vec<(Herd, Field)> =
        herds(state, seat).map(|(herd, at, _)| (herd, at)).collect();
    known.sort_unstable();
    known.dedup();
    for (herd, at) in known {
        if market {
            found.one(line::SellHerd { herd, at });
        }
        found.one(line::Slaughter { herd, at });
    }
}

/// Corsairs on the seas beside the seat's fields, and elephants where they are sold.
fn specials(found: &mut Found<'_, '_>, board: &Board) {
    let (state, seat) = (&board.state, found.scope.seat);
    if state.player(seat).pp >= CORSAIRS {
        let held = board.world().held[seat.index()].on(state.map());
        let near = held.fold(Fields::NONE, |set, at| set | at.neighbours() | Fields::of(at));
        let seas = (near & state.field).on(state.map()).filter(|at| at.is_water());
        seas.for_each(|at| found.one(line::BuyCors { at }));
    }
    if state.player(seat).gold() >= ELEPHANTS {
        let own = |at: &Field| {
            state.player(seat).at(*at).next().is_some() || board.world().is_cus(seat, *at)
        };
        state.fields().filter(own).for_each(|at| found.one(line::BuyEle { at }));
    }
}
