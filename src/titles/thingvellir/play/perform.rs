//! An order that was found legal goes to its chapter.

use super::super::orders::Order;
use super::super::state::course::Step;
use super::run::{Run, finish};
use super::{council, feast, feud, foster, hunt, outlaw, pledge, raid, ride, settle};

/// Plays an order that was found legal, up to the next step.
pub fn play(run: &mut Run<'_>, at: usize, order: &Order) {
    match order {
        Order::Side(side) => council::side(run, at, *side),
        Order::Propose(statute) => council::propose(run, at, *statute),
        Order::Support | Order::Sue(..) => council::vote(run, at, order),
        Order::Settle(..) | Order::Expand(..) | Order::Rebuild(_) => settle::play(run, at, order),
        Order::Send(men, edge) => ride::send(run, *men, *edge),
        Order::Move(men, from, to, then) => ride::march(run, *men, *from, (*to, *then)),
        Order::HuntOutlaw => outlaw::hunt(run),
        Order::Challenge => ride::challenge(run),
        Order::LetPass => ride::let_pass(run),
        Order::Add(kind) => feud::add(run, *kind),
        Order::Accept(colour) => feud::accept(run, *colour),
        Order::Hold => feud::hold(run),
        Order::Raze(..) | Order::Spare => feud::raze(run, at, order),
        Order::Claim(counts) => feud::claim(run, at, counts),
        Order::Out(men) => raid::out(run, *men),
        Order::Home => raid::home(run),
        Order::Keep(cards) => raid::keep(run, *cards),
        Order::Foster(_) | Order::SendOff(_) | Order::Pass => foster::choose(run, at, order),
        Order::Replace(number) => foster::replace(run, at, *number),
        Order::Swear(number) => pledge::swear(run, at, *number),
        Order::Swap(slot, number) => pledge::swap(run, at, *slot, *number),
        Order::Give(gift, to) => feast::give(run, at, *gift, usize::from(*to)),
        Order::Murder(slot) => feast::spend(run, at, *slot, None),
        Order::Capture(area, slot) => feast::spend(run, at, *slot, Some(*area)),
        Order::Slay(piles) => feast::slay(run, at, piles),
        Order::Weapon(kind) => feast::weapon(run, at, *kind),
        Order::Pay => feast::pay(run, at),
        Order::Fail => feast::fail(run, at),
        Order::Burn(colour) => feast::burn(run, at, *colour),
        Order::Farm(colour) => feast::captured(run, at, Some(*colour)),
        Order::Lair(area) => outlaw::lair(run, at, *area),
        Order::Act(slot) => hunt::act(run, at, *slot),
        Order::Harvest => hunt::harvest(run, at),
        Order::Done => done(run, at),
        Order::Standing(_) | Order::Later(..) | Order::Withdraw => {}
    }
}

/// Closes whatever loop the seat is in.
fn done(run: &mut Run<'_>, at: usize) {
    match run.state.step {
        Step::Pool => foster::close(run, at),
        Step::Bondi => hunt::close(run, at),
        _ => finish(run),
    }
}
