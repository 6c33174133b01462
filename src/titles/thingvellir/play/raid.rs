//! Raid: out and home, and what is kept of a draw (R11, R21.6).

use super::super::orders::Order;
use super::super::show::words::thingmen;
use super::super::state::State;
use super::super::things::names::{Kind, Role};
use super::forms;
use super::legal::{LONGEST, no, other};
use crate::rules::{Legal, Refusal, phrase};

pub fn list(state: &State, at: usize, orders: &mut Vec<Order>) {
    let most = state.deed.strength.min(state.longhall[at]);
    orders.extend((1..=most).map(Order::Out));
    if !state.deed.first && state.sea[at] > 0 {
        orders.push(Order::Home);
    }
    orders.push(Order::Done);
}

pub fn check(state: &State, at: usize, order: &Order) -> Result<(), Refusal> {
    match order {
        Order::Out(0) => no("R11.2", "send out at least one Thingman"),
        Order::Out(men) if *men > state.deed.strength => {
            no("R11.2", format!("at most {}, the strength", thingmen(state.deed.strength)))
        }
        Order::Out(men) if *men > state.longhall[at] => {
            no("R19.1", format!("you have {} in your Longhall", thingmen(state.longhall[at])))
        }
        Order::Home if state.deed.first => no("R11.1", "your ships have come home already"),
        Order::Home if state.sea[at] == 0 => no("R11.4", "none of your Thingmen is at sea"),
        Order::Out(_) | Order::Home | Order::Done => Ok(()),
        _ => other(state),
    }
}

/// How many of the drawn cards are kept (R11.3, R18.5).
pub fn share(state: &State) -> usize {
    let drawn = state.table.len();
    let half = drawn.div_ceil(2);
    let trader = !state.deed.second && state.has_role(state.doer(), Role::TRADER);
    (half + usize::from(trader)).min(drawn)
}

pub fn keep(state: &State, cards: u128) -> Result<(), Refusal> {
    let drawn = state.table.len() as u32;
    if cards >> drawn != 0 {
        return no("R11.5", format!("you drew {}", phrase::count(drawn as usize, "card")));
    }
    let share = share(state);
    if cards.count_ones() as usize != share {
        let drawn = phrase::count(drawn as usize, "card");
        return no("R11.5", format!("you keep exactly {share} of {drawn}"));
    }
    Ok(())
}

/// The default: highest worth, then colour order, then draw order (R23).
pub fn best(state: &State) -> u128 {
    let mut order: Vec<usize> = (0..state.table.len()).collect();
    let kind = |place: &usize| state.table[*place].card.kind();
    order.sort_by_key(|place| (std::cmp::Reverse(kind(place).worth()), kind(place).colour()));
    order[..share(state)].iter().fold(0, |cards, place| cards | 1 << place)
}

/// Whether all choices are alike in colour and worth.
pub fn is_plain(state: &State) -> bool {
    let mut kinds = state.table.iter().map(|laid| laid.card.kind());
    let first: Option<Kind> = kinds.next();
    share(state) == state.table.len() || kinds.all(|kind| Some(kind) == first)
}

/// Every choice, if they are few; otherwise the best ones, each with one card changed, and a form.
pub fn keeps(state: &State) -> Legal<Order> {
    let (drawn, share) = (state.table.len(), share(state));
    let complete = ways(drawn, share) <= LONGEST;
    let mut orders = Vec::new();
    if complete {
        choose(drawn, share, &mut orders);
        return Legal::listed(orders);
    }
    let best = best(state);
    orders.push(Order::Keep(best));
    for out in (0..drawn).filter(|place| best & (1 << place) != 0) {
        for into in (0..drawn).filter(|place| best & (1 << place) == 0) {
            if orders.len() < LONGEST {
                orders.push(Order::Keep(best & !(1 << out) | 1 << into));
            }
        }
    }
    Legal { orders, complete, forms: vec![forms::keep(state)] }
}

fn ways(of: usize, share: usize) -> usize {
    let mut ways: usize = 1;
    for step in 0..share {
        ways = ways * (of - step) / (step + 1);
        if ways > LONGEST {
            break;
        }
    }
    ways
}

fn choose(of: usize, share: usize, orders: &mut Vec<Order>) {
    for cards in 0..1_u128 << of {
        if cards.count_ones() as usize == share {
            orders.push(Order::Keep(cards));
        }
    }
}
