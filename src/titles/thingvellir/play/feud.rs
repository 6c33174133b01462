//! Feuds: the exchange, razing, compensation (R10).

use super::super::orders::Order;
use super::super::show::words::thingmen;
use super::super::state::{Laid, State};
use super::super::things::names::{Area, Colour, Kind};
use super::legal::{no, other};
use crate::rules::Refusal;

/// The side on turn, and the seat that plays it.
pub fn side(state: &State) -> (usize, usize) {
    let side = usize::from(state.feud.turn);
    (side, usize::from(state.feud.sides[side]))
}

/// Conflicts that are open: begun and not settled.
pub fn is_open(state: &State, colour: Colour) -> bool {
    state.feud.opened & !state.feud.settled & (1 << colour.0) != 0
}

/// How far a side leads in a colour; negative if it is behind.
pub fn lead(state: &State, side: usize, colour: Colour) -> i16 {
    let worth = &state.feud.worth;
    i16::from(worth[side][colour.index()]) - i16::from(worth[1 - side][colour.index()])
}

/// Open conflicts that a side may accept: R10.4, in the order of R10.9.
pub fn acceptable(state: &State, side: usize) -> impl Iterator<Item = Colour> + '_ {
    let open = move || Colour::all().filter(move |colour| is_open(state, *colour));
    let level = open().filter(move |colour| lead(state, side, *colour) == 0);
    level.chain(open().filter(move |colour| lead(state, side, *colour) < 0))
}

/// Whether the exchange is over (R10.7, R10.8).
pub fn is_over(state: &State) -> bool {
    let feud = &state.feud;
    if feud.opened == 0 { feud.holds >= 2 } else { feud.opened == feud.settled }
}

pub fn list(state: &State, orders: &mut Vec<Order>) {
    let (side, at) = side(state);
    let mut accepts: Vec<Colour> = acceptable(state, side).collect();
    accepts.sort_unstable();
    let addable = Kind::all().filter(|kind| {
        state.wealth(at, *kind) > 0 && state.feud.settled & (1 << kind.colour().0) == 0
    });
    orders.extend(addable.map(Order::Add));
    let none = accepts.is_empty();
    orders.extend(accepts.into_iter().map(Order::Accept));
    if none {
        orders.push(Order::Hold);
    }
}

pub fn check(state: &State, order: &Order) -> Result<(), Refusal> {
    let (side, at) = side(state);
    match order {
        Order::Add(kind) => {
            if state.wealth(at, *kind) == 0 {
                return no("R10.3", format!("you have no {} in your Wealth", kind.words()));
            }
            if state.feud.settled & (1 << kind.colour().0) != 0 {
                return no("R10.6", format!("{} is settled", kind.colour().slug()));
            }
            Ok(())
        }
        Order::Accept(colour) => {
            if !is_open(state, *colour) {
                return no("R10.3", format!("there is no open {} conflict", colour.slug()));
            }
            if lead(state, side, *colour) > 0 {
                return no(
                    "R10.4",
                    format!("you lead in {}; only the other side may accept", colour.slug()),
                );
            }
            Ok(())
        }
        Order::Hold => match acceptable(state, side).next() {
            None => Ok(()),
            Some(colour) => no(
                "R10.5",
                format!("you may hold only where you lead in all; not in {}", colour.slug()),
            ),
        },
        _ => other(state),
    }
}

/// How many farms a side may still raze or spare (R10.13).
pub fn razes_left(state: &State, side: usize) -> u8 {
    let feud = &state.feud;
    feud.won[side].saturating_sub(feud.men[1 - side]).saturating_sub(feud.razed[side])
}

/// Areas where a side may raze: farms of the other in the areas of the feud.
fn in_reach(state: &State, side: usize) -> impl Iterator<Item = Area> + use<> {
    let feud = &state.feud;
    let areas = if feud.area == Area::NONE { feud.edge.both() } else { feud.area.bit() };
    Area::of(areas & state.lands[usize::from(feud.sides[1 - side])])
}

/// Whether a side has anything to raze.
pub fn may_raze(state: &State, side: usize) -> bool {
    razes_left(state, side) > 0 && in_reach(state, side).next().is_some()
}

/// The side of the seat that is asked.
pub fn asked_side(state: &State) -> usize {
    usize::from(usize::from(state.feud.sides[1]) == state.asked())
}

pub fn razes(state: &State, orders: &mut Vec<Order>) {
    for area in in_reach(state, asked_side(state)) {
        orders.extend(state.farm_colours(area).map(|colour| Order::Raze(area, colour)));
    }
    orders.push(Order::Spare);
}

pub fn raze(state: &State, order: &Order) -> Result<(), Refusal> {
    match order {
        Order::Spare => Ok(()),
        Order::Raze(area, colour) => {
            if !in_reach(state, asked_side(state)).any(|known| known == *area) {
                let why = format!("{} is no District of the other side at this feud", area.name());
                return no("R10.13", why);
            }
            if state.steads[area.index()].farms[colour.index()] == 0 {
                let why = format!("{} has no {} farm", area.name(), colour.slug());
                return no("R10.13", why);
            }
            Ok(())
        }
        _ => other(state),
    }
}

/// The cards of a side's rows.
pub fn row(state: &State, side: usize) -> impl Iterator<Item = Laid> + '_ {
    let open = state.table.iter().filter(|laid| !laid.gone).copied();
    open.filter(move |laid| usize::from(laid.tag & 1) == side)
}

/// The other side's cards by kind: what the asked side may claim from.
fn claimable(state: &State) -> [u8; Kind::COUNT] {
    let mut counts = [0; Kind::COUNT];
    for laid in row(state, 1 - asked_side(state)) {
        counts[laid.card.kind().index()] += 1;
    }
    counts
}

/// Every set of the other's cards within the compensation; the best first, none last.
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
    // Stable: among equals those with earlier colours came first.
    sets.sort_by_key(|set| (std::cmp::Reverse(worth(set)), set.iter().sum::<u8>()));
    sets
}

/// Total worth of a set.
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

pub fn claim(state: &State, counts: &[u8; Kind::COUNT]) -> Result<(), Refusal> {
    let there = claimable(state);
    for kind in Kind::all() {
        if counts[kind.index()] > there[kind.index()] {
            let why = format!("the other side's rows hold {} of these", there[kind.index()]);
            return Err(Refusal::new(why).word(kind.slug()).rule("R10.15"));
        }
    }
    let lost = state.feud.lost[asked_side(state)];
    let total: u32 =
        Kind::all().map(|kind| u32::from(counts[kind.index()]) * u32::from(kind.worth())).sum();
    if total > u32::from(lost) {
        let why = format!("that is worth {total}, and you lost {}", thingmen(lost));
        return no("R10.15", why);
    }
    Ok(())
}
