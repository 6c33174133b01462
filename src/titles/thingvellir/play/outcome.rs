//! R17 Wordfame, end of the game, elimination: places and scores.

use super::super::state::course::End;
use super::super::state::{LAST_ROUND, State};
use super::super::things::names::Kind;
use crate::rules::{Outcome, Seat};

/// What the standing goes by: winner, Wordfame, farms, Goods, Bondi.
type Rank = (bool, u8, u8, u32, u8);

pub fn outcome(state: &State) -> Option<Outcome> {
    let end = state.end?;
    let ranked = Outcome::ranked(
        Seat::all(state.seats),
        |seat| rank(state, seat.index(), end),
        |seat| result(state, seat.index()),
        |_| verdict(end),
    );
    Some(ranked)
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

/// A seat's score, and what its standing is made of.
fn result(state: &State, at: usize) -> (i32, Vec<(String, i32)>) {
    let parts = vec![
        ("Wordfame".to_owned(), i32::from(state.fame[at])),
        ("farms".to_owned(), i32::from(state.all_farms(at))),
        ("worth of Goods".to_owned(), wealth(state, at) as i32),
        ("Bondi".to_owned(), i32::from(state.bondi_count(at))),
    ];
    (i32::from(state.fame[at]), parts)
}

/// How the game ended.
pub fn verdict(end: End) -> String {
    match end {
        End::Fame(who) => format!("{} has 22 Wordfame and wins", who.name()),
        End::Farms(who) => format!("{} is the last with a farm in Iceland and wins", who.name()),
        End::Alone(who) => format!("{} is the last at the table and wins", who.name()),
        End::Winter => format!("Winter {LAST_ROUND} is the last: the standing decides"),
    }
}
