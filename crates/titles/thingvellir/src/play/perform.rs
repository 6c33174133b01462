//! Passes legal orders to their chapters.

use super::super::orders::Order;
use super::super::state::progress::Step;
use super::ride::feud;
use super::run::{Run, finish};
use super::{council, feast, foster, hunt, outlaw, pledge, raid, ride, settle};
use ravenpost_rules::Seat;

/// Plays a legal order, up to the next step.
pub fn play(run: &mut Run<'_>, seat: Seat, order: &Order) {
    match order {
        Order::Side(side) => council::side(run, seat, *side),
        Order::Propose(statute) => council::propose(run, seat, *statute),
        Order::Support | Order::Sue(..) => council::vote(run, seat, order),
        Order::Settle(..) | Order::Expand(..) | Order::Rebuild(_) => settle::play(run, seat, order),
        Order::Send(men, edge) => ride::send(run, *men, *edge),
        Order::Move(men, from, to, then) => ride::march(run, *men, *from, *to, *then),
        Order::HuntOutlaw => outlaw::hunt(run),
        Order::Challenge => ride::challenge(run),
        Order::LetPass => ride::let_pass(run),
        Order::Add(kind) => feud::add(run, *kind),
        Order::Accept(colour) => feud::accept(run, *colour),
        Order::Hold => feud::hold(run),
        Order::Raze(..) | Order::Spare => feud::raze(run, seat, order),
        Order::Yield => feud::give_way(run, seat),
        Order::Claim(counts) => feud::claim(run, seat, counts),
        Order::Out(men) => raid::out(run, *men),
        Order::Home => raid::home(run),
        Order::Keep(cards) => raid::keep(run, *cards),
        Order::Foster(_) | Order::SendOff(_) | Order::Pass => foster::choose(run, seat, order),
        Order::Replace(number) => foster::replace(run, seat, *number),
        Order::Swear(number) => pledge::swear(run, seat, *number),
        Order::Swap(slot, number) => pledge::swap(run, seat, *slot, *number),
        Order::Give(gift, to) => feast::give(run, seat, *gift, *to),
        Order::Murder(slot) => feast::spend(run, seat, *slot, None),
        Order::Capture(area, slot) => feast::spend(run, seat, *slot, Some(*area)),
        Order::Slay(piles) => feast::slay(run, seat, piles),
        Order::Weapon(kind) => feast::weapon(run, seat, *kind),
        Order::Pay => feast::pay(run, seat),
        Order::Fail => feast::fail(run, seat),
        Order::Burn(colour) => feast::burn(run, seat, *colour),
        Order::Farm(colour) => feast::captured(run, seat, Some(*colour)),
        Order::Lair(area) => outlaw::lair(run, seat, *area),
        Order::Act(slot) => hunt::act(run, seat, *slot),
        Order::Harvest => hunt::harvest(run, seat),
        Order::Done => done(run, seat),
        Order::Standing(_) | Order::Later(..) | Order::Withdraw => {}
    }
}

/// Ends the current action or turn of the seat.
fn done(run: &mut Run<'_>, seat: Seat) {
    match run.state.step {
        Step::Bondi => hunt::close(run, seat),
        _ => finish(run),
    }
}
