//! The legal sub-decisions of a running turn.

use super::super::orders::{Lot, Order, ShipOrder};
use super::super::reckon::ask::Ask;
use super::super::reckon::board;
use super::super::state::State;
use super::super::things::data::{Follow, data};
use super::super::things::names::{Deco, Dir, District};
use super::decide::follow_up;
use super::generation::free_dirs;
use super::judge;
use super::lots;
use super::turns::victims;
use crate::rules::{Legal, Seat};

pub fn legal(state: &State, seat: Seat, asked: Ask) -> Legal<Order> {
    let dirs = |set: u32| Dir::all().filter(move |dir| set & dir.bit() != 0);
    match asked {
        Ask::RaidShip => Legal::listed(ships(state)),
        Ask::Pirate => Legal::listed(dirs(free_dirs(state)).map(Order::Pirate).collect()),
        Ask::Sink => Legal::listed(dirs(state.pirates).map(Order::Sink).collect()),
        Ask::Steal => Legal::listed(victims(state, seat).map(Order::Steal).collect()),
        _ => follow_ups(state, seat),
    }
}

/// Whether nothing but `no` may follow.
pub fn only_no(state: &State, seat: Seat) -> bool {
    follow_ups(state, seat).orders.len() == 1
}

fn ships(state: &State) -> Vec<Order> {
    let mut orders = vec![Order::AllSilver];
    for from in Dir::all().filter(|dir| state.raiders[dir.index()] > 0) {
        let [left, right] = from.beside();
        let ways = [(from, from), (from, left), (from, right), (left, left), (right, right)];
        for (at, to) in ways {
            let silver = ShipOrder { from, at, to, sink: false };
            orders.push(Order::Ship(silver));
            if state.pirate(at) {
                orders.push(Order::Ship(ShipOrder { sink: true, ..silver }));
            }
        }
    }
    orders.push(Order::RaidDone);
    orders
}

fn follow_ups(state: &State, seat: Seat) -> Legal<Order> {
    let mut orders = Vec::new();
    let mut offer = |order: Order| {
        if follow_up(state, seat, &order).is_ok() {
            orders.push(order);
        }
    };
    let tops = |piles: &super::super::state::Piles| {
        let mut tops: Vec<_> = piles.0.iter().filter_map(|pile| pile.last().copied()).collect();
        tops.sort_unstable();
        tops.dedup();
        tops
    };
    match judge::follow(state) {
        Some(Follow::Partner) => {
            tops(&state.trading).into_iter().for_each(|card| offer(Order::Partner(card)));
        }
        Some(Follow::Learn) => {
            tops(&state.craft).into_iter().for_each(|card| offer(Order::Learn(card)));
        }
        Some(Follow::Unbury) if state.options.unbury_any => return lots::unbury(state, seat),
        Some(Follow::Unbury) => {
            offer(Order::Unbury(Lot::silver(1)));
            let mut cards = state.of(seat).buried.to_vec();
            cards.dedup();
            cards.into_iter().for_each(|card| offer(Order::Unbury(Lot::card(card))));
        }
        None => {
            let family = state.of(seat);
            for district in District::of(family.towers) {
                for pay in board::payments(&data().costs.church).iter() {
                    offer(Order::Church(district, *pay));
                }
            }
            Deco::all().for_each(|deco| offer(Order::Decorate(deco)));
        }
    }
    orders.push(Order::No);
    Legal::listed(orders)
}
