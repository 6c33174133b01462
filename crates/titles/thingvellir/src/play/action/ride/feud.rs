//! R10 Feud: the draw, the exchange, razing, compensation.

use crate::orders::Order;
use crate::play::action::ride;
use crate::play::judge::other;
use crate::play::run::{Run, RunExt};
use crate::reckon::feud::{
    acceptable, asked_side, earliest, in_reach, is_open, is_over, lead, may_raze, row, side,
    without,
};
use crate::state::State;
use crate::state::facts::{Fact, FarmLost, FeudStarted, Slain};
use crate::state::progress::Step;
use crate::things::names::{Area, Colour, Edge, Kind, Role, thingmen};
use ravenpost_rules::RefusalCode::{AlreadyDone, CannotPay, NoneThere, WrongAmount, WrongKind};
use ravenpost_rules::{Refusal, Seat};

pub fn list(state: &State, orders: &mut Vec<Order>) {
    let (side, seat) = side(state);
    let mut accepts: Vec<Colour> = acceptable(state, side).collect();
    accepts.sort_unstable();
    let addable = Kind::all().filter(|kind| {
        state.wealth(seat, *kind) > 0 && state.feud.settled & (1 << kind.colour().0) == 0
    });
    orders.extend(addable.map(Order::Add));
    let none = accepts.is_empty();
    orders.extend(accepts.into_iter().map(Order::Accept));
    if none {
        orders.push(Order::Hold);
    }
    orders.push(Order::Yield);
}

/// Whether a seat may give this order in a feud.
pub fn check(state: &State, seat: Seat, order: &Order) -> Result<(), Refusal> {
    match (state.step, order) {
        (Step::Feud | Step::Raze, Order::Yield) => Ok(()),
        (Step::Feud, order) => exchange(state, seat, order),
        (Step::Raze, Order::Spare) => Ok(()),
        (Step::Raze, Order::Raze(area, colour)) => razable(state, *area, *colour),
        (Step::Claim, Order::Claim(counts)) => claimed(state, counts),
        _ => other(state),
    }
}

fn exchange(state: &State, seat: Seat, order: &Order) -> Result<(), Refusal> {
    let (side, _) = side(state);
    match order {
        Order::Add(kind) => {
            if state.wealth(seat, *kind) == 0 {
                return CannotPay
                    .refuse("R10.3", format!("you have no {} in your Wealth", kind.words()));
            }
            if state.feud.settled & (1 << kind.colour().0) != 0 {
                return AlreadyDone
                    .refuse("R10.6", format!("the {} conflict is settled", kind.colour().slug()));
            }
            Ok(())
        }
        Order::Accept(colour) => {
            if !is_open(state, *colour) {
                return NoneThere
                    .refuse("R10.3", format!("there is no open {} conflict", colour.slug()));
            }
            if lead(state, side, *colour) > 0 {
                return WrongKind.refuse(
                    "R10.4",
                    format!(
                        "you are leading in {}, so only the other side may accept it",
                        colour.slug()
                    ),
                );
            }
            Ok(())
        }
        Order::Hold => match acceptable(state, side).next() {
            None => Ok(()),
            Some(colour) => WrongKind.refuse(
                "R10.5",
                format!(
                    "you may hold only if you lead in every open conflict, and you do not \
                         lead in {}",
                    colour.slug()
                ),
            ),
        },
        _ => other(state),
    }
}

pub fn razes(state: &State, orders: &mut Vec<Order>) {
    for area in in_reach(state, asked_side(state)) {
        orders.extend(state.farm_colours(area).map(|colour| Order::Raze(area, colour)));
    }
    orders.extend([Order::Spare, Order::Yield]);
}

fn razable(state: &State, area: Area, colour: Colour) -> Result<(), Refusal> {
    if !in_reach(state, asked_side(state)).any(|known| known == area) {
        let why = format!("{} is not an opposing District at this feud", area.name());
        return WrongKind.refuse("R10.13", why);
    }
    if state.steads[area.index()].farms[colour.index()] == 0 {
        return NoneThere
            .refuse("R10.13", format!("{} has no {} farm", area.name(), colour.slug()));
    }
    Ok(())
}

/// Counts the other side's cards by kind, which the asked side may claim from.
fn claimable(state: &State) -> [u8; Kind::COUNT] {
    let mut counts = [0; Kind::COUNT];
    for laid in row(state, 1 - asked_side(state)) {
        counts[laid.card.kind().index()] += 1;
    }
    counts
}

/// Every set of the other side's cards within the compensation, best first and none last.
pub fn claims(state: &State, orders: &mut Vec<Order>) {
    orders.extend(claim_sets(state).into_iter().map(Order::Claim));
}

/// The sets: greatest total worth first, then fewest cards, then in colour order (R23).
pub fn claim_sets(state: &State) -> Vec<[u8; Kind::COUNT]> {
    let counts = claimable(state);
    let most = state.feud.lost[asked_side(state)];
    let kinds: Vec<Kind> = Kind::falling().filter(|kind| counts[kind.index()] > 0).collect();
    let mut sets = Vec::new();
    gather(&kinds, &counts, most, [0; Kind::COUNT], &mut sets);
    // The sort is stable: sets with earlier colours stay first in a tie.
    sets.sort_by_key(|set| (std::cmp::Reverse(worth(set)), set.iter().sum::<u8>()));
    sets
}

pub fn worth(set: &[u8; Kind::COUNT]) -> u8 {
    Kind::all().map(|kind| set[kind.index()] * kind.worth()).sum()
}

fn gather(
    kinds: &[Kind],
    counts: &[u8; Kind::COUNT],
    left: u8,
    set: [u8; Kind::COUNT],
    sets: &mut Vec<[u8; Kind::COUNT]>,
) {
    let Some((kind, rest)) = kinds.split_first() else { return sets.push(set) };
    let most = counts[kind.index()].min(left / kind.worth());
    for count in (0..=most).rev() {
        let mut with = set;
        with[kind.index()] = count;
        gather(rest, counts, left - count * kind.worth(), with, sets);
    }
}

fn claimed(state: &State, counts: &[u8; Kind::COUNT]) -> Result<(), Refusal> {
    let there = claimable(state);
    for kind in Kind::all() {
        if counts[kind.index()] > there[kind.index()] {
            let why = format!("the other side has {} of these", there[kind.index()]);
            return Err(Refusal::new(why).code(WrongAmount).word(kind.slug()).rule("R10.15"));
        }
    }
    let lost = state.feud.lost[asked_side(state)];
    let total: u32 =
        Kind::all().map(|kind| u32::from(counts[kind.index()]) * u32::from(kind.worth())).sum();
    if total > u32::from(lost) {
        let why = format!("that is worth {total}, but you lost {}", thingmen(lost));
        return WrongAmount.refuse("R10.15", why);
    }
    Ok(())
}

/// Begins a feud and turns the cards up, one for each side in turn (R10.2).
pub fn start(run: &mut Run<'_>, feud: FeudStarted) {
    let sides = [feud.attacker, feud.defender];
    let due = [0, 1].map(|side| {
        let men = feud.men[side];
        let shield = men > 0 && run.state.has_role(sides[side].seat, Role::SHIELD_BEARER);
        men + u8::from(shield)
    });
    run.put(Fact::FeudStarted(feud));
    for turn in 0..due[0].max(due[1]) {
        for side in 0..2 {
            if turn < due[side]
                && let Some(card) = run.next_card()
            {
                run.put(Fact::CardTurnedUp(sides[side], side as u8, card));
            }
        }
    }
    go_on(run);
}

/// Asks the side whose turn it is, or ends the exchange.
fn go_on(run: &mut Run<'_>) {
    if is_over(&run.state) {
        return fame(run);
    }
    let (_, seat) = side(&run.state);
    run.ask(Step::Feud, seat);
}

pub fn add(run: &mut Run<'_>, kind: Kind) {
    let (side, seat) = side(&run.state);
    let (who, card) = (run.state.who(seat), earliest(&run.state, seat, kind));
    run.put(Fact::GoodAdded(who, side as u8, card));
    go_on(run);
}

pub fn accept(run: &mut Run<'_>, colour: Colour) {
    let (_, seat) = side(&run.state);
    let who = run.state.who(seat);
    run.put(Fact::ConflictAccepted(who, colour));
    go_on(run);
}

pub fn hold(run: &mut Run<'_>) {
    let (_, seat) = side(&run.state);
    let who = run.state.who(seat);
    run.put(Fact::Held(who));
    go_on(run);
}

/// Records that default orders answer for the seat during this action (R23.12).
pub fn give_way(run: &mut Run<'_>, seat: Seat) {
    let who = run.state.who(seat);
    run.put(Fact::Yielded(who));
}

/// Awards Wordfame in colour order, then slays Thingmen (R10.11, R10.12).
fn fame(run: &mut Run<'_>) {
    let sides = run.state.feud.sides;
    let opened = run.state.feud.opened;
    for colour in Colour::all().filter(|colour| opened & (1 << colour.0) != 0) {
        let lead = lead(&run.state, 0, colour);
        if lead != 0 {
            let side = usize::from(lead < 0);
            let who = run.state.who(sides[side]);
            run.put(Fact::ConflictWon(who, side as u8, colour));
            run.check_fame(who);
        }
    }
    let feud = run.state.feud;
    for (side, whose) in sides.into_iter().enumerate() {
        let men = feud.won[1 - side].min(feud.men[side]);
        if men > 0 {
            let edge = (feud.edge != Edge::NONE).then_some(feud.edge);
            run.put(Fact::Slain(Slain { who: run.state.who(whose), men, edge }));
        }
    }
    aftermath(run);
}

/// Razing, compensation, clearing: attacker first each time (R10.13 to R10.16).
fn aftermath(run: &mut Run<'_>) {
    // If the game ended in this feud, nothing follows, not even the next feud (R5.9).
    if run.state.over() {
        return;
    }
    let feud = run.state.feud;
    for side in 0..2 {
        if may_raze(&run.state, side) {
            return run.ask(Step::Raze, feud.sides[side]);
        }
    }
    for side in 0..2 {
        if feud.lost[side] > 0 && !feud.claimed[side] {
            return run.ask(Step::Claim, feud.sides[side]);
        }
    }
    run.put(Fact::FeudEnded);
    if feud.area == Area::NONE {
        return ride::arrive(run);
    }
    if run.state.band.men > 0 {
        return ride::cross(run);
    }
    let who = run.doer();
    run.put(Fact::BandDestroyed(who));
    run.ask(Step::Ride, who.seat);
}

pub fn raze(run: &mut Run<'_>, seat: Seat, order: &Order) {
    let by = run.state.who(seat);
    match order {
        Order::Raze(area, colour) => {
            let owner = run.state.owner(*area).unwrap_or(seat);
            let who = run.state.who(owner);
            let farms = without(&run.state, *area, *colour);
            run.put(Fact::Razed(FarmLost { who, by, area: *area, colour: *colour, farms }));
            run.check_farms();
        }
        _ => run.put(Fact::Spared(by)),
    }
    aftermath(run);
}

pub fn claim(run: &mut Run<'_>, seat: Seat, counts: &[u8; Kind::COUNT]) {
    let side = asked_side(&run.state);
    let mut left = *counts;
    let mut cards = Vec::new();
    for laid in row(&run.state, 1 - side) {
        let count = &mut left[laid.card.kind().index()];
        if *count > 0 {
            *count -= 1;
            cards.push(laid.card);
        }
    }
    let who = run.state.who(seat);
    run.put(Fact::Claimed(who, side as u8, cards));
    aftermath(run);
}
