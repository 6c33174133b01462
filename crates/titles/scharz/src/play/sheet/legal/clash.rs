//! Lines of the clash (R11 to R14), and its settings on earlier sheets.

use super::found::{Found, others, units};
use super::march::{ashore, exits, near};
use super::scope::Board;
use crate::orders::slot::Free;
use crate::state::doctrine::{Escape, Flight, HerdPolicy, Kinds, Siege, Spare};
use crate::state::line::slots::Condition;
use crate::state::line::{self, SheetLine};
use crate::state::stack::{Place, Stack};
use crate::things::ids::Field;
use crate::things::kinds::{Kind, Level};
use crate::things::units::Unit;
use ravenpost_rules::Seat;

pub fn clash(found: &mut Found<'_, '_>) {
    let scope = found.scope;
    if let Some(board) = scope.contact(0) {
        retreats(found, board);
    }
    if let Some(board) = scope.contact(1) {
        walls(found, board);
    }
    let Some(board) = scope.contact(2) else { return };
    let (state, seat) = (&board.state, scope.seat);
    for at in state.fields() {
        let own = state.player(seat).at(at).next().is_some();
        if own || state.land(at).town_of(seat).is_some() {
            let free = Free { settings: true, ..Free::default() };
            for foe in others(scope).filter(|foe| board.world().is_out(at, *foe)) {
                found.free(attack(foe, at), free.clone());
            }
            battle(found, at, &free);
            looting(found, at, &free);
            found.one(line::Burn { at });
        }
    }
}

fn retreats(found: &mut Found<'_, '_>, board: &Board) {
    let (state, seat) = (&board.state, found.scope.seat);
    let soldiers = units(state.player(seat), ashore);
    let own = |to: &Field| {
        let ships = state.player(seat).count(*to, Place::Afloat, Kind::Ts) > 0;
        if to.is_water() { ships } else { state.land(*to).town_of(seat).is_some() }
    };
    let home = |at: Field| near(board, at).filter(own).collect::<Vec<_>>();
    found.sent(&soldiers, home, |units, at, to| line::Retreat { units, at, to });
    let afloat = |stack: &Stack| stack.place == Place::Afloat && stack.kind().is_ship();
    for (at, part) in units(state.player(seat), afloat) {
        let ship = part.unit;
        for to in near(board, at) {
            if state.land(to).yard_of(seat).is_some() {
                found.most(part.n, |n| line::Harbour { n, ship, at, to });
            }
            if ship.kind == Kind::Ws && to.is_water() {
                found.most(part.n, |n| line::Slip { n, ship, at, to });
            }
        }
    }
}

fn walls(found: &mut Found<'_, '_>, board: &Board) {
    let seat = found.scope.seat;
    let player = board.state.player(seat);
    let own = |stack: &Stack| board.state.land(stack.at).town_of(seat).is_some();
    let works = units(player, |stack| stack.place == Place::Works);
    let out = units(player, |stack| stack.place != Place::Inside && own(stack));
    let inside = units(player, |stack| stack.place == Place::Inside);
    exits(found, &works);
    found.sent(&out, |at| vec![at], |units, at, _| line::Withdraw { units, at });
    found.sent(&inside, |at| vec![at], |units, at, _| line::Emerge { units, at });
    for at in board.state.fields() {
        let grazing = board.state.land(at).pasture;
        if let Some((_, herd)) = grazing.filter(|(owner, _)| *owner == seat) {
            found.one(line::WithdrawHerd { herd, at });
        }
    }
}

/// Settings for the clash after a march that is still to come. They name no units yet, so they may
/// name every field and every player.
pub fn ahead(found: &mut Found<'_, '_>) {
    let scope = found.scope;
    let takes = |line: SheetLine| scope.takes(&[line]);
    let spare = |at: Field| SheetLine::from(line::Spare { at, spare: Spare::Sword });
    let fields: Vec<Field> = scope.state.fields().filter(|at| takes(spare(*at))).collect();
    let Some(first) = fields.first().copied() else { return };
    let land: Vec<Field> = fields.iter().copied().filter(|at| at.is_land()).collect();
    let burnt = |at: &Field| takes(line::Burn { at: *at }.into());
    let sown: Vec<Field> = land.iter().copied().filter(burnt).collect();
    let seats: Vec<Seat> = others(scope).filter(|seat| takes(attack(*seat, first))).collect();
    let on = |fields: &[Field]| Free { fields: fields.to_vec(), settings: true, ..Free::default() };
    if let Some(seat) = seats.first().copied() {
        found.free(attack(seat, first), Free { seats, ..on(&fields) });
    }
    battle(found, first, &on(&fields));
    if let Some(at) = land.first().copied() {
        looting(found, at, &on(&land));
    }
    if let Some(at) = sown.first().copied() {
        found.free(line::Burn { at }, on(&sown));
    }
}

fn attack(seat: Seat, at: Field) -> SheetLine {
    line::Attack { seat, at, when: Condition::IfDouble, rounds: None }.into()
}

/// Settings for a battle on a field.
fn battle(found: &mut Found<'_, '_>, at: Field, free: &Free) {
    let never = Escape { when: Flight::Never, amount: 0 };
    found.free(line::Escape { at, escape: never, to: None }, free.clone());
    found.free(line::Target { at, kinds: Kinds::of(&[Kind::Li]) }, free.clone());
    let back = Unit { kind: Kind::Li, level: Level::Experienced };
    found.free(line::Snipe { at, unit: back }, free.clone());
    let numbers = (0..=40).step_by(4).collect();
    found.free(line::Reroll { at, n: 0 }, Free { numbers, ..free.clone() });
    found.free(line::Spare { at, spare: Spare::Shield }, free.clone());
}

/// Settings for sieges and looting.
fn looting(found: &mut Found<'_, '_>, at: Field, free: &Free) {
    found.free(line::Siege { at, siege: Siege::USUAL }, free.clone());
    found.free(line::Loot { at }, free.clone());
    found.free(line::Herds { at, fate: HerdPolicy::Take }, free.clone());
}
