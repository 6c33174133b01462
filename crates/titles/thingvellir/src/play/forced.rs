//! Decisions without a choice (R23) and the orders played for them.

use super::super::orders::Order;
use super::super::reckon;
use super::super::state::State;
use super::super::state::progress::Step;
use super::super::things::names::{Colour, Kind};
use super::ride::feud;
use super::{feast, hunt, legal, raid, ride, settle};
use ravenpost_rules::Seat;

/// The forced order of an awaited seat, if its decision leaves no choice.
pub fn order(state: &State, seat: Seat) -> Option<Order> {
    match state.step {
        Step::Vote => (state.at_thing(seat) == [0; 6]).then_some(Order::Support),
        Step::Ride => {
            let (left, held) = (state.deed.left, state.deed.held);
            let idle = left == 0 || !ride::may_do(state, seat, left, held);
            idle.then_some(Order::Done)
        }
        Step::Settle => (!settle::may_do(state, seat)).then_some(Order::Done),
        Step::Challenge => (!state.has_goods(seat)).then_some(Order::LetPass),
        Step::Feud => exchange(state, seat),
        Step::Claim => claim(state),
        Step::Keep => raid::is_plain(state).then(|| Order::Keep(raid::best(state))),
        Step::Slay => {
            feast::one_slaughter(state, seat).then(|| Order::Slay(feast::most_slain(state, seat)))
        }
        Step::Weapon => {
            let red = Kind::of(Colour::RED, 1).index();
            let none = state.goods[seat][red..red + 3] == [0; 3];
            (none || reckon::feast::shortfall(state) == 0).then_some(Order::Weapon(None))
        }
        Step::Pay => match reckon::feast::shortfall(state) {
            0 => Some(Order::Pay),
            short => (state.fame[seat] < short).then_some(Order::Fail),
        },
        Step::Bondi => (!hunt::has_use(state, seat)).then_some(Order::Done),
        Step::Propose | Step::Raze => None,
        _ => only(state, seat),
    }
}

/// The only legal order besides yielding, if there is just one.
fn only(state: &State, seat: Seat) -> Option<Order> {
    let mut orders = Vec::new();
    legal::list(state, seat, &mut orders);
    orders.retain(|order| *order != Order::Yield);
    if orders.len() == 1 { orders.pop() } else { None }
}

/// The only legal order, or the order of a side without Goods (R10.9, R10.9a).
fn exchange(state: &State, seat: Seat) -> Option<Order> {
    let (side, _) = reckon::feud::side(state);
    if state.has_goods(seat) {
        return only(state, seat);
    }
    let level = || {
        Colour::all().filter(|colour| {
            reckon::feud::is_open(state, *colour) && reckon::feud::lead(state, side, *colour) == 0
        })
    };
    let other = state.feud.sides[1 - side];
    let contested =
        level().any(|colour| (1..=3).any(|worth| state.wealth(other, Kind::of(colour, worth)) > 0));
    if level().count() >= 2 && contested {
        return None;
    }
    Some(yielding(state))
}

/// The order of R10.9: accepts level conflicts, then those the side is behind in, and otherwise
/// holds.
pub fn yielding(state: &State) -> Order {
    let (side, _) = reckon::feud::side(state);
    reckon::feud::acceptable(state, side).next().map_or(Order::Hold, Order::Accept)
}

/// The set of the greatest total worth, if there is just one (R24.6).
fn claim(state: &State) -> Option<Order> {
    let sets = feud::claim_sets(state);
    let best = sets.first()?;
    let alone = sets.get(1).is_none_or(|next| feud::worth(next) < feud::worth(best));
    alone.then_some(Order::Claim(*best))
}
