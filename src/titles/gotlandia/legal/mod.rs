//! Everything a seat may order now: listed, or, for large bundles, a choice of it and a form.

pub mod aside;
pub mod bundles;
pub mod lots;
pub mod sub;
pub mod turn;

use super::ask::{self, Ask};
use super::flow::generation::free_dirs;
use super::flow::{losses, setup};
use super::names::{Dir, District};
use super::orders::Order;
use super::state::State;
use crate::rules::{Legal, Seat};

pub fn legal(state: &State, seat: Seat) -> Legal<Order> {
    let Some(asked) = ask::ask(state, seat) else { return Legal::none() };
    match asked {
        Ask::Reputation => Legal::listed(reputations(state, seat)),
        Ask::Tribute | Ask::RaidLoss => bundles::legal(state, seat, losses::gifts(state)),
        Ask::Keep => {
            let doomed = District::of(ask::doomed(state, seat));
            Legal::listed(doomed.map(Order::Keep).collect())
        }
        Ask::Trouble => {
            let free = Dir::all().filter(|dir| free_dirs(state) & dir.bit() != 0);
            let placed = free.map(|dir| Order::Trouble(Some(dir)));
            Legal::listed(std::iter::once(Order::Trouble(None)).chain(placed).collect())
        }
        Ask::Turn => Legal::listed(turn::orders(state, seat)),
        Ask::End => lots::legal(state, seat),
        Ask::RaidShip | Ask::Pirate | Ask::Sink | Ask::Steal | Ask::Follow => {
            sub::legal(state, seat, asked)
        }
    }
}

fn reputations(state: &State, seat: Seat) -> Vec<Order> {
    let offered = state.of(seat).offered.into_iter().flatten();
    let all = offered.flat_map(|rep| {
        let params = setup::params(state, seat, rep).into_iter();
        params.map(move |param| Order::Rep(rep, param))
    });
    all.collect()
}
