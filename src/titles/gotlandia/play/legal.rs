//! Everything a seat may order now: listed, or, for large bundles, a choice of it and a form.

use super::super::orders::Order;
use super::super::reckon::ask;
use super::super::reckon::ask::Ask;
use super::super::state::State;
use super::super::things::names::{Dir, District};
use super::generation::free_dirs;
use super::{losses, open};
use crate::rules::{Legal, Seat};

pub fn legal(state: &State, seat: Seat) -> Legal<Order> {
    let Some(asked) = ask::ask(state, seat) else { return Legal::none() };
    match asked {
        Ask::Reputation => Legal::listed(reputations(state, seat)),
        Ask::Tribute | Ask::RaidLoss => super::bundles::legal(state, seat, losses::gifts(state)),
        Ask::Keep => {
            let doomed = District::of(ask::doomed(state, seat));
            Legal::listed(doomed.map(Order::Keep).collect())
        }
        Ask::Trouble => {
            let free = Dir::all().filter(|dir| free_dirs(state) & dir.bit() != 0);
            let placed = free.map(|dir| Order::Trouble(Some(dir)));
            Legal::listed(std::iter::once(Order::Trouble(None)).chain(placed).collect())
        }
        Ask::Turn => Legal::listed(super::cards::orders(state, seat)),
        Ask::End => super::lots::legal(state, seat),
        Ask::RaidShip | Ask::Pirate | Ask::Sink | Ask::Steal | Ask::Follow => {
            super::sub::legal(state, seat, asked)
        }
    }
}

fn reputations(state: &State, seat: Seat) -> Vec<Order> {
    let offered = state.of(seat).offered.into_iter().flatten();
    let all = offered.flat_map(|rep| {
        let params = open::params(state, seat, rep).into_iter();
        params.map(move |param| Order::Rep(rep, param))
    });
    all.collect()
}
