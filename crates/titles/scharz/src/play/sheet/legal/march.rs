//! Lines of the march over land, its settings, herds and stores (R10).

use super::found::{Found, fields, on, others, units};
use super::scope::{Board, Scope};
use crate::orders::slot::Free;
use crate::play::march::free::ARMY;
use crate::play::march::goods::has_place;
use crate::play::march::step::{Phase, cost};
use crate::reckon::links::{Links, reach};
use crate::reckon::seats::herds;
use crate::state::doctrine::Luck;
use crate::state::facts::Pen;
use crate::state::line;
use crate::state::line::slots::{Commanders, Part, Parts};
use crate::state::options::Module;
use crate::state::stack::{Place, Stack, mark};
use crate::things::ids::{Field, Fields};
use crate::things::kinds::{Good, Hazard, Herd, Kind};
use crate::things::tables::Ground;
use ravenpost_rules::Seat;

/// Steps over land with both marches, and everything else of the march sheet except ships.
pub fn march(found: &mut Found<'_, '_>) {
    settings(found);
    crews(found);
    for second in [false, true] {
        if let Some(board) = march_stage(found.scope, 4, second) {
            moves(found, board, second);
        }
    }
    if let Some(board) =
        found.scope.march_stage(8).filter(|board| board.state.has(Module::SpecialMove))
    {
        armies(found, board);
        rides(found, board);
    }
    if let Some(board) = found.scope.march_stage(10).filter(|board| keeps_herds(board)) {
        drives(found, board);
        stores(found, board);
    }
}

/// The board of a beat of the first or the second march; `None` if the seat has no second march.
pub fn march_stage<'f>(scope: &'f Scope<'_>, first: u8, second: bool) -> Option<&'f Board> {
    let board = scope.march_stage(if second { first + 4 } else { first })?;
    let player = board.state.player(scope.seat);
    let led = board.state.has(Module::Command) && player.command == Commanders::Brilliant;
    (!second || player.marches || led).then_some(board)
}

fn keeps_herds(board: &Board) -> bool {
    board.state.has(Module::SpecialMove) && board.state.has(Module::FarmYear)
}

/// Answers to the offers that others made to the seat.
pub fn answers(found: &mut Found<'_, '_>) {
    for seat in others(found.scope) {
        if found.scope.state.offer(seat, found.scope.seat).is_open() {
            found.one(line::Accept { seat });
            found.one(line::Reject { seat });
        }
    }
}

fn settings(found: &mut Found<'_, '_>) {
    found.one(line::SpecialMove {});
    found.one(line::Standing {});
    for at in found.scope.state.fields() {
        if at.ground() == Ground::Neutral(Hazard::Road) {
            found.one(line::Toll { at });
        }
    }
}

/// Re-rolls that belong on this sheet. Their number is free (R20.4).
pub fn rerolls(found: &mut Found<'_, '_>) {
    for kind in Luck::ALL.iter().copied() {
        let numbers = (1..=20).collect();
        found.free(line::Luck { kind, n: 1 }, Free { numbers, ..Free::default() });
    }
}

fn crews(found: &mut Found<'_, '_>) {
    let Some(board) = found.scope.march_stage(2) else { return };
    let player = board.state.player(found.scope.seat);
    let works = units(player, |stack| stack.place == Place::Works);
    exits(found, &works);
}

/// Builders that stop building.
pub fn exits(found: &mut Found<'_, '_>, works: &[(Field, Part)]) {
    found.sent(works, |at| vec![at], |units, at, _| line::Exit { units, at });
}

/// Units that may step from where they are.
pub fn ashore(stack: &Stack) -> bool {
    let on_land = matches!(stack.place, Place::Open | Place::Works | Place::Inside);
    on_land && stack.at.is_firm() && !stack.kind().is_naval()
}

/// The adjacent fields in play, whether or not the border can be crossed.
pub fn near(board: &Board, at: Field) -> impl Iterator<Item = Field> + use<> {
    (at.neighbours() & board.state.field).on(board.state.map())
}

fn firm(board: &Board, at: Field) -> Vec<Field> {
    near(board, at).filter(|to| to.is_firm()).collect()
}

fn moves(found: &mut Found<'_, '_>, board: &Board, second: bool) {
    let player = board.state.player(found.scope.seat);
    let able = |stack: &Stack| ashore(stack) && cost(stack, Phase::of(second)).is_some();
    let own = units(player, able);
    let to = |at: Field| firm(board, at);
    found.sent(&own, to, |units, at, to| line::Move { second, units, at, to, then: None });
    if second {
        return;
    }
    // Cavalry with both of its steps left.
    let rested = |stack: &Stack| !stack.has(mark::RODE[0] | mark::SPENT);
    let riders = units(player, |stack| ashore(stack) && stack.kind() == Kind::Cav && rested(stack));
    for (at, part) in riders {
        let stops = |to: &Field| to.is_land() && to.data().terrain.is_rough();
        for to in firm(board, at).into_iter().filter(|to| !stops(to)) {
            for then in firm(board, to) {
                found.most(part.n, |n| {
                    let units = Part { n, ..part };
                    line::Move { second, units, at, to, then: Some(then) }
                });
            }
        }
    }
}

/// All units of a field that can go on as an army, or its light infantry, which can cross more
/// borders. Other groups are typed.
fn armies(found: &mut Found<'_, '_>, board: &Board) {
    let able = units(board.state.player(found.scope.seat), |stack| {
        let goes = !stack.kind().is_naval() && stack.kind() != Kind::Sm;
        goes && stack.place == Place::Open && !stack.has(mark::STUCK | mark::CARRIED)
    });
    for at in fields(&able) {
        let all = on(&able, at);
        let light: Parts = all.iter().copied().filter(|one| one.unit.kind == Kind::Li).collect();
        let groups = if light == all { vec![all] } else { vec![all, light] };
        let large = |group: &Parts| group.iter().map(|part| part.n).sum::<u8>() >= ARMY;
        for group in groups.into_iter().filter(large) {
            for to in near(board, at) {
                found.one(line::Army { at, to, group });
            }
        }
    }
}

fn rides(found: &mut Found<'_, '_>, board: &Board) {
    let riders = units(board.state.player(found.scope.seat), |stack| {
        let free = !stack.has(mark::STUCK | mark::CARRIED | mark::RODE[1]);
        let mounted = matches!(stack.place, Place::Open | Place::Inside | Place::Aboard);
        stack.kind() == Kind::Cav && mounted && free
    });
    let to = |at: Field| firm(board, at);
    for (at, part) in riders {
        for to in to(at) {
            found.most(part.n, |n| line::Ride { n, unit: part.unit, at, to });
        }
    }
}

/// The fields that herds and stores of a field can reach.
fn connected(board: &Board, links: &Links, seat: Seat, at: Field) -> Fields {
    reach(&board.state, board.world(), links, seat, at) & !Fields::of(at)
}

fn drives(found: &mut Found<'_, '_>, board: &Board) {
    let (state, seat) = (&board.state, found.scope.seat);
    let links = Links::of(state, board.world(), seat);
    let mut known: Vec<(Herd, Field)> = Vec::new();
    for (herd, at, stabled) in herds(state, seat) {
        match stabled {
            true => found.one(line::Pasture { herd, at }),
            false => found.one(line::Stable { herd, at }),
        }
        if known.contains(&(herd, at)) {
            continue;
        }
        known.push((herd, at));
        for to in connected(board, &links, seat, at).on(state.map()) {
            for stable in [false, true] {
                if has_place(state, seat, Pen { at: to, stable }).is_ok() {
                    found.one(line::Drive { herd, at, to, stable });
                }
            }
        }
    }
}

fn stores(found: &mut Found<'_, '_>, board: &Board) {
    let (state, seat) = (&board.state, found.scope.seat);
    let links = Links::of(state, board.world(), seat);
    for at in state.fields() {
        let land = state.land(at);
        let grain = land.town_of(seat).map_or(0, |_| land.grain);
        let fish = land.yard_of(seat).map_or(0, |_| land.fish);
        if grain + fish == 0 {
            continue;
        }
        for to in connected(board, &links, seat, at).on(state.map()) {
            for (good, stored) in [(Good::Grain, grain), (Good::Fish, fish)] {
                found.most(stored, |n| line::Cart { n, good, at, to });
            }
        }
    }
}
