//! R9 Ride: setting forth, roaming, crossing Districts, arriving.

pub mod feud;

use super::outlaw;
use crate::orders::Order;
use crate::play::judge::other;
use crate::play::run::{Run, RunExt};
use crate::state::State;
use crate::state::facts::{BandDeparted, Fact, FeudStarted};
use crate::state::progress::Step;
use crate::things::land::border;
use crate::things::names::{Area, Edge, Role, thingmen};
use ravenpost_rules::RefusalCode::{
    AlreadyDone, CannotPay, NotHeld, NotNow, Occupied, OutOfRange, WrongAmount, WrongKind,
};
use ravenpost_rules::{Refusal, Seat, text::phrase};

pub fn list(state: &State, seat: Seat, orders: &mut Vec<Order>) {
    let left = state.deed.left;
    if left > 0 {
        let most = left.min(state.longhall[seat]);
        if most > 0 {
            sends(state, seat, most, orders);
        }
        moves(state, seat, orders);
    }
    if outlaw::huntable(state, seat, state.deed.left).is_ok() {
        orders.push(Order::HuntOutlaw);
    }
    orders.push(Order::Done);
}

fn sends(state: &State, seat: Seat, most: u8, orders: &mut Vec<Order>) {
    let mut edges: u128 = 0;
    for area in Area::of(state.lands[seat]) {
        edges = area.edges().iter().fold(edges, |edges, edge| edges | edge.bit());
    }
    while edges != 0 {
        let edge = Edge(edges.trailing_zeros() as u8);
        edges &= edges - 1;
        orders.extend((1..=most).map(|men| Order::Send(men, edge)));
    }
}

fn moves(state: &State, seat: Seat, orders: &mut Vec<Order>) {
    let far = state.has_role(seat, Role::FAR_RIDER);
    for from in state.edges.of(seat).filter(|edge| state.deed.held & edge.bit() == 0) {
        let most = state.edges.men(from, seat);
        for (to, crossed) in from.reach() {
            orders.extend((1..=most).map(|men| Order::Move(men, from, *to, None)));
            if !far || state.edges.opposed(*to, seat) {
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

/// Whether a Ride with the remaining points offers anything.
pub fn may_do(state: &State, seat: Seat, left: u8, held: u128) -> bool {
    let roams = || state.edges.of(seat).any(|edge| held & edge.bit() == 0);
    left > 0 && (state.longhall[seat] > 0 && state.lands[seat] != 0 || roams())
        || outlaw::huntable(state, seat, left).is_ok()
}

/// Whether a seat may give this order in a Ride, or in answer to a band.
pub fn check(state: &State, seat: Seat, order: &Order) -> Result<(), Refusal> {
    match (state.step, order) {
        (Step::Ride, order) => choice(state, seat, order),
        (Step::Challenge, Order::Challenge | Order::LetPass | Order::Yield) => Ok(()),
        _ => other(state),
    }
}

fn choice(state: &State, seat: Seat, order: &Order) -> Result<(), Refusal> {
    match order {
        Order::Send(men, edge) => sendable(state, seat, *men, *edge),
        Order::Move(men, from, to, then) => marchable(state, seat, *men, *from, *to, *then),
        Order::HuntOutlaw => outlaw::huntable(state, seat, state.deed.left),
        Order::Done => Ok(()),
        _ => other(state),
    }
}

fn sendable(state: &State, seat: Seat, men: u8, edge: Edge) -> Result<(), Refusal> {
    if men == 0 {
        return WrongAmount.refuse("R9.2", "send at least one Thingman");
    }
    if edge.both() & state.lands[seat] == 0 {
        return NotHeld.refuse("R9.2", format!("you control no District at {}", border(edge)));
    }
    if men > state.longhall[seat] {
        return WrongAmount.refuse(
            "R19.1",
            format!("you have {} in your Longhall", thingmen(state.longhall[seat])),
        );
    }
    if men > state.deed.left {
        return CannotPay.refuse(
            "R9.2",
            format!("that costs {} points, and you have {}", points(men), state.deed.left),
        );
    }
    Ok(())
}

fn marchable(
    state: &State,
    seat: Seat,
    men: u8,
    from: Edge,
    to: Edge,
    then: Option<Edge>,
) -> Result<(), Refusal> {
    if state.deed.left == 0 {
        return CannotPay.refuse("R9.4", "a move costs 1 point, and you have none left");
    }
    let there = state.edges.men(from, seat);
    if men == 0 || men > there {
        return WrongAmount
            .refuse("R9.4", format!("you have {} on {}", thingmen(there), border(from)));
    }
    if state.deed.held & from.bit() != 0 {
        return NotNow.refuse(
            "R9.8",
            format!("your Thingmen on {} cannot move again after that feud", border(from)),
        );
    }
    let crossed = leg(from, to)?;
    let Some(then) = then else { return Ok(()) };
    if !state.has_role(seat, Role::FAR_RIDER) {
        return NotHeld
            .refuse("R9.5", "only with a Far-rider can a band cross two areas for one point");
    }
    if leg(to, then)? == crossed {
        return WrongKind.refuse("R18.6", "the two areas must be different");
    }
    if state.edges.opposed(to, seat) {
        return Occupied
            .refuse("R9.7", format!("opposing Thingmen on {} block the way", border(to)));
    }
    Ok(())
}

/// The area that a band crosses from one border to another.
fn leg(from: Edge, to: Edge) -> Result<Area, Refusal> {
    if from == to {
        return AlreadyDone
            .refuse("R9.5", format!("move from {} to a different border", border(from)));
    }
    from.common(to).map_or_else(
        || {
            OutOfRange.refuse(
                "R9.5",
                format!("there is no area between {} and {}", border(from), border(to)),
            )
        },
        Ok,
    )
}

fn points(count: u8) -> String {
    phrase::count(count.into(), "point")
}

pub fn send(run: &mut Run<'_>, men: u8, edge: Edge) {
    let who = run.doer();
    run.put(Fact::ThingmenSent(who, men, edge));
    arrive(run);
}

pub fn march(run: &mut Run<'_>, men: u8, from: Edge, to: Edge, then: Option<Edge>) {
    let who = run.doer();
    let path = std::iter::once(to).chain(then).collect();
    run.put(Fact::BandDeparted(BandDeparted { who, men, from, path }));
    travel(run);
}

/// The area that the band's next leg crosses.
fn crossing(run: &Run<'_>) -> Area {
    let band = &run.state.band;
    let to = band.path[usize::from(band.done)];
    let from = if band.done == 0 { band.from } else { band.path[usize::from(band.done) - 1] };
    from.common(to).unwrap_or(Area::THINGVELLIR)
}

/// Continues the ride: asks the gothi of a District on the way, or crosses it (R9.11, R9.13).
pub fn travel(run: &mut Run<'_>) {
    let seat = run.state.deed.seat;
    let owner = run.state.owner(crossing(run)).filter(|owner| *owner != seat);
    match owner {
        Some(owner) if run.state.has_goods(owner) => run.ask(Step::Challenge, owner),
        _ => cross(run),
    }
}

/// Completes the crossing of an area.
pub fn cross(run: &mut Run<'_>) {
    let band = run.state.band;
    let who = run.doer();
    if band.done + 1 < band.legs {
        let area = crossing(run);
        run.put(Fact::BandCrossed(who, area));
        return travel(run);
    }
    run.put(Fact::BandArrived(who, band.men, band.path[usize::from(band.legs) - 1]));
    arrive(run);
}

pub fn let_pass(run: &mut Run<'_>) {
    let who = run.state.who(run.state.turn);
    run.put(Fact::LetPass(who));
    cross(run);
}

pub fn challenge(run: &mut Run<'_>) {
    let feud = FeudStarted {
        attacker: run.state.who(run.state.turn),
        defender: run.doer(),
        men: [0, run.state.band.men],
        edge: None,
        area: Some(crossing(run)),
    };
    feud::start(run, feud);
}

/// The band arrives on its edge and fights all others there, one by one (R9.9, R9.15).
pub fn arrive(run: &mut Run<'_>) {
    let state = &run.state;
    let seat = state.deed.seat;
    let edge = state.band.path[usize::from(state.band.legs) - 1];
    let men = state.edges.men(edge, seat);
    let foe = state.after(seat).find(|other| {
        *other != seat && state.edges.men(edge, *other) > 0 && !state.band.fought.has(*other)
    });
    if let Some(foe) = foe.filter(|_| men > 0) {
        let feud = FeudStarted {
            attacker: state.who(seat),
            defender: state.who(foe),
            men: [men, state.edges.men(edge, foe)],
            edge: Some(edge),
            area: None,
        };
        return feud::start(run, feud);
    }
    if !state.band.fought.is_empty() {
        let held = men > 0 && state.edges.opposed(edge, seat);
        let who = state.who(seat);
        run.put(Fact::BandBlocked(who, edge, held));
    }
    run.ask(Step::Ride, seat);
}
