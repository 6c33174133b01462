//! How well a seat stands, its own sheet carried out: points, land, settlements, arms, purse.

use super::super::play::draft::Trial;
use super::super::play::victory::{feeds, score};
use super::super::reckon::World;
use super::super::reckon::seats::{agriculture, herds};
use super::super::state::{Place, State, Step};
use super::super::things::Building;
use crate::rules::Seat;

/// Worth of a victory point, of a point of Importance, of a piece of gold.
const VICTORY: i64 = 400;
const IMPORTANCE: i64 = 60;
const GOLD: i64 = 20;

pub fn estimate(state: &State, seat: Seat) -> i64 {
    if !(1..=state.seats).contains(&seat.0) || matches!(state.step, Step::Blank) {
        return 0;
    }
    let sheet = &state.drafts[seat.index()];
    if sheet.is_empty() || !matches!(state.step, Step::March | Step::Clash | Step::Rear) {
        return worth(state, seat);
    }
    worth(&Trial::of(state, seat, sheet).state, seat)
}

fn worth(state: &State, seat: Seat) -> i64 {
    let world = World::of(state);
    let player = state.player(seat);
    let points: i64 = score(state, &world, seat).iter().map(|(_, points)| i64::from(*points)).sum();
    let mut sum = i64::from(player.vp) * VICTORY
        + points * IMPORTANCE
        + i64::from(player.halves) * GOLD / 2
        + i64::from(player.pp) * 8
        + i64::from(agriculture(state, seat)) * 15;
    let mode = state.options.mode;
    for stack in &player.stacks {
        let each = i64::from(stack.kind().value(mode)) * 22 + 20;
        let idle = if stack.place == Place::Works { 15 } else { 0 };
        sum += i64::from(stack.n) * (each + idle);
    }
    sum += herds(state, seat).map(|(herd, ..)| i64::from(herd.price()) * 15).sum::<i64>();
    sum += buildings(state, seat);
    if !feeds(state, seat) {
        sum -= 300;
    }
    sum
}

/// Settlements and what is on its way to be one.
fn buildings(state: &State, seat: Seat) -> i64 {
    let mut sum = 0;
    for at in state.fields() {
        let land = state.land(at);
        if let Some(town) = land.town_of(seat) {
            sum += if town.city { 700 } else { 400 } + if town.fort { 80 } else { 0 };
        }
        if let Some(yard) = land.yard_of(seat) {
            sum += if yard.port { 250 } else { 100 };
        }
        if let Some(site) = land.site_of(seat) {
            let whole = match site.what {
                Building::Village => 260,
                Building::City => 240,
                Building::Port => 110,
                _ => 70,
            };
            sum += whole + i64::from(site.points) * 6;
        }
        if land.sown == Some(seat) {
            sum += i64::from(at.data().terrain.grain()) * 25 + 10;
        }
    }
    sum
}
