//! Estimates a seat's position in hundredths of a Wordfame. Only bots use it.

use super::super::play::outcome::wealth;
use super::super::state::State;
use super::super::things::names::{Card, Colour, Kind};
use ravenpost_rules::Seat;

pub fn estimate(state: &State, seat: Seat) -> i64 {
    if !state.is_in(seat) {
        return i64::from(state.fame[seat]) * 100;
    }
    let fame = i64::from(state.fame[seat]) * 100;
    fame + land(state, seat) + cards(state, seat) + men(state, seat)
}

/// Value of farms, including their score in the coming winter.
fn land(state: &State, seat: Seat) -> i64 {
    let farms = i64::from(state.all_farms(seat));
    let lands = i64::from(state.lands[seat].count_ones());
    let neighbours = state.neighbours(seat);
    let mut worth = farms * 30 + lands * 12;
    for colour in Colour::all() {
        let mine = i64::from(state.sheep(seat, colour));
        let strength = i64::from(state.hunt_strength(seat, colour));
        worth += strength * 14;
        let best = neighbours.iter().map(|other| i64::from(state.sheep(other, colour))).max();
        // A lead over neighbours scores every winter, and a larger lead is safer.
        if let Some(best) = best
            && mine > 0
        {
            worth += match mine - best {
                lead if lead > 0 => 150 + 10 * lead.min(4),
                0 => 25,
                _ => 0,
            };
        }
    }
    worth
}

/// Value of Goods with their sets, Bondi and personae.
fn cards(state: &State, seat: Seat) -> i64 {
    let mut worth = i64::from(wealth(state, seat)) * 9;
    for colour in Colour::all() {
        let has = |worth| i64::from(state.wealth(seat, Kind::of(colour, worth)).min(2));
        let great = has(1).min(has(2)).min(has(3));
        let pairs = has(1).min(has(2)) - great;
        worth += great * 110 + pairs * 70;
        worth += (has(1) + has(2) + has(3)) * 14;
    }
    for (_, card) in state.oaths[seat].bondi() {
        worth += 30 + 12 * i64::from(state.hunt_strength(seat, card.colour()));
    }
    let hird = Card::of(state.hird[seat]);
    worth + hird.map(|card| 25 + 10 * i64::from(card.worth())).sum::<i64>()
}

/// Value of Thingmen: at Þingvellir for suits, afield for reach, at sea for cargo.
fn men(state: &State, seat: Seat) -> i64 {
    let thing: u8 = state.edges.at_thing(seat).iter().sum();
    let suing = state.on_laws(seat);
    let at_thing = i64::from((thing + suing).min(5));
    let abroad = i64::from(state.edges.afield(seat).saturating_sub(thing).min(4));
    let sea = i64::from(state.sea[seat].min(5));
    let home = i64::from(state.longhall[seat]);
    at_thing * 16 + abroad * 9 + sea * 16 + home * 5 - i64::from(state.slain[seat]) * 2
}
