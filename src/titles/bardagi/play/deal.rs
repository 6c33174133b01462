//! Orders that were found legal, each played by its chapter.

use super::super::orders::Order;
use super::super::state::Step;
use super::run::Run;
use super::{berserkur, build, claim, open, plan, turn, visit};

/// Plays an order that was found legal, up to the next step.
pub fn play(run: &mut Run<'_>, at: usize, order: &Order) {
    match order {
        Order::Home(colour) => open::play(run, at, *colour),
        Order::Plan(mix) => plan::play(run, at, *mix),
        Order::Act(action, pay) => turn::play(run, at, *action, *pay),
        Order::Done if run.state.step == Step::Claim => claim::done(run, at),
        Order::Done => turn::end(run, at),
        Order::Retire(area) => berserkur::retire(run, at, *area),
        Order::Accept | Order::Decline => visit::answer(run, *order == Order::Accept),
        Order::Build(tile, old) => build::play(run, at, *tile, *old),
        Order::Pass => build::pass(run, at),
        Order::Claim(..) | Order::Recruit(_) | Order::Axe(_) | Order::Drop(_) => {
            claim::play(run, at, order);
        }
        Order::Standing(_) | Order::Later(_) => {}
    }
}
