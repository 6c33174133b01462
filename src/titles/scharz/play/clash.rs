//! R31 Order of execution: the sheets of a clash, step by step.

use super::super::reckon::World;
use super::super::reckon::seats::{berthed, has_yard};
use super::super::state::doctrine::Stance;
use super::super::state::land::BERTHS;
use super::super::state::line::Sheet;
use super::super::state::{Line, Place, State, Step, Verb};
use super::super::things::{Field, Kind, Unit};
use super::combat::Wills;
use super::combat::side::lives_out;
use super::dangers::{self, is_field_of_war};
use super::march::step;
use super::run::{Report, Run, Sheets, need, no};
use super::{battle, extended, looting, relief, shelter, siege};
use crate::rules::{Refusal, Seat};

/// Everything of a clash.
pub fn carry_out(run: &mut Run<'_>, sheets: &Sheets, report: &mut Report<'_>) {
    retreats(run, sheets, report);
    doctrine_retreats(run, sheets);
    relief::relieve(run);
    dangers::dangers(run);
    extended::attrition(run);
    relief::relieve(run);
    withdrawals(run, sheets, report);
    let wills = Wills::of(sheets);
    shelter::by_doctrine(run, &wills);
    battle::battles(run, &wills);
    siege::sieges(run, &wills);
    relief::relieve(run);
    looting::loot(run, &wills, report, sheets);
    relief::relieve(run);
}

/// What can be judged when a sheet is written: movement and shelter, and what the settings name.
pub fn rehearse(run: &mut Run<'_>, sheets: &Sheets, report: &mut Report<'_>) {
    retreats(run, sheets, report);
    withdrawals(run, sheets, report);
    let world = World::of(&run.state);
    each(run, sheets, 2, &mut |run, seat, at, line| {
        if let Err(why) = setting(&run.state, &world, seat, line) {
            report(run, seat, at, line, why);
        }
    });
}

fn stage(line: &Line) -> u8 {
    match line.verb {
        Verb::Retreat | Verb::Harbour | Verb::Slip => 0,
        Verb::Exit | Verb::Withdraw | Verb::Shelter | Verb::Emerge => 1,
        _ => 2,
    }
}

fn each(
    run: &mut Run<'_>,
    sheets: &Sheets,
    now: u8,
    act: &mut dyn FnMut(&mut Run<'_>, Seat, usize, &Line),
) {
    for (seat, lines) in sheets {
        for (at, line) in lines.iter().enumerate() {
            let here = line.verb.sheet() == Sheet::Clash || line.verb == Verb::Exit;
            if here && stage(line) == now {
                act(run, *seat, at, line);
            }
        }
    }
}

fn retreats(run: &mut Run<'_>, sheets: &Sheets, report: &mut Report<'_>) {
    let world = World::of(&run.state);
    each(run, sheets, 0, &mut |run, seat, at, line| {
        let done = match line.verb {
            Verb::Retreat => dangers::retreat(run, &world, seat, line),
            Verb::Harbour => dangers::harbour(run, &world, seat, line),
            _ => dangers::slip(run, &world, seat, line),
        };
        if let Err(why) = done {
            report(run, seat, at, line, why);
        }
    });
}

fn withdrawals(run: &mut Run<'_>, sheets: &Sheets, report: &mut Report<'_>) {
    let world = World::of(&run.state);
    each(run, sheets, 1, &mut |run, seat, at, line| {
        let done = match line.verb {
            Verb::Exit => step::exit(run, seat, line),
            Verb::Withdraw => shelter::withdraw(run, &world, seat, line),
            Verb::Shelter => shelter::herd(run, &world, seat, line),
            _ => shelter::emerge(run, seat, line),
        };
        if let Err(why) = done {
            report(run, seat, at, line, why);
        }
    });
}

/// Doctrine moves where the sheet says nothing for a field (R28.2b).
fn doctrine_retreats(run: &mut Run<'_>, sheets: &Sheets) {
    let world = World::of(&run.state);
    let wills = Wills::of(sheets);
    for seat in run.state.in_order() {
        let doctrine = run.state.player(seat).doctrine();
        let silent =
            |at: Field| wills.lines(seat).iter().all(|line| stage(line) > 0 || line.at != at);
        for at in run.state.fields() {
            if doctrine.harbour && at.is_water() && silent(at) {
                to_harbour(run, &world, seat, at);
            }
            if doctrine.retreat && at.is_firm() && silent(at) {
                to_threatened(run, &world, seat, at);
            }
        }
    }
}

/// Ships that would roll for wrecks go to free berths beside them.
fn to_harbour(run: &mut Run<'_>, world: &World, seat: Seat, sea: Field) {
    if dangers::storm(&run.state, seat, sea).is_none() {
        return;
    }
    for kind in [Kind::Ts, Kind::Ws] {
        for shore in (sea.beside() & run.state.field).on(run.state.map()) {
            let ships = run.state.player(seat).count(sea, Place::Afloat, kind);
            let yard = has_yard(&run.state, world, seat, shore);
            let free = BERTHS.saturating_sub(berthed(&run.state, seat, shore));
            let n = ships.min(free);
            if yard && n > 0 {
                let line = Line::units(Verb::Harbour, n, Unit::of(kind), sea).to(shore);
                // A ship that has sailed already stays: the storm will have its dice.
                let _ = dangers::harbour(run, world, seat, &line);
            }
        }
    }
}

/// Units that may retreat go to the neighbouring own settlement that enemies threaten.
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
        let line = Line::units(Verb::Retreat, stack.n, stack.unit, at).to(to);
        // Those that have marched stay.
        let _ = dangers::retreat(run, world, seat, &line);
    }
}

/// Whether a setting names what can be: a field of war with own units or an own settlement.
pub fn setting(state: &State, world: &World, seat: Seat, line: &Line) -> Result<(), Refusal> {
    static_check(state, seat, line)?;
    let own = state.player(seat).at(line.at).next().is_some();
    let here = own || state.land(line.at).town_of(seat).is_some();
    need(here, "R27.6", "you have nothing there")?;
    match line.verb {
        Verb::Attack => {
            let foe = line.other();
            let there = world.is_out(line.at, foe);
            need(there, "R12.3", "that player has no units in the open there")
        }
        Verb::Siege => {
            let town = state.land(line.at).town.filter(|town| state.hostile(seat, town.owner));
            need(town.is_some(), "R13.1", "no hostile settlement stands there")
        }
        Verb::Loot => looting::may_loot(state, world, seat, line.at),
        Verb::Burn => looting::may_burn(state, world, seat, line.at),
        _ => Ok(()),
    }
}

/// What can be said of a setting before anybody has marched.
pub fn static_check(state: &State, seat: Seat, line: &Line) -> Result<(), Refusal> {
    is_field_of_war(line.at)?;
    let percent = |n: u8| matches!(n, 25 | 50 | 75);
    match line.verb {
        Verb::Attack => {
            let foe = line.seat.filter(|foe| *foe != seat && state.is_alive(*foe));
            let Some(foe) = foe else { return no("R12.3", "name another player in the game") };
            need(state.hostile(seat, foe), "R17.5", "a pact binds you two")?;
            need(line.word != Stance::Hold as u8, "R12.3", "say when: always, if-even, if-double")?;
            need(line.n <= 12, "R12.6", "no battle has more than 12 rounds")
        }
        Verb::Escape => {
            use super::super::state::doctrine::Flight;
            let when = Flight::ALL[usize::from(line.word).min(3)];
            match when {
                Flight::After => need((1..=12).contains(&line.n), "R12.15", "after 1 to 12 rounds"),
                Flight::Loss => need(percent(line.n), "R12.15", "a loss of 25, 50 or 75 percent"),
                _ => Ok(()),
            }
        }
        Verb::Siege => {
            need((1..=6).contains(&line.n), "R13.4", "an assault has 1 to 6 rounds")?;
            need(percent(line.m), "R13.4", "stop at 25, 50 or 75 percent")
        }
        Verb::Reroll => {
            need(line.n <= 40 && line.n.is_multiple_of(4), "R20.8", "0, 4, 8 ... 40 PP")
        }
        Verb::Loot | Verb::Burn | Verb::Herds => {
            need(line.at.is_land(), "R14.4", "that is no land field")?;
            // Between a rear and the clash that it writes for, fields are sown.
            let burns = line.verb == Verb::Burn && state.step != Step::Rear;
            if burns { looting::sower(state, seat, line.at).map(drop) } else { Ok(()) }
        }
        _ => Ok(()),
    }
}
