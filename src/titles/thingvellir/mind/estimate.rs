//! How well a seat stands, in hundredths of a Wordfame. For bots and nothing else.

use super::super::play::outcome::wealth;
use super::super::state::State;
use super::super::things::names::{Card, Colour, Kind};
use crate::rules::Seat;

pub fn estimate(state: &State, seat: Seat) -> i64 {
    let at = seat.index();
    if !state.is_in(at) {
        return i64::from(state.fame[at]) * 100;
    }
    let fame = i64::from(state.fame[at]) * 100;
    fame + land(state, at) + cards(state, at) + men(state, at)
}

/// Farms, and what they would score this winter.
fn land(state: &State, at: usize) -> i64 {
    let farms = i64::from(state.all_farms(at));
    let lands = i64::from(state.lands[at].count_ones());
    let neighbours = state.neighbours(at);
    let mut worth = farms * 30 + lands * 12;
    for colour in Colour::all() {
        let mine = i64::from(state.sheep(at, colour));
        let strength = i64::from(state.hunt_strength(at, colour));
        worth += strength * 14;
        let best = state
            .players()
            .filter(|other| neighbours & (1 << other) != 0)
            .map(|other| i64::from(state.sheep(other, colour)))
            .max();
        // A lead over neighbours scores every winter; the surer the larger.
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

/// Goods with their sets, Bondi, personae.
fn cards(state: &State, at: usize) -> i64 {
    let mut worth = i64::from(wealth(state, at)) * 9;
    for colour in Colour::all() {
        let has = |worth| i64::from(state.wealth(at, Kind::of(colour, worth)).min(2));
        let great = has(1).min(has(2)).min(has(3));
        let pairs = has(1).min(has(2)) - great;
        worth += great * 110 + pairs * 70;
        worth += (has(1) + has(2) + has(3)) * 14;
    }
    for (_, card) in state.bondi_of(at) {
        worth += 30 + 12 * i64::from(state.hunt_strength(at, card.colour()));
    }
    let hird = Card::of(state.hird[at]);
    worth + hird.map(|card| 25 + 10 * i64::from(card.worth())).sum::<i64>()
}

/// Thingmen: at Þingvellir for suits, afield for reach, at sea for cargo.
fn men(state: &State, at: usize) -> i64 {
    let thing: u8 = state.at_thing(at).iter().sum();
    let suing = state.on_laws(at);
    let at_thing = i64::from((thing + suing).min(5));
    let abroad = i64::from(state.afield(at).saturating_sub(thing).min(4));
    let sea = i64::from(state.sea[at].min(5));
    let home = i64::from(state.longhall[at]);
    at_thing * 16 + abroad * 9 + sea * 16 + home * 5 - i64::from(state.slain[at]) * 2
}
