//! Places and scores at the end (R17.2, R17.4, R17.5).

use super::super::show::tell::round::verdict;
use super::super::state::{End, State};
use super::super::things::names::Kind;
use crate::rules::{Outcome, Place, Seat};

/// What the standing goes by: winner, Wordfame, farms, Goods, Bondi.
type Rank = (bool, u8, u8, u32, u8);

pub fn outcome(state: &State) -> Option<Outcome> {
    let end = state.end?;
    let mut seats: Vec<(Rank, usize)> =
        (0..usize::from(state.seats)).map(|at| (rank(state, at, end), at)).collect();
    seats.sort_by_key(|(rank, at)| (std::cmp::Reverse(*rank), *at));
    let mut places: Vec<Place> = Vec::new();
    let mut before: Option<(Rank, u8)> = None;
    for (number, (rank, at)) in seats.iter().enumerate() {
        let place = match before {
            Some((same, place)) if same == *rank => place,
            _ => number as u8 + 1,
        };
        before = Some((*rank, place));
        places.push(result(state, *at, place));
    }
    Some(Outcome { places, verdict: verdict(end) })
}

fn rank(state: &State, at: usize, end: End) -> Rank {
    let won = match end {
        End::Fame(who) | End::Farms(who) | End::Alone(who) => who.at() == at,
        End::Winter => false,
    };
    let farms = state.all_farms(at);
    (won, state.fame[at], farms, wealth(state, at), state.bondi_count(at))
}

/// Total worth of the Goods in Wealth.
pub fn wealth(state: &State, at: usize) -> u32 {
    let goods = state.goods[at];
    Kind::all().map(|kind| u32::from(goods[kind.index()]) * u32::from(kind.worth())).sum()
}

fn result(state: &State, at: usize, place: u8) -> Place {
    let parts = vec![
        ("Wordfame".to_owned(), i32::from(state.fame[at])),
        ("farms".to_owned(), i32::from(state.all_farms(at))),
        ("worth of Goods".to_owned(), wealth(state, at) as i32),
        ("Bondi".to_owned(), i32::from(state.bondi_count(at))),
    ];
    Place { seat: Seat::at(at), place, score: i32::from(state.fame[at]), parts }
}
