//! Whole games of Scharz, played at random.

use super::Scharz;
use crate::rules::walk::Walk;
use crate::rules::{Rules, Table};

/// Plays a table for so many orders, with the bookkeeping done after each.
fn play(table: &Table, seed: u64, orders: usize) {
    let mut walk = Walk::<Scharz>::open(table, seed);
    let mut played = 0;
    walk.wander(orders, |state, _, _| {
        Scharz::audit(state).unwrap_or_else(|wrong| panic!("{table:?} {seed}: {wrong}"));
        played += 1;
    });
    assert!(played > 0);
}

#[test]
fn random_games_keep_their_books() {
    let maps = ["italia", "britannia", "vikings", "taifas", "orient", "huns"];
    for (at, map) in maps.iter().enumerate() {
        for mode in ["fast", "basic", "original", "extended"] {
            let seats = 2 + (at as u8 * 3) % 11;
            let table = Table::of(seats).with("map", map).with("mode", mode).with("years", "1");
            play(&table, at as u64, 120);
        }
    }
}
