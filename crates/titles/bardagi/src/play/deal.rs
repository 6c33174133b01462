//! Plays orders that were found legal, through their chapters.

use super::super::orders::Order;
use super::super::state::Step;
use super::super::state::facts::Fact;
use super::phases::{build, claim, plan};
use super::run::{Run, RunExt};
use super::turn::{berserkur, visit};
use super::{open, turn};
use ravenpost_rules::Seat;

/// Plays a legal order, up to the next step.
pub fn play(run: &mut Run<'_>, seat: Seat, order: &Order) {
    match order {
        Order::Home(colour) => open::play(run, seat, *colour),
        Order::Plan(mix) => plan::play(run, seat, *mix),
        Order::Act(action, pay) => turn::play(run, seat, *action, *pay),
        Order::Done if run.state.step == Step::Claim => claim::done(run, seat),
        Order::Done => turn::end(run, seat),
        Order::Retire(area) => berserkur::retire(run, seat, *area),
        Order::Accept | Order::Decline => visit::answer(run, *order == Order::Accept),
        // Yielding answers this decision and all that follow automatically, and ends the seat's own
        // turn.
        Order::Yield => {
            let who = run.who(seat);
            run.put(Fact::Yielded(who));
            if run.state.step == Step::Act {
                turn::end(run, seat);
            }
        }
        Order::Build(tile, old) => build::play(run, seat, *tile, *old),
        Order::Pass => build::pass(run, seat),
        Order::Claim(..) | Order::Recruit(_) | Order::Axe(_) | Order::Drop(_) => {
            claim::play(run, seat, order);
        }
        Order::Standing(_) | Order::Later(_) => {}
    }
}
