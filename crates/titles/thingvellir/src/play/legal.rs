//! The legal orders of a seat, as a list and as a check of single orders with reasons.
//!
//! Every listed order passes the check. Every order that passes the check is in the list, unless
//! the list was shortened.

use super::super::orders::Order;
use super::super::reckon::ask::is_asked;
use super::super::state::State;
use super::super::state::progress::Step;
use super::judge::other;
use super::ride::feud;
use super::{council, feast, foster, hunt, outlaw, pledge, raid, ride, settle};
use ravenpost_rules::{Legal, Refusal, Seat};

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

/// Lists the orders of a decision whose list is always complete.
pub fn list(state: &State, seat: Seat, orders: &mut Vec<Order>) {
    match state.step {
        Step::Side => council::sides(state, orders),
        Step::Propose => council::proposals(state, orders),
        Step::Settle => settle::list(state, seat, orders),
        Step::Ride => ride::list(state, seat, orders),
        Step::Challenge => orders.extend([Order::Challenge, Order::LetPass, Order::Yield]),
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

/// Whether an awaited seat may give this order. Each chapter judges its own.
pub fn check(state: &State, seat: Seat, order: &Order) -> Result<(), Refusal> {
    let check = match state.step {
        Step::Side | Step::Propose | Step::Vote => council::check,
        Step::Settle => settle::check,
        Step::Ride | Step::Challenge => ride::check,
        Step::Feud | Step::Raze | Step::Claim => feud::check,
        Step::Raid | Step::Keep => raid::check,
        Step::Foster | Step::Pool => foster::check,
        Step::Pledge => pledge::check,
        Step::Feast | Step::Slay | Step::Weapon | Step::Pay | Step::Burn | Step::Farm => {
            feast::check
        }
        Step::Lair => outlaw::check,
        Step::Bondi => hunt::check,
        Step::Any | Step::Queue | Step::Hunt | Step::Winter | Step::Over => return other(state),
    };
    check(state, seat, order)
}
