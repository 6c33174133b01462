//! Setting up a game (R4), and the choice of homes (R18.2).

use super::super::facts::{Fact, Opened};
use super::super::flow::{self, round};
use super::super::legal::course;
use super::super::names::{Colour, Map, Pile};
use super::super::state::{Options, Step};
use super::Run;
use crate::rules::Table;

/// Rounds by number of seats, from two (R5.2).
const ROUNDS: [u8; 4] = [10, 9, 8, 7];
/// Tiles turned up of each level: with two or three seats, and with more (R4.3).
const FEW: [u8; 2] = [2, 1];
const MANY: [u8; 2] = [3, 2];

/// Draws everything in the order of R4.8, and runs to the first decision.
pub fn open(run: &mut Run<'_>, table: &Table) {
    let options = options(table);
    let map = map(table);
    let seats = usize::from(table.seats);
    let mut colours: Vec<Colour> = course::colours(table.seats).collect();
    if !options.choose_homes {
        run.dice.stream("colours").shuffle(&mut colours);
    }
    let starter = run.dice.stream("starter").below(u32::from(table.seats)) as u8;
    let rounds = if options.minutes > 0 { 0 } else { ROUNDS[seats - 2] };
    run.put(Fact::Opened(Opened { map, seats: table.seats, rounds, options, starter }));
    if !options.choose_homes {
        for at in run.state.places() {
            settle(run, at, colours[at]);
        }
    }
    for pile in Pile::all() {
        run.shuffle_tiles(pile);
    }
    show(run);
    run.shuffle_runes();
    for at in run.state.in_order() {
        run.draw_runes(at, 1);
    }
    if options.choose_homes {
        run.ask(Step::PickHome, usize::from(starter));
    } else {
        round::begin(run, 1, usize::from(starter));
    }
    flow::go(run);
}

/// A seat chooses its colour; then the next one does, or the game begins.
pub fn home(run: &mut Run<'_>, at: usize, colour: Colour) {
    settle(run, at, colour);
    let homeless = |at: &usize| run.state.players[*at].colour == Colour::NONE;
    match run.state.in_order().find(homeless) {
        Some(next) => run.ask(Step::PickHome, next),
        None => {
            let starter = usize::from(run.state.starter);
            round::begin(run, 1, starter);
        }
    }
}

fn settle(run: &mut Run<'_>, at: usize, colour: Colour) {
    let who = run.who(at);
    run.put(Fact::Home(who, colour));
}

/// Turns up the display (R4.3).
fn show(run: &mut Run<'_>) {
    let counts = if run.state.seats < 4 { FEW } else { MANY };
    for pile in Pile::all() {
        for _ in 0..counts[usize::from(pile.level()) - 1] {
            if let Some(tile) = run.state.piles[pile.index()].last().copied() {
                run.put(Fact::Shown(pile, tile));
            }
        }
    }
}

/// The side of the board (R4.2, R18.1): more than three seats have no choice.
fn map(table: &Table) -> Map {
    let summer = table.options.get("map").is_some_and(|set| set == "summer");
    if summer || table.seats > 3 { Map::SUMMER } else { Map::WINTER }
}

/// Chapter 18. What is not set, or set to the usual, is the default.
pub fn options(table: &Table) -> Options {
    let is = |id: &str, value: &str| table.options.get(id).is_some_and(|set| set == value);
    let minutes = table.options.get("length").and_then(|set| set.parse().ok());
    Options {
        choose_homes: is("homes", "choose"),
        own_turn: is("planning", "own-turn"),
        eight_cards: is("eight_cards", "on"),
        forced_trade: is("forced_trade", "on"),
        minutes: minutes.unwrap_or(0),
        open_gold: is("gold", "open"),
        charge: is("charge", "on"),
    }
}
