//! R5 Round and state machine, in the order of R24.11: automatic steps, forced answers, pre-orders,
//! standing instructions, and default orders of seats that have yielded, until a player must
//! decide.

use super::super::orders::write::write;
use super::super::reckon::ask;
use super::super::state::facts::Fact;
use super::super::state::progress::Step;
use super::automatic::{drawer, fallback, forced, standing};
use super::run::Run;
use super::{council, hunt, legal, perform, winter};
use ravenpost_rules::Seat;

/// Runs to the next decision that awaits a player.
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

/// Answers automatically for an awaited seat. Returns whether there was one.
///
/// Forced answers come first, for all seats: they are public, so later private answers reveal
/// nothing about them.
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
        // It is public that a seat has yielded, so it answers at once, whatever pre-orders it has.
        let private = ask::is_private(run.state.step) && !run.state.deed.yielded.has(seat);
        let waits = private && !run.may_answer(seat);
        if !ask::is_asked(&run.state, seat) || waits {
            continue;
        }
        if drawer::answer(run, seat) {
            answers(run, private);
            return true;
        }
        // If the seat itself could not give the order now, it is asked.
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

/// Records an automatic answer. After one to a private decision, the next private decision waits
/// for its own run.
fn answers(run: &mut Run<'_>, private: bool) {
    if private {
        run.has_answered();
    }
}
