//! R9 Round and year: what goes on by itself between the decisions.

use super::super::reckon::World;
use super::super::reckon::seats::{berthed, has_yard};
use super::super::state::facts::Fact;
use super::super::state::land::BERTHS;
use super::super::state::why::{Cause, Fate};
use super::super::state::{Module, Place, Stack, State, Step};
use super::super::things::powers::Start;
use super::super::things::{Field, Kind};
use super::march::step::{Phase, cost};
use super::run::{Run, Sheets, tell_skipped};
use super::{clash, dangers, diplomacy, leaving, march, prestige, rear, seasons, setup, victory};
use crate::rules::Seat;

/// Runs to the next decision that somebody must take.
pub fn go(run: &mut Run<'_>) {
    while !is_waiting(&run.state) {
        match run.state.step {
            Step::Blank | Step::Over => return,
            Step::Homeland => {
                let sheets = reveal(run);
                setup::assign(run, &sheets);
                ask(run, Step::Settle);
            }
            Step::Settle => {
                let sheets = reveal(run);
                setup::settle_all(run, &sheets);
                begin_round(run, 1, &Vec::new());
                ask(run, Step::March);
            }
            Step::March => {
                let sheets = reveal(run);
                march::carry_out(run, &sheets, &mut tell_skipped);
                ask(run, Step::Clash);
            }
            Step::Clash => {
                let sheets = reveal(run);
                clash::carry_out(run, &sheets, &mut tell_skipped);
                ask(run, Step::Rear);
            }
            Step::Rear => {
                let sheets = reveal(run);
                rear::carry_out(run, &sheets, &mut tell_skipped);
                end_round(run, &sheets);
            }
        }
    }
}

fn is_waiting(state: &State) -> bool {
    state.all().any(|seat| state.awaits(seat))
}

/// The sheets come to light, by initiative.
fn reveal(run: &mut Run<'_>) -> Sheets {
    let order = match run.state.step {
        Step::Homeland | Step::Settle => run.state.order.to_vec(),
        _ => run.state.in_order(),
    };
    let sheets = order.into_iter().map(|seat| {
        (seat, run.state.drafts[seat.index()].clone())
    });
    let sheets = sheets.collect();
    run.put(Fact::Revealed(run.state.step));
    sheets
}

/// Opens a decision for those whom it concerns.
pub fn ask(run: &mut Run<'_>, step: Step) {
    if run.state.over() {
        return;
    }
    let seats = run.state.all().filter(|seat| is_concerned(&run.state, *seat, step));
    let seats: Vec<Seat> = seats.collect();
    run.put(Fact::Asked(step, seats));
}

fn is_concerned(state: &State, seat: Seat, step: Step) -> bool {
    let player = state.player(seat);
    match step {
        Step::Homeland | Step::Settle => true,
        _ if !state.is_alive(seat) || player.resigned => false,
        Step::March => {
            let first = state.round == 1 || !state.options.brisk;
            let offered = state.all().any(|other| state.offer(other, seat).is_open());
            first && (offered || victory::is_on_board(state, seat))
        }
        Step::Clash => !state.options.standing && !player.stands && is_in_contact(state, seat),
        Step::Rear => true,
        Step::Blank | Step::Over => false,
    }
}

/// Whether a seat is asked for a clash (R9.6).
pub fn is_in_contact(state: &State, seat: Seat) -> bool {
    let world = World::of(state);
    let met = |at: Field| meets(state, &world, seat, at);
    state.fields().any(met) || refuge(state, &world, seat) || shelter(state, &world, seat)
}

/// Own and hostile things together on a field: (a).
fn meets(state: &State, world: &World, seat: Seat, at: Field) -> bool {
    if at.is_neutral() {
        return false;
    }
    let town = state.land(at).town;
    let own = town.is_some_and(|town| town.owner == seat);
    let foreign = town.is_some_and(|town| state.hostile(seat, town.owner));
    let here = world.is_out(at, seat);
    world.is_locked(seat, at) && (own || here) || here && foreign
}

/// A unit could go into a settlement where enemies are: (b).
fn refuge(state: &State, world: &World, seat: Seat) -> bool {
    state.player(seat).stacks.iter().any(|stack| {
        let able = stack.at.is_firm()
            && !stack.kind().is_naval()
            && !matches!(stack.kind(), Kind::Hi | Kind::Sm)
            && matches!(stack.place, Place::Open | Place::Works)
            && !world.is_locked(seat, stack.at)
            && cost(stack, Phase::Retreat).is_some();
        let near = || world.around(state, seat, stack.at).on(state.map());
        able && near().any(|at| state.land(at).town_of(seat).is_some() && meets(state, world, seat, at))
    })
}

/// A ship could flee a storm: (c).
fn shelter(state: &State, world: &World, seat: Seat) -> bool {
    state.player(seat).stacks.iter().any(|stack| {
        let at_risk = stack.place == Place::Afloat
            && stack.kind().is_ship()
            && dangers::storm(state, seat, stack.at).is_some()
            && (stack.kind() == Kind::Ws || cost(stack, Phase::Retreat).is_some())
            && !world.is_locked(seat, stack.at);
        let near = || world.around(state, seat, stack.at).on(state.map());
        at_risk && near().any(|at| {
            has_yard(state, world, seat, at) && berthed(state, seat, at) < BERTHS
        })
    })
}

/// A round begins: initiative, late comers, and the phases of its season (R9.2).
pub fn begin_round(run: &mut Run<'_>, round: u8, sheets: &Sheets) {
    let mut order: Vec<Seat> = run.state.all().collect();
    let fast = run.state.has(Module::FastCycle);
    order.sort_by_key(|seat| {
        let player = run.state.player(*seat);
        let first = if fast { player.gold() } else { player.pp };
        (std::cmp::Reverse((first, player.vp)), *seat)
    });
    run.put(Fact::Round(round, order));
    for seat in run.state.in_order() {
        let luck = run.state.player(seat).doctrine().luck;
        for (at, kind) in super::super::state::doctrine::Luck::ALL.iter().enumerate() {
            if luck[at] > 0 {
                run.put(Fact::Fortune(seat, *kind, luck[at]));
            }
        }
    }
    arrive(run);
    seasons::begin(run, sheets);
}

/// Who comes in the spring of the second year (R24.4).
fn arrive(run: &mut Run<'_>) {
    for seat in run.state.all() {
        let faction = run.state.player(seat).faction;
        let late = run.state.player(seat).late && run.state.round == 5;
        if let Some(Start::Late(sea)) = faction.map(|one| run.state.options.start_of(one))
            && late
        {
            land_fleet(run, seat, sea);
        }
    }
}

/// Five war ships and a purse.
pub fn land_fleet(run: &mut Run<'_>, seat: Seat, sea: Field) {
    run.put(Fact::Arrived(seat));
    run.came(seat, Stack::new(5, Kind::Ws, sea, Place::Afloat), Fate::Arrived);
    run.gold(seat, 5, Cause::Setup);
    run.prestige(seat, 7, Cause::Setup);
}

/// The end of a round (R9.1, step 15), and the next one.
fn end_round(run: &mut Run<'_>, sheets: &Sheets) {
    seasons::last_reckoning(run);
    prestige::lost_victory(run);
    if victory::check(run) || leaving::eliminate(run) {
        return;
    }
    diplomacy::expire(run);
    super::battle::relieve(run);
    if run.state.is_last_round() {
        victory::importance(run);
        return;
    }
    let next = run.state.round + 1;
    begin_round(run, next, sheets);
    ask(run, Step::March);
}
