//! R9 Round and year: what runs automatically between decisions.

use super::super::state::doctrine::Luck;
use super::super::state::facts::Fact;
use super::super::state::options::Module;
use super::super::state::{State, Step};
use super::super::things::powers::Start;
use super::awareness::ask;
use super::rear::prestige;
use super::relief::relieve;
use super::run::{Run, Sheets, tell_skipped};
use super::setup::preference;
use super::sheet::steward;
use super::{clash, diplomacy, leaving, march, rear, seasons, setup, victory};
use ravenpost_rules::Seat;

/// Runs to the next decision that awaits a player.
pub fn go(run: &mut Run<'_>) {
    preference::answer(run);
    while !is_waiting(&run.state) && !run.state.dreamt && !run.is_held() {
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

/// Reveals the sheets, by initiative.
fn reveal(run: &mut Run<'_>) -> Sheets {
    let order = match run.state.step {
        Step::Homeland | Step::Settle => run.state.order.to_vec(),
        _ => run.state.in_order(),
    };
    let sheets = order.into_iter().map(|seat| (seat, steward::sheet(&run.state, seat)));
    let sheets = sheets.collect();
    run.put(Fact::SheetsRevealed(run.state.step));
    sheets
}

/// Begins a round: initiative, late arrivals, and the phases of its season (R9.2).
pub fn begin_round(run: &mut Run<'_>, round: u8, sheets: &Sheets) {
    let mut order: Vec<Seat> = run.state.all().collect();
    let fast = run.state.has(Module::FastCycle);
    order.sort_by_key(|seat| {
        let player = run.state.player(*seat);
        let first = if fast { player.gold() } else { player.pp };
        (std::cmp::Reverse((first, player.vp)), *seat)
    });
    run.put(Fact::RoundStarted(round, order));
    tempt_fortune(run);
    arrive(run);
    seasons::begin(run, sheets);
}

/// Tries luck in the round where doctrine says so and no sheet has. For the yield, the sheet of the
/// spring applies (R28.2e).
fn tempt_fortune(run: &mut Run<'_>) {
    for seat in run.state.in_order() {
        let (luck, said) = (run.state.player(seat).doctrine().luck, run.state.player(seat).tries);
        for kind in Luck::ALL {
            let at = kind.index();
            if luck[at] > 0 && !said[at] {
                run.put(Fact::RerollsSet(seat, *kind, luck[at]));
            }
        }
    }
}

/// Places factions that arrive in the spring of the second year (R24.4).
fn arrive(run: &mut Run<'_>) {
    for seat in run.state.all() {
        let faction = run.state.player(seat).faction;
        let late = run.state.player(seat).late && run.state.round == 5;
        if let Some(Start::Late(sea)) = faction.map(|one| run.state.options.start_of(one))
            && late
        {
            setup::land_fleet(run, seat, sea);
        }
    }
}

/// Ends a round (R9.1, step 15) and begins the next.
fn end_round(run: &mut Run<'_>, sheets: &Sheets) {
    seasons::last_reckoning(run);
    prestige::lost_victory(run);
    if victory::check(run) || leaving::eliminate(run) {
        return;
    }
    // All ways to win use the same pacts: those of the last round end after scoring (R22.10a).
    if run.state.is_last_round() {
        victory::importance(run);
        return;
    }
    diplomacy::expire(run);
    relieve(run);
    let next = run.state.round + 1;
    begin_round(run, next, sheets);
    ask(run, Step::March);
}
