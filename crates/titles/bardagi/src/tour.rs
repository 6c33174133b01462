//! Holds the board in words that `TOUR.md` shows against the game that it tells.

use super::{BARDAGI, Bardagi};
use ravenpost_rules::scenario::{self, tour};
use ravenpost_rules::{Described, Viewer};

#[test]
fn the_board_of_the_first_game_is_real() {
    let played = scenario::played(BARDAGI, tour::FIRST).expect("a first game that holds");
    let end = played.steps.last().expect("a step").after();
    let board = end.present(Viewer::Watcher).text;
    let told = Bardagi::about().tour;
    assert!(told.contains(&format!("```\n{board}\n```")), "the board is:\n{board}");
}
