//! Plays the game that `TOUR.md` tells, so that its orders are legal and its board is real.

use super::Bardagi as Title;
use ravenpost_rules::walk::Walk;
use ravenpost_rules::{Described, Seat, Show, Table, Viewer};

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
fn opened() -> Walk<Title> {
    let table = Table::of(2).with("homes", "choose");
    let games = (1..).map(|seed| Walk::open(&table, seed));
    games
        .into_iter()
        .find(|game: &Walk<Title>| game.state.starter == Seat(1))
        .expect("either seat may begin")
}

#[test]
fn the_first_game_is_real() {
    let tour = Title::about().tour;
    let mut game = opened();
    for line in LINES {
        assert!(tour.contains(line), "the tour does not tell {line}");
        game.line(line);
    }
    let board = Title::present(&Title::show(&game.state, Viewer::Watcher)).text;
    assert!(tour.contains(&format!("```\n{board}\n```")), "the board is:\n{board}");
}
