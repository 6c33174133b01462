//! R8 Settle: subsuming, expanding, rebuilding.

use crate::orders::Order;
use crate::play::judge::other;
use crate::play::run::{Run, RunExt};
use crate::state::State;
use crate::state::facts::Fact;
use crate::state::progress::Step;
use crate::things::names::{Area, Colour, Role};
use ravenpost_rules::RefusalCode::{
    AlreadyDone, CannotPay, NoneThere, NotHeld, NotNow, Occupied, OutOfRange, WrongKind,
};
use ravenpost_rules::{Refusal, Seat};

/// Whether this Settle may still subsume and still expand.
fn open(state: &State, seat: Seat) -> (bool, bool) {
    let deed = &state.deed;
    if state.has_role(seat, Role::LAND_TAKER) {
        return (!deed.first, true);
    }
    (!deed.first && !deed.second, !deed.first)
}

pub fn list(state: &State, seat: Seat, orders: &mut Vec<Order>) {
    let (subsume, expand) = open(state, seat);
    if subsume && state.half_free(seat) {
        for area in Area::of(state.reachable(seat)) {
            orders.extend(state.supplied().map(|colour| Order::Settle(area, colour)));
        }
    }
    if expand {
        let quarter = state.quarter_free(seat);
        for area in Area::of(state.lands[seat]) {
            let value = state.value(area);
            if state.steads[area.index()].burnt {
                if state.deed.left > 0 {
                    orders.push(Order::Rebuild(area));
                }
            } else if value < 4
                && (value != 2 || quarter)
                && state.raise_cost(seat, value) <= state.deed.left
            {
                orders.extend(state.supplied().map(|colour| Order::Expand(area, colour)));
            }
        }
    }
    orders.push(Order::Done);
}

/// Whether a new Settle of that strength would offer anything.
pub fn would_do(state: &State, seat: Seat, strength: u8) -> bool {
    (state.half_free(seat) && state.supplied().next().is_some() && state.reachable(seat) != 0)
        || may_expand(state, seat, strength)
}

/// Whether the current Settle can still do anything.
pub fn may_do(state: &State, seat: Seat) -> bool {
    let (subsume, expand) = open(state, seat);
    let supplied = state.supplied().next().is_some();
    subsume && supplied && state.half_free(seat) && state.reachable(seat) != 0
        || expand && may_expand(state, seat, state.deed.left)
}

fn may_expand(state: &State, seat: Seat, left: u8) -> bool {
    let supplied = state.supplied().next().is_some();
    left > 0
        && Area::of(state.lands[seat]).any(|area| {
            let value = state.value(area);
            state.steads[area.index()].burnt
                || supplied
                    && value < 4
                    && state.raise_cost(seat, value) <= left
                    && (value != 2 || state.quarter_free(seat))
        })
}

pub fn check(state: &State, seat: Seat, order: &Order) -> Result<(), Refusal> {
    match order {
        Order::Settle(area, colour) => subsume(state, seat, *area, *colour),
        Order::Expand(area, colour) => raise(state, seat, *area, *colour),
        Order::Rebuild(area) => rebuild(state, seat, *area),
        Order::Done => Ok(()),
        _ => other(state),
    }
}

fn subsume(state: &State, seat: Seat, area: Area, colour: Colour) -> Result<(), Refusal> {
    if !open(state, seat).0 {
        return NotNow
            .refuse("R8.1", "in one Settle you can either subsume a District or expand, not both");
    }
    if area == Area::THINGVELLIR {
        return WrongKind.refuse("R2.4", "no one can settle at Þingvellir");
    }
    if state.owner(area).is_some() {
        return Occupied.refuse("R8.2", format!("{} already has a Stead", area.name()));
    }
    if state.reachable(seat) & area.bit() == 0 {
        let why = format!(
            "{} is not next to a District of yours, and you have no Thingman in it",
            area.name()
        );
        return OutOfRange.refuse("R8.2", why);
    }
    if !state.half_free(seat) {
        return NoneThere.refuse("R19.2", "you have no free \u{bd} Stead token");
    }
    supply(state, colour)
}

fn supply(state: &State, colour: Colour) -> Result<(), Refusal> {
    if state.supply[colour.index()] > 0 {
        return Ok(());
    }
    NoneThere.refuse("R19.5", format!("there is no {} farm left in the supply", colour.slug()))
}

fn raise(state: &State, seat: Seat, area: Area, colour: Colour) -> Result<(), Refusal> {
    if !open(state, seat).1 {
        return NotNow
            .refuse("R8.1", "in one Settle you can either subsume a District or expand, not both");
    }
    if !state.owns(seat, area) {
        return NotHeld.refuse("R8.5", format!("you do not control {}", area.name()));
    }
    if state.steads[area.index()].burnt {
        return NotNow.refuse("R20.5", format!("{} is burnt; rebuild it first", area.name()));
    }
    let value = state.value(area);
    if value >= 4 {
        return AlreadyDone.refuse(
            "R8.6",
            format!("{} has value 4, and no District can have a higher value", area.name()),
        );
    }
    if value == 2 && !state.quarter_free(seat) {
        return NoneThere.refuse("R19.3", "you have no free \u{be} Stead token");
    }
    let cost = state.raise_cost(seat, value);
    if cost > state.deed.left {
        return CannotPay
            .refuse("R8.5", format!("that costs {cost}, and you have {} left", state.deed.left));
    }
    supply(state, colour)
}

fn rebuild(state: &State, seat: Seat, area: Area) -> Result<(), Refusal> {
    if !open(state, seat).1 {
        return NotNow.refuse("R20.6", "you can rebuild when you expand, not when you subsume");
    }
    if !state.owns(seat, area) || !state.steads[area.index()].burnt {
        return NotHeld
            .refuse("R20.6", format!("{} is not a burnt District of yours", area.name()));
    }
    if state.deed.left == 0 {
        return CannotPay.refuse("R20.6", "rebuilding costs 1, and you have no strength left");
    }
    Ok(())
}

pub fn play(run: &mut Run<'_>, seat: Seat, order: &Order) {
    let who = run.state.who(seat);
    match order {
        Order::Settle(area, colour) => run.put(Fact::Settled(who, *area, *colour)),
        Order::Expand(area, colour) => {
            let cost = run.state.raise_cost(seat, run.state.value(*area));
            let mut now = run.state.steads[area.index()].farms;
            now[colour.index()] += 1;
            run.put(Fact::Expanded(who, *area, *colour, cost, now));
        }
        Order::Rebuild(area) => run.put(Fact::Rebuilt(who, *area)),
        _ => {}
    }
    run.ask(Step::Settle, seat);
}
