//! Withdrawing behind walls and emerging at the start of combat (R12.1), by sheet or doctrine.

use super::combat::side::{Fight, Side, lives_out};
use super::combat::will::BattleOrders;
use super::dangers::crew_ashore;
use crate::play::march::goods::has_place;
use crate::play::run::{Run, RunExt};
use crate::play::units::{UnitChoice, pick};
use crate::reckon::world::World;
use crate::state::State;
use crate::state::doctrine::{Emerge, Withdraw};
use crate::state::facts::{Fact, Pen};
use crate::state::line::slots::Part;
use crate::state::line::{self, Battle, SheetLine, Walls};
use crate::state::stack::{Place, Stack, mark};
use crate::state::why::{Cause, How};
use crate::things::ids::Field;
use crate::things::kinds::Kind;
use crate::things::units::Unit;
use ravenpost_rules::RefusalCode::{NoneThere, NotHeld, Occupied, WrongKind};
use ravenpost_rules::{Refusal, Seat};

/// `withdraw`: moves units into their settlement, as far as there is room.
pub fn withdraw(
    run: &mut Run<'_>,
    world: &World,
    seat: Seat,
    line: &line::Withdraw,
) -> Result<(), Refusal> {
    let state = &run.state;
    shelters(state, world, seat, line.at)?;
    let room = beds(state, seat, line.at);
    Occupied.unless(line.units.n <= room, "R12.1", format!("there is room for {room} inside"))?;
    let kind = line.units.unit.kind;
    let lands = kind.is_ship() && state.powers(seat).ships_on_land;
    WrongKind.unless(!kind.is_naval() || lands, "R12.1", "ships cannot go inside")?;
    let choice = UnitChoice {
        at: line.at,
        places: if lands { &[Place::Afloat] } else { &[Place::Open, Place::Works] },
        tired_first: false,
        fit: &|_| true,
        rule: "R12.1",
        why: "no others are in the open",
    };
    let taken = pick(state.player(seat), line.units, &choice)?;
    for stack in taken {
        let mut to = stack.to(line.at, Place::Inside);
        if lands {
            to.unit = Unit::of(Kind::Li);
            let price = i32::from(kind.data().refund[1]);
            run.gold(seat, price * i32::from(stack.n), Cause::Beached);
        }
        run.went(seat, How::Withdraw, stack, to);
    }
    if lands {
        crew_ashore(run, seat, line.at, line.at);
    }
    Ok(())
}

fn shelters(state: &State, world: &World, seat: Seat, at: Field) -> Result<(), Refusal> {
    let town = state.land(at).town_of(seat).is_some();
    NotHeld.unless(town, "R12.1", "you have no completed settlement there")?;
    NoneThere.unless(world.is_locked(seat, at), "R12.1", "there is no enemy there")?;
    Occupied.unless(world.is_cus(seat, at), "R12.1", "the settlement is encircled")
}

/// Remaining room inside.
fn beds(state: &State, seat: Seat, at: Field) -> u8 {
    let inside = state.player(seat).on(at, Place::Inside).map(|stack| stack.n).sum();
    state.land(at).unit_room().saturating_sub(inside)
}

/// `withdraw sheep f`: moves a herd into the stable.
pub fn herd(
    run: &mut Run<'_>,
    world: &World,
    seat: Seat,
    line: &line::WithdrawHerd,
) -> Result<(), Refusal> {
    let (state, herd) = (&run.state, line.herd);
    shelters(state, world, seat, line.at)?;
    let grazes = state.land(line.at).pasture == Some((seat, herd));
    NotHeld.unless(grazes, "R12.1", "you have no such herd at pasture there")?;
    let (from, to) = (Pen { at: line.at, stable: false }, Pen { at: line.at, stable: true });
    has_place(state, seat, to)?;
    run.put(Fact::HerdMoved(seat, herd, from, to));
    Ok(())
}

/// `emerge`: moves units out of the settlement, without shields in this round (R12.20).
pub fn emerge(run: &mut Run<'_>, seat: Seat, line: &line::Emerge) -> Result<(), Refusal> {
    let choice = UnitChoice {
        at: line.at,
        places: &[Place::Inside],
        tired_first: false,
        fit: &|_| true,
        rule: "R12.1",
        why: "no others are inside",
    };
    for stack in pick(run.state.player(seat), line.units, &choice)? {
        let to = stack.to(line.at, Place::Open).mark(mark::SALLIED);
        run.went(seat, How::Emerge, stack, to);
    }
    Ok(())
}

/// Withdraws or emerges by doctrine where the sheet does not mention a field.
pub fn by_doctrine(run: &mut Run<'_>, wills: &BattleOrders<'_>) {
    let world = World::of(&run.state);
    for seat in run.state.in_order() {
        let own = run.state.fields().filter(|at| run.state.land(*at).town_of(seat).is_some());
        for at in own.filter(|at| world.is_locked(seat, *at)).collect::<Vec<_>>() {
            if !wills.lines(seat).iter().any(|line| speaks_of(line, at)) {
                one(run, &world, seat, at);
            }
        }
    }
}

/// Whether a line determines which units are in the open on a field.
fn speaks_of(line: &SheetLine, field: Field) -> bool {
    let at = match line {
        SheetLine::Walls(Walls::Withdraw(one)) => one.at,
        SheetLine::Walls(Walls::Emerge(one)) => one.at,
        SheetLine::Battle(Battle::Attack(one)) => one.at,
        _ => return false,
    };
    at == field
}

fn one(run: &mut Run<'_>, world: &World, seat: Seat, at: Field) {
    let doctrine = run.state.player(seat).doctrine();
    let foes = strongest(&run.state, seat, at);
    let own = lives_out(&run.state, at, seat);
    let fight = Fight { at, siege: false };
    let player = run.state.player(seat);
    let inside: Vec<Stack> = player.on(at, Place::Inside).copied().collect();
    if doctrine.emerge == Emerge::IfEven && !inside.is_empty() {
        let all = own + fight.total(&run.state, seat, &inside);
        if all >= foes {
            for stack in inside {
                let units = Part { n: stack.n, unit: stack.unit };
                let by = line::DoctrineEmerge { emerge: doctrine.emerge };
                run.by_doctrine(seat, by, line::Emerge { units, at });
                let to = stack.to(at, Place::Open).mark(mark::SALLIED);
                run.went(seat, How::Emerge, stack, to);
            }
            return;
        }
    }
    let goes = match doctrine.withdraw {
        Withdraw::Never => false,
        Withdraw::Always => true,
        Withdraw::Outnumbered => foes >= 2 * own,
    };
    if goes && own > 0 && world.is_cus(seat, at) {
        fill(run, seat, at, doctrine.withdraw);
    }
}

/// The lives of all enemies in the open.
fn strongest(state: &State, seat: Seat, at: Field) -> u16 {
    let foes = state.all().filter(|foe| state.hostile(seat, *foe));
    foes.map(|foe| lives_out(state, at, foe)).sum()
}

/// Withdraws the most valuable units first, as far as there is room.
fn fill(run: &mut Run<'_>, seat: Seat, at: Field, withdrawal: Withdraw) {
    let mode = run.state.options.mode;
    let side =
        Side::of(&run.state, at, seat, seat, |place| matches!(place, Place::Open | Place::Works));
    let mut out = side.units;
    out.sort_by_key(|one| std::cmp::Reverse((one.kind().value(mode), one.unit.level.rank())));
    for stack in out {
        let n = stack.n.min(beds(&run.state, seat, at));
        let from = stack.of(n);
        if n > 0 {
            let units = Part { n, unit: stack.unit };
            let by = line::DoctrineWithdraw { withdrawal };
            run.by_doctrine(seat, by, line::Withdraw { units, at });
        }
        run.went(seat, How::Withdraw, from, from.to(at, Place::Inside));
    }
}
