//! R5 Course of play: rounds, and whose turn comes next.

use super::super::reckon::pending;
use super::super::state::Step;
use super::super::state::facts::Fact;
use super::run::Run;

/// Begins a round: everybody plans, or with `planning=own-turn` the first turn begins (R6.4).
pub fn begin(run: &mut Run<'_>, round: u8, starter: usize) {
    let who = run.who(starter);
    run.put(Fact::Round(round, who));
    run.go(if run.state.options.own_turn { Step::Turn } else { Step::Plan });
}

/// Ends a round: the next one begins, or the last is done.
pub fn over(run: &mut Run<'_>) {
    if run.state.last_round() {
        run.go(Step::Scoring);
        return;
    }
    let next = (usize::from(run.state.starter) + 1) % usize::from(run.state.seats);
    let number = run.state.round + 1;
    begin(run, number, next);
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
