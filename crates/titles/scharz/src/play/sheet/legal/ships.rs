//! Lines for ships and their cargo (R10.7 to R10.15).

use super::found::{Found, fields, on, units};
use super::march::{ashore, march_stage, near};
use super::scope::Board;
use crate::play::march::step::{Phase, cost};
use crate::reckon::seats::has_port;
use crate::state::line;
use crate::state::line::slots::{Part, Parts, Ships};
use crate::state::options::Module;
use crate::state::stack::{Place, Stack};
use crate::things::ids::Field;
use crate::things::kinds::Kind;

/// Everything that ships do in a march.
pub fn ships(found: &mut Found<'_, '_>) {
    for second in [false, true] {
        if let Some(board) = march_stage(found.scope, 2, second) {
            boarding(found, board, second);
        }
        // Ferries need no second march.
        if let Some(board) = found.scope.march_stage(if second { 6 } else { 2 }) {
            ferries(found, board, second);
        }
        if let Some(board) = march_stage(found.scope, 3, second) {
            sailing(found, board, second);
            beaching(found, board, second);
        }
        if let Some(board) = march_stage(found.scope, 4, second) {
            landing(found, board, second);
        }
    }
    if let Some(board) =
        found.scope.march_stage(7).filter(|board| board.state.has(Module::SpecialMove))
    {
        fleets(found, board);
    }
}

fn boarding(found: &mut Found<'_, '_>, board: &Board, second: bool) {
    let player = board.state.player(found.scope.seat);
    let able = |stack: &Stack| ashore(stack) && cost(stack, Phase::of(second)).is_some();
    let to = |at: Field| {
        let afloat = |sea: &Field| player.count(*sea, Place::Afloat, Kind::Ts) > 0;
        let seas = near(board, at).filter(|to| to.is_water()).filter(afloat).map(Ships::On);
        let quay = player.count(at, Place::Quay, Kind::Ts) > 0;
        quay.then_some(Ships::Quay).into_iter().chain(seas).collect::<Vec<_>>()
    };
    let line = |units, at, ships| line::Board { second, units, at, ships };
    found.sent(&units(player, able), to, line);
}

fn ferries(found: &mut Found<'_, '_>, board: &Board, second: bool) {
    let (state, seat) = (&board.state, found.scope.seat);
    let port = |at: &Field| has_port(state, board.world(), seat, *at);
    let ports: Vec<Field> = state.fields().filter(port).collect();
    let able = |stack: &Stack| ashore(stack) && ports.contains(&stack.at);
    let to = |at: Field| ports.iter().copied().filter(|to| *to != at).collect::<Vec<_>>();
    let line = |units, at, to| line::Ferry { second, units, at, to };
    found.sent(&units(state.player(seat), able), to, line);
}

/// The fields that ships may reach in a step: across borders, and along rivers.
fn waterways(board: &Board, at: Field) -> impl Iterator<Item = Field> + use<> {
    let mut all = at.neighbours();
    for pair in at.map().data().rivers.iter().flat_map(|river| river.windows(2)) {
        let [one, other] = *pair else { continue };
        if at == one {
            all.put(other);
        } else if at == other {
            all.put(one);
        }
    }
    (all & board.state.field).on(board.state.map())
}

fn sailing(found: &mut Found<'_, '_>, board: &Board, second: bool) {
    let player = board.state.player(found.scope.seat);
    let ships = units(player, |stack| {
        let moored = matches!(stack.place, Place::Afloat | Place::Quay);
        moored && stack.kind().is_ship() && cost(stack, Phase::of(second)).is_some()
    });
    let aboard = units(player, |stack| stack.place == Place::Aboard);
    for (at, part) in ships {
        let all = on(&aboard, at);
        for to in waterways(board, at) {
            let sail = |n: u8, cargo: Parts, afloat: bool| line::Sail {
                second,
                n,
                ship: part.unit,
                at,
                to,
                cargo,
                afloat,
            };
            found.most(part.n, |n| sail(n, Parts::new(), false));
            if to.is_land() {
                found.most(part.n, |n| sail(n, Parts::new(), true));
            }
            if part.unit.kind == Kind::Ts && !all.is_empty() {
                (1..=part.n).rev().for_each(|n| found.one(sail(n, all, false)));
                let single = if all.len() > 1 { &all[..] } else { &[] };
                for load in single.iter().map(|one| Parts::of(&[*one])) {
                    (1..=part.n).rev().for_each(|n| found.one(sail(n, load, false)));
                }
            }
        }
    }
}

fn beaching(found: &mut Found<'_, '_>, board: &Board, second: bool) {
    let ships = units(board.state.player(found.scope.seat), |stack| {
        let fresh = cost(stack, Phase::of(second)).is_some();
        stack.place == Place::Afloat && stack.kind().is_ship() && stack.at.is_water() && fresh
    });
    for (at, part) in ships {
        for to in near(board, at).filter(|to| to.is_land()) {
            found.most(part.n, |n| line::Beach { second, n, ship: part.unit, at, to });
        }
    }
}

fn landing(found: &mut Found<'_, '_>, board: &Board, second: bool) {
    let aboard = units(board.state.player(found.scope.seat), |stack| {
        stack.place == Place::Aboard && cost(stack, Phase::of(second)).is_some()
    });
    let to = |at: Field| {
        let shore = near(board, at).filter(|to| to.is_firm());
        at.is_land().then_some(at).into_iter().chain(shore).collect::<Vec<_>>()
    };
    found.sent(&aboard, to, |units, at, to| line::Land { second, units, at, to });
}

/// All ships of a sea as one fleet, with all units aboard. Other fleets are typed.
fn fleets(found: &mut Found<'_, '_>, board: &Board) {
    let (state, seat) = (&board.state, found.scope.seat);
    let at_sea = |stack: &Stack| stack.at.is_water();
    let afloat = |stack: &Stack| stack.place == Place::Afloat && stack.kind().is_ship();
    let ships = units(state.player(seat), |stack| at_sea(stack) && afloat(stack));
    let aboard = units(state.player(seat), |stack| stack.place == Place::Aboard);
    for at in fields(&ships) {
        let (ships, cargo) = (on(&ships, at), on(&aboard, at));
        if ships.iter().map(|part: &Part| part.n).sum::<u8>() >= state.powers(seat).fleet {
            for to in near(board, at).filter(|to| to.is_water()) {
                found.one(line::Fleet { at, to, ships, cargo });
            }
        }
    }
}
