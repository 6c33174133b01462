//! R5 Course of play: rounds and turn order.

use super::super::reckon::pending;
use super::super::state::Step;
use super::super::state::facts::Fact;
use super::run::{Run, RunExt};
use ravenpost_rules::Seat;

/// Begins a round: all seats plan or, with `planning=own-turn`, the first turn begins (R6.4).
pub fn begin(run: &mut Run<'_>, round: u8, starter: Seat) {
    let who = run.who(starter);
    run.put(Fact::RoundStarted(round, who));
    run.go(if run.state.options.own_turn { Step::Turn } else { Step::Plan });
}

/// Ends a round and begins the next, or scores after the last.
pub fn over(run: &mut Run<'_>) {
    if run.state.last_round() {
        run.go(Step::Scoring);
        return;
    }
    let next = run.state.starter.next(run.state.seats);
    let number = run.state.round + 1;
    begin(run, number, next);
}

/// Continues when every awaited seat has planned. Returns whether it did.
pub fn planned(run: &mut Run<'_>) -> bool {
    let state = &run.state;
    if state.options.own_turn {
        let seat = state.turn;
        let ready = state.players[seat].planned;
        if ready {
            lay_open(run, seat);
        }
        return ready;
    }
    let ready = state.seats().all(|seat| state.players[seat].planned) && !run.is_held();
    if ready {
        run.go(Step::Turn);
    }
    ready
}

/// Begins the next seat's turn, or the Building phase.
pub fn next_turn(run: &mut Run<'_>) {
    let next = pending(&run.state).next();
    match next {
        Some(seat) if run.state.players[seat].planned => lay_open(run, seat),
        Some(seat) => run.ask(Step::Plan, seat),
        None => run.go(Step::Yard),
    }
}

/// Reveals the chosen cards and starts the turn (R7.1).
fn lay_open(run: &mut Run<'_>, seat: Seat) {
    let who = run.who(seat);
    let hand = run.state.players[seat].hand;
    run.put(Fact::TurnStarted(who, hand));
    run.ask(Step::Act, seat);
}
