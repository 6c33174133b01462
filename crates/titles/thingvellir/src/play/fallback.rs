//! Default orders for seats that time out (R23, column of defaults, and R23.8 to R23.12).

use super::super::orders::Order;
use super::super::reckon::ask;
use super::super::reckon::hunt::{ready, strength};
use super::super::state::State;
use super::super::state::progress::Step;
use super::super::things::names::{Action, Area, Statute};
use super::ride::feud;
use super::{action, council, feast, forced, legal, raid};
use ravenpost_rules::Seat;

/// The default order of the open decision; `done` otherwise.
pub fn fallback(state: &State, seat: Seat) -> Order {
    if !ask::is_asked(state, seat) {
        return Order::Done;
    }
    match state.step {
        Step::Side => {
            let wishes = state.faction[seat].sides().iter();
            let free = wishes.copied().find(|side| council::free(state, *side));
            free.map_or(Order::Done, Order::Side)
        }
        Step::Propose => proposal(state).map_or(Order::Done, Order::Propose),
        Step::Vote => Order::Support,
        Step::Challenge | Step::Feud | Step::Raze => Order::Yield,
        Step::Settle => settling(state, seat).unwrap_or(Order::Done),
        Step::Raid => raiding(state, seat),
        Step::Bondi => hunter(state, seat).map_or(Order::Done, Order::Act),
        Step::Claim => to_others(state).unwrap_or(Order::Claim([0; 12])),
        Step::Keep => Order::Keep(raid::best(state)),
        Step::Foster => Order::Pass,
        Step::Pledge => {
            let swear = state.open_cards().next().map(|(number, _)| Order::Swear(number));
            let swear = swear.filter(|order| legal::check(state, seat, order).is_ok());
            swear.filter(|_| state.deed.count == 0).unwrap_or(Order::Done)
        }
        Step::Slay => Order::Slay(feast::most_slain(state, seat)),
        Step::Weapon => Order::Weapon(None),
        Step::Pay => Order::Fail,
        Step::Burn => {
            let first = state.farm_colours(state.strike.area).next();
            first.map_or(Order::Done, Order::Burn)
        }
        Step::Farm => state.supplied().next().map_or(Order::Done, Order::Farm),
        Step::Lair => {
            let first = Area::by_code(state.strike.lairs).first().copied();
            first.map_or(Order::Done, Order::Lair)
        }
        _ => Order::Done,
    }
}

/// The answers of a seat that has yielded, during another's action (R23.12).
pub fn to_others(state: &State) -> Option<Order> {
    match state.step {
        Step::Challenge => Some(Order::LetPass),
        Step::Feud => Some(forced::yielding(state)),
        Step::Raze => Some(Order::Spare),
        Step::Claim => feud::claim_sets(state).first().copied().map(Order::Claim),
        _ => None,
    }
}

/// The next statute up; after the third, the first of the next Law (R23.8).
fn proposal(state: &State) -> Option<Statute> {
    let law = state.token.map_or(0, |token| token.law());
    let all: Vec<Statute> = council::proposable(state).collect();
    let up = all.iter().find(|statute| statute.level() > 1);
    let ahead = |statute: &&Statute| (statute.law() + 4 - law) % 4;
    up.or_else(|| all.iter().min_by_key(ahead)).copied()
}

/// Subsumes a District, or else raises one (R23.9).
fn settling(state: &State, seat: Seat) -> Option<Order> {
    let colour = state.supplied().min_by_key(|colour| state.farms[seat][colour.index()]);
    let mut orders = Vec::new();
    legal::list(state, seat, &mut orders);
    let neighbours =
        Area::of(state.lands[seat]).fold(0, |neighbours, area| neighbours | area.neighbours());
    let rank = |order: &Order| match order {
        Order::Settle(area, with) if Some(*with) == colour => {
            Some((0, u8::from(neighbours & area.bit() == 0), area.slug()))
        }
        Order::Rebuild(area) => Some((1, 0, area.slug())),
        Order::Expand(area, with) if Some(*with) == colour => {
            Some((2, state.value(*area), area.slug()))
        }
        _ => None,
    };
    let ranked = orders.iter().filter_map(|order| rank(order).map(|rank| (rank, order)));
    ranked.min_by_key(|(rank, _)| *rank).map(|(_, order)| order.clone())
}

/// Brings the ships home, or puts out with at most half of the Longhall (R23.10).
fn raiding(state: &State, seat: Seat) -> Order {
    if !state.deed.first && state.sea[seat] > 0 {
        return Order::Home;
    }
    match state.deed.strength.min(state.longhall[seat] / 2) {
        men if men > 0 && !state.deed.first => Order::Out(men),
        _ => Order::Done,
    }
}

/// The first Bondi that gathers something by default, the Home Bondi last (R23.11).
fn hunter(state: &State, seat: Seat) -> Option<u8> {
    let strength = strength(state, seat);
    let gathers = |of: Action| match of {
        Action::SETTLE => action::is_useful(state, seat, of, strength),
        Action::RAID => state.sea[seat] > 0 || state.longhall[seat] > 1,
        Action::PLEDGE => state.may_swear(seat),
        _ => false,
    };
    ready(state, seat).find(|(_, of)| gathers(*of)).map(|(slot, _)| slot)
}
