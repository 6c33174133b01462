//! The course of a round up to the Claim phase: planning, turns, building (R5.1, R5.3).

use super::super::decide::Run;
use super::super::facts::Fact;
use super::super::legal::build;
use super::super::state::{State, Step};
use super::claim;

/// More gold than any tile costs.
const PLENTY: u16 = 99;

/// Begins a round: everybody plans, or with `planning=own-turn` the first turn begins (R6.4).
pub fn begin(run: &mut Run<'_>, round: u8, starter: usize) {
    let who = run.who(starter);
    run.put(Fact::Round(round, who));
    run.go(if run.state.options.own_turn { Step::Turn } else { Step::Plan });
}

/// Goes on when everybody awaited has planned; says whether it went on.
pub fn planned(run: &mut Run<'_>) -> bool {
    let state = &run.state;
    if state.options.own_turn {
        let at = state.on_turn();
        let ready = state.players[at].planned;
        if ready {
            lay_open(run, at);
        }
        return ready;
    }
    let ready = state.places().all(|at| state.players[at].planned);
    if ready {
        run.go(Step::Turn);
    }
    ready
}

/// The seats whose turn or building is still to come, in turn order.
fn pending(state: &State) -> impl Iterator<Item = usize> + '_ {
    state.in_order().filter(|at| state.gone & 1 << at == 0)
}

/// Begins the next seat's turn, or the Building phase.
pub fn next_turn(run: &mut Run<'_>) {
    let next = pending(&run.state).next();
    match next {
        Some(at) if run.state.players[at].planned => lay_open(run, at),
        Some(at) => run.ask(Step::Plan, at),
        None => run.go(Step::Yard),
    }
}

/// All chosen cards are laid face up, and the turn is played (R7.1).
fn lay_open(run: &mut Run<'_>, at: usize) {
    let who = run.who(at);
    let hand = run.state.players[at].hand;
    run.put(Fact::Began(who, hand));
    run.ask(Step::Act, at);
}

/// Asks the next seat that can build, or begins the Claim phase.
pub fn next_builder(run: &mut Run<'_>) {
    let seats: Vec<usize> = pending(&run.state).collect();
    for at in seats {
        if can_build(&run.state, at) {
            run.ask(Step::Build, at);
            return;
        }
        let who = run.who(at);
        run.put(Fact::BuiltNothing(who));
    }
    claim::begin(run);
}

/// Whether a seat could build, by what everybody can see. Hidden gold is taken to be enough: who
/// is passed over must not tell what somebody's purse holds (R19, R21).
fn can_build(state: &State, at: usize) -> bool {
    let mut probe = state.clone();
    probe.step = Step::Build;
    probe.turn = at as u8;
    if !state.options.open_gold {
        probe.players[at].gold = PLENTY;
    }
    build::list(&probe, at).len() > 1
}
