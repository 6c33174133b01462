//! R4 Setup: everything that is drawn, and the choice of homes (R18.2).

use super::super::orders::Order;
use super::super::reckon::plan::{colours, homes};
use super::super::state::facts::{Fact, Opened};
use super::super::state::options::{Options, map};
use super::super::state::{State, Step};
use super::super::things::kinds::{Colour, Pile};
use super::draw::Piles;
use super::refuse::not_asked;
use super::round;
use super::run::{Run, RunExt};
use ravenpost_rules::RefusalCode::Occupied;
use ravenpost_rules::{Refusal, Seat, Table};

/// Rounds by number of seats, from two (R5.2).
const ROUNDS: [u8; 4] = [10, 9, 8, 7];
/// Tiles face up for each level, with two or three seats and with more (R4.3).
const FEW: [u8; 2] = [2, 1];
const MANY: [u8; 2] = [3, 2];

/// Draws everything in the order of R4.8, up to the first decision.
pub fn open(run: &mut Run<'_>, table: &Table) {
    let options = Options::of(table);
    let map = map(table);
    let mut dealt: Vec<Colour> = colours(table.seats).collect();
    if !options.choose_homes {
        run.dice.stream("colours").shuffle(&mut dealt);
    }
    let starter = run.dice.stream("starter").below(u32::from(table.seats));
    let starter = Seat::at(starter as usize);
    let rounds = if options.minutes > 0 { 0 } else { ROUNDS[usize::from(table.seats) - 2] };
    run.put(Fact::Opened(Opened { map, seats: table.seats, rounds, options, starter }));
    if !options.choose_homes {
        for (seat, colour) in run.state.seats().zip(dealt) {
            settle(run, seat, colour);
        }
    }
    for pile in Pile::all() {
        run.shuffle_tiles(pile);
    }
    show(run);
    run.shuffle_runes();
    for seat in run.state.in_order() {
        run.draw_runes(seat, 1);
    }
    if options.choose_homes {
        run.ask(Step::PickHome, starter);
    } else {
        round::begin(run, 1, starter);
    }
}

pub fn check(state: &State, _seat: Seat, order: &Order) -> Result<(), Refusal> {
    let Order::Home(colour) = order else { return not_asked(state) };
    if homes(state).any(|free| free == *colour) {
        return Ok(());
    }
    Occupied.refuse("R4.1", format!("{} is taken or not in play", colour.name()))
}

/// Gives a seat its colour; then the next seat chooses, or the game begins.
pub fn play(run: &mut Run<'_>, seat: Seat, colour: Colour) {
    settle(run, seat, colour);
    let homeless = |seat: &Seat| run.state.players[*seat].colour == Colour::NONE;
    match run.state.in_order().find(homeless) {
        Some(next) => run.ask(Step::PickHome, next),
        None => round::begin(run, 1, run.state.starter),
    }
}

fn settle(run: &mut Run<'_>, seat: Seat, colour: Colour) {
    let who = run.who(seat);
    run.put(Fact::ColourAssigned(who, colour));
}

/// Turns up the display (R4.3).
fn show(run: &mut Run<'_>) {
    let counts = if run.state.seats < 4 { FEW } else { MANY };
    for pile in Pile::all() {
        for _ in 0..counts[usize::from(pile.level()) - 1] {
            if let Some(tile) = run.state.piles[pile.index()].last().copied() {
                run.put(Fact::TileTurnedUp(pile, tile));
            }
        }
    }
}
