//! R5 Round and state machine: what goes on by itself, in the order of R24.11: automatic steps,
//! forced answers, orders left in advance, standing instructions, the default orders of seats that
//! have yielded, until somebody has to be asked.

use super::super::orders::write::write;
use super::super::reckon::ask;
use super::super::state::course::Step;
use super::super::state::facts::Fact;
use super::run::Run;
use super::{council, drawer, fallback, forced, hunt, legal, perform, standing, winter};
use ravenpost_rules::Seat;

/// Runs to the next decision that somebody must take.
pub fn go(run: &mut Run<'_>) {
    loop {
        match run.state.step {
            Step::Any | Step::Over => return,
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
        // That it has yielded everybody knows: it answers at once, whatever it has left.
        let private = ask::is_private(run.state.step) && !run.state.deed.yielded.has(seat);
        let waits = private && !run.may_answer(seat);
        if !ask::is_asked(&run.state, seat) || waits {
            continue;
        }
        if drawer::answer(run, seat) {
            answers(run, private);
            return true;
        }
        // What the seat itself could not order now is asked for.
        if let Some(answer) = standing::answer(&run.state, seat)
            && legal::check(&run.state, seat, &answer.order).is_ok()
        {
            let order = write(&run.state, &answer.order);
            let who = run.state.who(seat);
            run.put(Fact::InstructionUsed(who, answer.by, order));
            perform::play(run, seat, &answer.order);
            answers(run, private);
            return true;
        }
        if run.state.deed.yielded.has(seat)
            && let Some(order) = fallback::to_others(&run.state)
        {
            perform::play(run, seat, &order);
            return true;
        }
    }
    false
}

/// What was left has answered; where the question was private, it is asked for once.
fn answers(run: &mut Run<'_>, private: bool) {
    if private {
        run.has_answered();
    }
}
