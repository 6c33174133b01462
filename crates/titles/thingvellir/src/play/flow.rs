//! R5 Round and state machine: what goes on by itself, in the order of R24.11: automatic steps,
//! forced answers, orders left in advance, standing instructions, until somebody has to be asked.

use super::super::reckon::ask;
use super::super::state::course::Step;
use super::super::state::facts::Fact;
use super::run::Run;
use super::{council, drawer, forced, hunt, perform, standing, winter};
use ravenpost_rules::Seat;

/// Runs to the next decision that somebody must take.
pub fn go(run: &mut Run<'_>) {
    loop {
        match run.state.step {
            Step::Blank | Step::Over => return,
            Step::Queue => council::next_entry(run),
            Step::Hunt => hunt::next(run),
            Step::Winter => winter::play(run),
            _ => {
                if !answered(run) && (run.is_held() || !council::open_if_all(run)) {
                    return;
                }
            }
        }
    }
}

/// Answers for a seat that need not be asked. Says whether there was one.
///
/// What is forced comes first for all seats: it is public, and what private instructions answer
/// after it tells nothing about it.
fn answered(run: &mut Run<'_>) -> bool {
    for seat in Seat::all(run.state.seats) {
        if ask::is_asked(&run.state, seat)
            && let Some(order) = forced::order(&run.state, seat)
        {
            perform::play(run, seat, &order);
            return true;
        }
    }
    for seat in Seat::all(run.state.seats) {
        if !ask::is_asked(&run.state, seat) {
            continue;
        }
        if drawer::answer(run, seat) {
            return true;
        }
        if let Some(order) = standing::order(&run.state, seat) {
            let who = run.state.who(seat);
            run.put(Fact::Obeyed(who));
            perform::play(run, seat, &order);
            return true;
        }
    }
    false
}
