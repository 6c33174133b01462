//! R31 Order of execution: carries out the sheets of a clash step by step. The other files
//! are its steps, from retreats to looting.

pub mod battle;
pub mod combat;
pub mod dangers;
pub mod engagement;
pub mod escape;
pub mod extended;
pub mod looting;
pub mod quarrel;
pub mod ruin;
pub mod rustling;
pub mod shelter;
pub mod siege;

use super::super::reckon::seats::{berthed, has_yard};
use super::super::reckon::world::World;
use super::super::state::doctrine::{Harbour, Retreat};
use super::super::state::land::BERTHS;
use super::super::state::line::slots::Part;
use super::super::state::line::{self, Battle, Crew, Looting, Retreats, SheetLine, Walls};
use super::super::state::stack::Place;
use super::super::state::{State, Step};
use super::super::things::ids::Field;
use super::super::things::kinds::Kind;
use super::super::things::units::Unit;
use super::march::step;
use super::run::{Report, Run, RunExt, Sheets};
use super::{doctrine, relief};
use combat::side::lives_out;
use combat::will::BattleOrders;
use dangers::is_field_of_war;
use ravenpost_rules::RefusalCode::{NoneThere, NotHeld, WrongAmount, WrongKind};
use ravenpost_rules::{Refusal, Seat};

/// Carries out the whole clash.
pub fn carry_out(run: &mut Run<'_>, sheets: &Sheets, report: &mut Report<'_>) {
    retreats(run, sheets, report);
    doctrine_retreats(run, sheets);
    relief::relieve(run);
    dangers::dangers(run);
    extended::attrition(run);
    relief::relieve(run);
    withdrawals(run, sheets, report);
    let wills = BattleOrders::of(sheets);
    shelter::by_doctrine(run, &wills);
    battle::battles(run, &wills);
    siege::sieges(run, &wills);
    relief::relieve(run);
    looting::loot(run, &wills, report, sheets);
    relief::relieve(run);
}

/// Checks what can be judged when a sheet is written: movement, shelter, and the fields that
/// settings name.
pub fn rehearse(run: &mut Run<'_>, sheets: &Sheets, report: &mut Report<'_>) {
    retreats(run, sheets, report);
    withdrawals(run, sheets, report);
    let mut world = None;
    each(run, sheets, 2, &mut |run, seat, at, line| {
        let world = world.get_or_insert_with(|| World::of(&run.state));
        if let Err(why) = one(run, world, seat, line) {
            report(run, seat, at, line, why);
        }
    });
}

/// The boards on which further lines of a seat are tried, by stage: the state after the lines of
/// the sheet, and the board before them.
pub fn boards(run: &mut Run<'_>, sheets: &Sheets) -> Vec<(State, World)> {
    let mut all = Vec::new();
    let mut ignore = |_: &mut Run<'_>, _: Seat, _: usize, _: &SheetLine, _: Refusal| {};
    let first = World::of(&run.state);
    retreats(run, sheets, &mut ignore);
    all.push((run.state.clone(), first));
    let second = World::of(&run.state);
    withdrawals(run, sheets, &mut ignore);
    all.push((run.state.clone(), second));
    all.push((run.state.clone(), World::of(&run.state)));
    all
}

/// Carries out one line as far as it can be judged when a sheet is written.
pub fn one(run: &mut Run<'_>, world: &World, seat: Seat, line: &SheetLine) -> Result<(), Refusal> {
    match line {
        SheetLine::Retreats(line) => retreat(run, world, seat, line),
        SheetLine::Crew(_) | SheetLine::Walls(_) => withdrawal(run, world, seat, line),
        _ => setting(&run.state, world, seat, line),
    }
}

/// The stage of the clash at which a line is carried out: retreats, walls, or settings that are
/// looked up later.
pub fn stage(line: &SheetLine) -> Option<u8> {
    match line {
        SheetLine::Retreats(_) => Some(0),
        SheetLine::Crew(_) | SheetLine::Walls(_) => Some(1),
        SheetLine::Battle(_) | SheetLine::Looting(_) => Some(2),
        _ => None,
    }
}

fn each(
    run: &mut Run<'_>,
    sheets: &Sheets,
    now: u8,
    act: &mut dyn FnMut(&mut Run<'_>, Seat, usize, &SheetLine),
) {
    for (seat, lines) in sheets {
        for (at, line) in lines.iter().enumerate().filter(|(_, line)| stage(line) == Some(now)) {
            act(run, *seat, at, line);
        }
    }
}

fn retreats(run: &mut Run<'_>, sheets: &Sheets, report: &mut Report<'_>) {
    // The board before any movement.
    let mut world = None;
    each(run, sheets, 0, &mut |run, seat, at, line| {
        let world = world.get_or_insert_with(|| World::of(&run.state));
        if let Err(why) = one(run, world, seat, line) {
            report(run, seat, at, line, why);
        }
    });
}

fn retreat(run: &mut Run<'_>, world: &World, seat: Seat, line: &Retreats) -> Result<(), Refusal> {
    match line {
        Retreats::Retreat(line) => dangers::retreat(run, world, seat, line),
        Retreats::Harbour(line) => dangers::harbour(run, world, seat, line),
        Retreats::Slip(line) => dangers::slip(run, world, seat, line),
    }
}

fn withdrawals(run: &mut Run<'_>, sheets: &Sheets, report: &mut Report<'_>) {
    let mut world = None;
    each(run, sheets, 1, &mut |run, seat, at, line| {
        let world = world.get_or_insert_with(|| World::of(&run.state));
        if let Err(why) = one(run, world, seat, line) {
            report(run, seat, at, line, why);
        }
    });
}

fn withdrawal(
    run: &mut Run<'_>,
    world: &World,
    seat: Seat,
    line: &SheetLine,
) -> Result<(), Refusal> {
    match line {
        SheetLine::Crew(Crew::Exit(line)) => step::exit(run, seat, line),
        SheetLine::Walls(Walls::Withdraw(line)) => shelter::withdraw(run, world, seat, line),
        SheetLine::Walls(Walls::WithdrawHerd(line)) => shelter::herd(run, world, seat, line),
        SheetLine::Walls(Walls::Emerge(line)) => shelter::emerge(run, seat, line),
        _ => Ok(()),
    }
}

/// Doctrine moves units on fields that the sheet does not mention (R28.2b).
fn doctrine_retreats(run: &mut Run<'_>, sheets: &Sheets) {
    let world = World::of(&run.state);
    let wills = BattleOrders::of(sheets);
    for seat in run.state.in_order() {
        let doctrine = run.state.player(seat).doctrine();
        let moved = |line: &SheetLine| match line {
            SheetLine::Retreats(Retreats::Retreat(line)) => Some(line.at),
            SheetLine::Retreats(Retreats::Harbour(line)) => Some(line.at),
            SheetLine::Retreats(Retreats::Slip(line)) => Some(line.at),
            _ => None,
        };
        let silent = |at: Field| wills.lines(seat).iter().all(|line| moved(line) != Some(at));
        for at in run.state.fields() {
            if doctrine.harbour == Harbour::Cold && at.is_water() && silent(at) {
                to_harbour(run, &world, seat, at);
            }
            if doctrine.retreat == Retreat::Threatened && at.is_firm() && silent(at) {
                to_threatened(run, &world, seat, at);
            }
        }
    }
}

/// Ships that would roll for wrecks go to free berths in adjacent harbours.
fn to_harbour(run: &mut Run<'_>, world: &World, seat: Seat, sea: Field) {
    if dangers::storm(&run.state, seat, sea).is_none() {
        return;
    }
    for kind in [Kind::Ts, Kind::Ws] {
        for shore in (sea.neighbours() & run.state.field).on(run.state.map()) {
            let ships = run.state.player(seat).count(sea, Place::Afloat, kind);
            let yard = has_yard(&run.state, world, seat, shore);
            let free = BERTHS.saturating_sub(berthed(&run.state, seat, shore));
            let n = ships.min(free);
            if yard && n > 0 {
                let line = line::Harbour { n, ship: Unit::of(kind), at: sea, to: shore };
                // Ships that have already sailed stay and roll for the storm.
                if dangers::harbour(run, world, seat, &line).is_ok() {
                    run.by_doctrine(seat, line::DoctrineHarbour { harbour: Harbour::Cold }, line);
                }
            }
        }
    }
}

/// Units that may retreat go to an adjacent settlement of their own that enemies threaten.
fn to_threatened(run: &mut Run<'_>, world: &World, seat: Seat, at: Field) {
    let state = &run.state;
    let near = (world.around(state, seat, at) & state.field).on(state.map());
    let own = near.filter(|field| state.land(*field).town_of(seat).is_some());
    let threatened = own.filter(|field| world.is_locked(seat, *field));
    let foes = |field: &Field| -> u16 {
        let foes = state.all().filter(|foe| state.hostile(seat, *foe));
        foes.map(|foe| lives_out(state, *field, foe)).sum()
    };
    let Some(to) = threatened.min_by_key(|field| (foes(field), *field)) else { return };
    let stacks: Vec<_> = state.player(seat).on(at, Place::Open).copied().collect();
    for stack in stacks {
        let units = Part { n: stack.n, unit: stack.unit };
        let line = line::Retreat { units, at, to };
        // Units that have already marched stay.
        if dangers::retreat(run, world, seat, &line).is_ok() {
            run.by_doctrine(seat, line::DoctrineRetreat { retreat: Retreat::Threatened }, line);
        }
    }
}

/// The field that a setting names.
fn field_of(line: &SheetLine) -> Option<Field> {
    match line {
        SheetLine::Battle(line) => Some(match line {
            Battle::Attack(one) => one.at,
            Battle::Escape(one) => one.at,
            Battle::Target(one) => one.at,
            Battle::Snipe(one) => one.at,
            Battle::Reroll(one) => one.at,
            Battle::Spare(one) => one.at,
        }),
        SheetLine::Looting(line) => Some(match line {
            Looting::Siege(one) => one.at,
            Looting::Loot(one) => one.at,
            Looting::Burn(one) => one.at,
            Looting::Herds(one) => one.at,
        }),
        _ => None,
    }
}

/// Whether a setting names a valid field: a field of war with units or a settlement of the seat.
pub fn setting(state: &State, world: &World, seat: Seat, line: &SheetLine) -> Result<(), Refusal> {
    static_check(state, seat, line)?;
    let Some(at) = field_of(line) else { return Ok(()) };
    let own = state.player(seat).at(at).next().is_some();
    let here = own || state.land(at).town_of(seat).is_some();
    NotHeld.unless(here, "R27.6", "you have no units or settlement there")?;
    match line {
        SheetLine::Battle(Battle::Attack(line)) => {
            let there = world.is_out(at, line.seat);
            NoneThere.unless(there, "R12.3", "that player has no units on that field")
        }
        SheetLine::Looting(Looting::Siege(_)) => {
            let town = state.land(at).town.filter(|town| state.hostile(seat, town.owner));
            NoneThere.unless(town.is_some(), "R13.1", "there is no hostile settlement there")
        }
        SheetLine::Looting(Looting::Loot(_)) => looting::may_loot(state, world, seat, at),
        SheetLine::Looting(Looting::Burn(_)) => looting::may_burn(state, world, seat, at),
        _ => Ok(()),
    }
}

/// Checks a setting as far as possible before any movement.
pub fn static_check(state: &State, seat: Seat, line: &SheetLine) -> Result<(), Refusal> {
    let Some(at) = field_of(line) else { return Ok(()) };
    is_field_of_war(at)?;
    match line {
        SheetLine::Battle(Battle::Attack(line)) => {
            let foe = line.seat;
            let there = foe != seat && foe.0 <= state.seats && state.is_alive(foe);
            WrongKind.unless(there, "R12.3", "name another player in the game")?;
            WrongKind.unless(
                state.hostile(seat, foe),
                "R17.5",
                "you have a pact with that player",
            )?;
            let rounds = line.rounds.unwrap_or_default();
            WrongAmount.unless(rounds <= 12, "R12.6", "a battle has 1 to 12 rounds")
        }
        SheetLine::Battle(Battle::Escape(line)) => doctrine::may_escape(line.escape),
        SheetLine::Battle(Battle::Reroll(line)) => {
            WrongAmount.unless(doctrine::may_spend(line.n), "R20.8", "name 0, 4, 8 ... or 40 PP")
        }
        SheetLine::Battle(Battle::Target(_) | Battle::Snipe(_) | Battle::Spare(_)) => Ok(()),
        SheetLine::Looting(Looting::Siege(line)) => doctrine::may_storm(line.siege),
        SheetLine::Looting(line) => {
            WrongKind.unless(at.is_land(), "R14.4", "that is not a land field")?;
            // Fields are sown between a rear and the clash that it writes for.
            let burns = matches!(line, Looting::Burn(_)) && state.step != Step::Rear;
            if burns { looting::sower(state, seat, at).map(drop) } else { Ok(()) }
        }
        _ => Ok(()),
    }
}
