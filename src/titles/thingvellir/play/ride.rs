//! Ride: setting forth, roaming, hunting the Outlaw (R9, R20.9).

use super::super::orders::Order;
use super::super::show::words::{border, thingmen};
use super::super::state::State;
use super::super::things::names::{Area, Edge, Role};
use super::legal::{no, other};
use crate::rules::{Refusal, phrase};

pub fn list(state: &State, at: usize, orders: &mut Vec<Order>) {
    let left = state.deed.left;
    if left > 0 {
        let most = left.min(state.longhall[at]);
        if most > 0 {
            sends(state, at, most, orders);
        }
        moves(state, at, orders);
    }
    if outlaw(state, at).is_ok() {
        orders.push(Order::HuntOutlaw);
    }
    orders.push(Order::Done);
}

fn sends(state: &State, at: usize, most: u8, orders: &mut Vec<Order>) {
    let mut edges: u128 = 0;
    for area in Area::of(state.lands[at]) {
        edges = area.edges().iter().fold(edges, |edges, edge| edges | edge.bit());
    }
    while edges != 0 {
        let edge = Edge(edges.trailing_zeros() as u8);
        edges &= edges - 1;
        orders.extend((1..=most).map(|men| Order::Send(men, edge)));
    }
}

fn moves(state: &State, at: usize, orders: &mut Vec<Order>) {
    let far = state.has_role(at, Role::FAR_RIDER);
    let mask = 15 << (4 * at);
    for (place, here) in state.edges.iter().enumerate() {
        let from = Edge(place as u8);
        if here & mask == 0 || state.deed.held & from.bit() != 0 {
            continue;
        }
        let most = state.men(from, at);
        for (to, crossed) in from.reach() {
            orders.extend((1..=most).map(|men| Order::Move(men, from, *to, None)));
            if !far || state.opposed(*to, at) {
                continue;
            }
            for (then, second) in to.reach() {
                if second != crossed {
                    orders.extend((1..=most).map(|men| Order::Move(men, from, *to, Some(*then))));
                }
            }
        }
    }
}

/// Whether a Ride with that many points left offers anything.
pub fn may_do(state: &State, at: usize, left: u8, held: u128) -> bool {
    let mask = 15 << (4 * at);
    let roams = || {
        let edges = state.edges.iter().enumerate();
        edges.into_iter().any(|(edge, men)| men & mask != 0 && held & (1 << edge) == 0)
    };
    left > 0 && (state.longhall[at] > 0 && state.lands[at] != 0 || roams())
        || outlaw_for(state, at, left).is_ok()
}

pub fn check(state: &State, at: usize, order: &Order) -> Result<(), Refusal> {
    match order {
        Order::Send(men, edge) => send(state, at, *men, *edge),
        Order::Move(men, from, to, then) => march(state, at, (*men, *from), (*to, *then)),
        Order::HuntOutlaw => outlaw(state, at),
        Order::Done => Ok(()),
        _ => other(state),
    }
}

fn send(state: &State, at: usize, men: u8, edge: Edge) -> Result<(), Refusal> {
    if men == 0 {
        return no("R9.2", "send at least one Thingman");
    }
    if edge.both() & state.lands[at] == 0 {
        return no("R9.2", format!("no District of yours lies at {}", border(edge)));
    }
    if men > state.longhall[at] {
        return no("R19.1", format!("you have {} in your Longhall", thingmen(state.longhall[at])));
    }
    if men > state.deed.left {
        return no("R9.2", format!("that costs {} and you have {}", points(men), state.deed.left));
    }
    Ok(())
}

fn march(
    state: &State,
    at: usize,
    (men, from): (u8, Edge),
    (to, then): (Edge, Option<Edge>),
) -> Result<(), Refusal> {
    if state.deed.left == 0 {
        return no("R9.4", "a move costs 1 point and none is left");
    }
    let there = state.men(from, at);
    if men == 0 || men > there {
        return no("R9.4", format!("you have {} on {}", thingmen(there), border(from)));
    }
    if state.deed.held & from.bit() != 0 {
        return no("R9.8", format!("your Thingmen on {} are held there by a feud", border(from)));
    }
    let crossed = leg(from, to)?;
    let Some(then) = then else { return Ok(()) };
    if !state.has_role(at, Role::FAR_RIDER) {
        return no("R9.5", "only a Far-rider crosses two areas for one point");
    }
    if leg(to, then)? == crossed {
        return no("R18.6", "a Far-rider's two areas are not the same");
    }
    if state.opposed(to, at) {
        return no("R9.7", format!("opposing Thingmen on {} bar the way", border(to)));
    }
    Ok(())
}

/// The area that a band crosses from one border to another.
fn leg(from: Edge, to: Edge) -> Result<Area, Refusal> {
    if from == to {
        return no("R9.5", format!("a move from {} ends on another border", border(from)));
    }
    from.common(to).map_or_else(
        || no("R9.5", format!("no area lies between {} and {}", border(from), border(to))),
        Ok,
    )
}

fn points(count: u8) -> String {
    phrase::count(count.into(), "point")
}

fn outlaw(state: &State, at: usize) -> Result<(), Refusal> {
    outlaw_for(state, at, state.deed.left)
}

fn outlaw_for(state: &State, at: usize, left: u8) -> Result<(), Refusal> {
    let Some((card, lair)) = state.outlaw else { return no("R20.9", "there is no Outlaw") };
    if !state.present(at, lair) {
        return no("R20.9", format!("no Thingman of yours is in {}", lair.name()));
    }
    if card.worth() > left {
        let why = format!("that costs {} and you have {left}", points(card.worth()));
        return no("R20.9", why);
    }
    Ok(())
}
