//! What a seat may order now: lists, and the same judged one by one with reasons.
//!
//! Every order in a list passes the check, and what passes the check is in the list, unless the
//! list was cut for its length.

use super::super::orders::Order;
use super::super::reckon::ask::is_asked;
use super::super::state::State;
use super::super::state::course::Step;
use super::judge::other;
use super::{council, feast, feud, foster, hunt, outlaw, pledge, raid, ride, settle};
use crate::rules::{Legal, Refusal, Seat};

/// All a seat may order.
pub fn legal(state: &State, seat: Seat) -> Legal<Order> {
    if !is_asked(state, seat) {
        return Legal::none();
    }
    match state.step {
        Step::Vote => council::votes(state, seat),
        Step::Keep => raid::keeps(state),
        Step::Slay => feast::slays(state, seat),
        _ => {
            let mut orders = Vec::new();
            list(state, seat, &mut orders);
            Legal::listed(orders)
        }
    }
}

/// Writes the list of a decision that is always listed whole.
pub fn list(state: &State, seat: Seat, orders: &mut Vec<Order>) {
    match state.step {
        Step::Side => council::sides(state, orders),
        Step::Propose => council::proposals(state, orders),
        Step::Settle => settle::list(state, seat, orders),
        Step::Ride => ride::list(state, seat, orders),
        Step::Challenge => orders.extend([Order::Challenge, Order::LetPass]),
        Step::Feud => feud::list(state, orders),
        Step::Raze => feud::razes(state, orders),
        Step::Claim => feud::claims(state, orders),
        Step::Raid => raid::list(state, seat, orders),
        Step::Foster => foster::list(state, seat, orders),
        Step::Pool => foster::pool(state, orders),
        Step::Pledge => pledge::list(state, seat, orders),
        Step::Feast => feast::list(state, seat, orders),
        Step::Weapon => feast::weapons(state, seat, orders),
        Step::Pay => orders.extend([Order::Pay, Order::Fail]),
        Step::Burn => orders.extend(state.farm_colours(state.strike.area).map(Order::Burn)),
        Step::Farm => orders.extend(state.supplied().map(Order::Farm)),
        Step::Lair => outlaw::lairs(state, orders),
        Step::Bondi => hunt::list(state, seat, orders),
        _ => {}
    }
}

/// Whether a seat that is asked may order this.
pub fn check(state: &State, seat: Seat, order: &Order) -> Result<(), Refusal> {
    match (state.step, order) {
        (Step::Side, Order::Side(side)) => council::check_side(state, *side),
        (Step::Propose, Order::Propose(statute)) => council::check_propose(state, *statute),
        (Step::Vote, Order::Support) => Ok(()),
        (Step::Vote, Order::Sue(statute, from)) => council::check_sue(state, seat, *statute, from),
        (Step::Settle, order) => settle::check(state, seat, order),
        (Step::Ride, order) => ride::check(state, seat, order),
        (Step::Challenge, Order::Challenge | Order::LetPass) => Ok(()),
        (Step::Feud, order) => feud::check(state, order),
        (Step::Raze, order) => feud::check_raze(state, order),
        (Step::Claim, Order::Claim(counts)) => feud::check_claim(state, counts),
        (Step::Raid, order) => raid::check(state, seat, order),
        (Step::Keep, Order::Keep(cards)) => raid::check_keep(state, *cards),
        (Step::Foster, order) => foster::check(state, seat, order),
        (Step::Pool, order) => foster::check_replace(state, order),
        (Step::Pledge, order) => pledge::check(state, seat, order),
        (Step::Feast, order) => feast::check(state, seat, order),
        (Step::Slay, Order::Slay(piles)) => feast::check_slay(state, seat, piles),
        (Step::Weapon, Order::Weapon(kind)) => feast::check_weapon(state, seat, *kind),
        (Step::Pay, Order::Pay | Order::Fail) => Ok(()),
        (Step::Burn, Order::Burn(colour)) => feast::check_burn(state, *colour),
        (Step::Farm, Order::Farm(colour)) => feast::check_farm(state, *colour),
        (Step::Lair, Order::Lair(area)) => outlaw::check_lair(state, *area),
        (Step::Bondi, order) => hunt::check(state, seat, order),
        _ => other(state),
    }
}
