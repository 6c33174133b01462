//! Additional steps in MOVE-2: armies (R10.14), cavalry (R10.16), and the second march (R10.17).

use super::super::super::reckon::world::World;
use super::super::super::state::facts::Fact;
use super::super::super::state::line;
use super::super::super::state::line::slots::Part;
use super::super::super::state::options::Module;
use super::super::super::state::stack::{Place, mark};
use super::super::super::state::why::{Cause, How};
use super::super::super::things::kinds::Kind;
use super::super::run::{Run, RunExt, afford_pp};
use super::super::units::{UnitChoice, pick, pick_all, total};
use super::step::{arrive, may_enter};
use ravenpost_rules::RefusalCode::{AlreadyDone, NotInGame, Occupied, WrongAmount, WrongKind};
use ravenpost_rules::{Refusal, Seat};

/// Minimum number of units in an army.
pub const ARMY: u8 = 10;
/// Prestige cost of a second march (R20.4).
const MARCH: u16 = 14;

pub fn haste(run: &mut Run<'_>, seat: Seat) -> Result<(), Refusal> {
    afford_pp(&run.state, seat, MARCH)?;
    AlreadyDone.unless(
        !run.state.player(seat).marches,
        "R10.17",
        "you have already bought this",
    )?;
    run.prestige(seat, -i32::from(MARCH), Cause::Spent);
    run.put(Fact::SecondMarchBought(seat));
    Ok(())
}

/// `army`: ten or more units make another step together.
pub fn army(
    run: &mut Run<'_>,
    world: &World,
    seat: Seat,
    line: &line::Army,
) -> Result<(), Refusal> {
    let state = &run.state;
    NotInGame.unless(
        state.has(Module::SpecialMove),
        "R2.2",
        "there is no special movement in this mode",
    )?;
    Occupied.unless(
        !world.is_locked(seat, line.at),
        "R7.11",
        "an enemy on the same field keeps them from moving",
    )?;
    WrongKind.unless(
        line.at.is_land() && line.to.is_land(),
        "R10.14",
        "an army moves from one land field to another",
    )?;
    for part in &line.group {
        let kind = part.unit.kind;
        WrongKind.unless(
            !kind.is_naval() && kind != Kind::Sm,
            "R10.14",
            "units of this type cannot be part of an army",
        )?;
        may_enter(state, world, seat, kind, line.at, line.to)?;
    }
    let choice = UnitChoice {
        at: line.at,
        places: &[Place::Open],
        tired_first: true,
        fit: &|stack| !stack.has(mark::STUCK | mark::CARRIED),
        rule: "R10.14",
        why: "the others cannot move on",
    };
    let taken = pick_all(state.player(seat), &line.group, &choice)?;
    WrongAmount.unless(total(&taken) >= ARMY, "R10.14", "an army needs at least 10 units")?;
    for stack in taken {
        run.went(seat, How::Army, stack, arrive(stack, line.to, Place::Open));
    }
    Ok(())
}

pub fn ride(
    run: &mut Run<'_>,
    world: &World,
    seat: Seat,
    line: &line::Ride,
) -> Result<(), Refusal> {
    let state = &run.state;
    NotInGame.unless(
        state.has(Module::SpecialMove),
        "R2.2",
        "there is no special movement in this mode",
    )?;
    Occupied.unless(
        !world.is_locked(seat, line.at),
        "R7.11",
        "an enemy on the same field keeps them from moving",
    )?;
    WrongKind.unless(line.unit.kind == Kind::Cav, "R10.16", "only cavalry can ride")?;
    may_enter(state, world, seat, Kind::Cav, line.at, line.to)?;
    let shut = world.encircled.has(line.at);
    let all: &[Place] = &[Place::Open, Place::Inside, Place::Aboard];
    let choice = UnitChoice {
        at: line.at,
        places: if shut { &all[..1] } else { all },
        tired_first: true,
        fit: &|stack| !stack.has(mark::STUCK | mark::CARRIED | mark::RODE[1]),
        rule: "R10.16",
        why: "the others have already ridden or cannot move on",
    };
    for stack in pick(state.player(seat), Part { n: line.n, unit: line.unit }, &choice)? {
        let to = arrive(stack, line.to, Place::Open).mark(mark::RODE[1]);
        run.went(seat, How::Ride, stack, to);
    }
    Ok(())
}
