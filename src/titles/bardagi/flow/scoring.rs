//! The end of the game: goods become gold, bonuses are given (R16).

use super::super::decide::Run;
use super::super::facts::Fact;
use super::super::income::count;
use super::super::names::{Good, Kind};
use super::super::state::{Player, State};

/// For most gold and for most areas (R16.3).
const MOST_GOLD: u16 = 15;
const MOST_AREAS: u16 = 12;

pub fn score(run: &mut Run<'_>) {
    let state = &run.state;
    let gold: Vec<u16> = state.places().map(|at| final_gold(&state.players[at])).collect();
    let areas: Vec<u16> = state.places().map(|at| state.owned(at).count_ones() as u16).collect();
    let richest = shares(state, &gold, MOST_GOLD);
    let widest = shares(state, &areas, MOST_AREAS);
    for at in run.state.in_order() {
        let who = run.who(at);
        run.put(Fact::Scored(who, [richest[at], widest[at], gold[at]]));
    }
    run.put(Fact::Over);
}

/// Gold, and what the goods are sold for: 3 for every 8 units, 1 more for a rest of 4; mine goods
/// count two units (R16.2).
pub fn final_gold(player: &Player) -> u16 {
    let worth =
        |good: Good| u16::from(player.goods[good.index()]) * if good.is_basic() { 1 } else { 2 };
    let units: u16 = Good::all().map(worth).sum();
    player.gold + units / 8 * 3 + u16::from(units % 8 >= 4)
}

/// Each seat's part of a bonus: the most, then gold mines, then Villages, then shared (R16.4).
fn shares(state: &State, by: &[u16], prize: u16) -> Vec<u16> {
    let rank = |at: usize| (by[at], count(state, at, Kind::Gold), count(state, at, Kind::Village));
    let best = state.places().map(rank).max();
    let first = |at: usize| Some(rank(at)) == best;
    let sharers = state.places().filter(|at| first(*at)).count().max(1) as u16;
    state.places().map(|at| if first(at) { prize / sharers } else { 0 }).collect()
}
