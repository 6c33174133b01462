//! Places and scores at the end (R16.6).

use std::cmp::Reverse;

use super::state::State;
use crate::rules::{Outcome, Place, Seat};

/// What the standing goes by: glory, then gold, then areas.
type Rank = (u16, u16, u32);

pub fn outcome(state: &State) -> Option<Outcome> {
    if !state.over() {
        return None;
    }
    let mut seats: Vec<(Rank, usize)> = state.places().map(|at| (rank(state, at), at)).collect();
    seats.sort_by_key(|(rank, at)| (Reverse(*rank), *at));
    let better = |rank: Rank| seats.iter().filter(|(other, _)| *other > rank).count();
    let places = seats.iter().map(|(rank, at)| Place {
        seat: Seat::at(*at),
        place: better(*rank) as u8 + 1,
        score: i32::from(rank.0),
        parts: parts(state, *at),
    });
    let winners = seats.iter().filter(|(rank, _)| better(*rank) == 0);
    let winners: Vec<String> = winners.map(|(_, at)| state.who(*at).name()).collect();
    Some(Outcome {
        places: places.collect(),
        verdict: verdict(&winners, state.players[seats[0].1].glory),
    })
}

fn rank(state: &State, at: usize) -> Rank {
    let player = &state.players[at];
    (player.glory, player.gold, state.owned(at).count_ones())
}

/// Where the glory came from: the account of R16.3.
fn parts(state: &State, at: usize) -> Vec<(String, i32)> {
    let player = &state.players[at];
    let [richest, widest, gold] = player.bonus.map(i32::from);
    let before = i32::from(player.glory) - richest - widest - gold;
    [("glory before", before), ("most gold", richest), ("most areas", widest), ("gold", gold)]
        .map(|(name, glory)| (name.to_owned(), glory))
        .to_vec()
}

fn verdict(winners: &[String], glory: u16) -> String {
    match winners {
        [one] => format!("{one} wins with {glory} glory."),
        [others @ .., last] => {
            format!("{} and {last} share the victory with {glory} glory.", others.join(", "))
        }
        [] => String::new(),
    }
}
