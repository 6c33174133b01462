//! Plays the game that `TOUR.md` tells, so that its orders are legal and its board is real.

use super::Bardagi as Title;
use super::state::State;
use crate::rules::{Dice, Rules, Table, Viewer};

/// The lines of the first round, as the seats are asked.
const LINES: [&str; 9] = [
    "home red",
    "plan b2 g2 k2",
    "plan b2 g2 k2",
    "k move frosttun; k buy meat; k move frosttorg",
    "g move frosthagi; g convert",
    "b move frostlundur; b take; done",
    "b move snaelundur; b take; g move snaehagi; g convert; k move snaetun; k buy hide; done",
    "claim s1; recruit v1; done",
    "claim; recruit h1; done",
];

/// A table for two at which the first seat begins.
fn opened() -> (State, Dice) {
    let table = Table::of(2).with("homes", "choose");
    (1..)
        .map(|seed| {
            let (mut state, mut dice) = (Title::blank(), Dice::seeded(seed));
            for fact in Title::open(&table, &mut dice).expect("the table is right") {
                Title::apply(&mut state, &fact);
            }
            (state, dice)
        })
        .find(|(state, _)| state.starter == 0)
        .expect("either seat may begin")
}

#[test]
fn the_first_game_is_real() {
    let tour = Title::about().tour;
    let (mut state, mut dice) = opened();
    for line in LINES {
        assert!(tour.contains(line), "the tour does not tell {line}");
        for part in Title::split(line) {
            let seat = Title::awaited(&state).first().expect("somebody is asked").seat;
            let order = Title::parse(&state, seat, part).expect("it is an order");
            let facts = Title::decide(&state, seat, &order, &mut dice)
                .unwrap_or_else(|no| panic!("{part}: {no}"));
            facts.iter().for_each(|fact| Title::apply(&mut state, fact));
        }
    }
    let board = Title::sight(&Title::show(&state, Viewer::Watcher)).text;
    assert!(tour.contains(&format!("```\n{board}\n```")), "the board is:\n{board}");
}
