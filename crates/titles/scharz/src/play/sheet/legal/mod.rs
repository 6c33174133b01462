//! What a seat may write on its sheet: a varied choice of lines, each of them tried, and forms for
//! the others (R27.9, R27.10).

pub mod forms;
mod lines;
mod rear;

use super::draft::{self, EDITS};
use super::fallback::fallback;
use crate::orders::Order;
use crate::reckon::world::World;
use crate::state::line::SheetLine;
use crate::state::{State, Step};
use ravenpost_rules::{Legal, Seat};

/// Number of lines in a choice, and of lines tried for it.
const CHOICE: usize = 5;
const TRIES: usize = 9;

/// The legal orders of a seat. Its sheet can always be closed.
pub fn legal(state: &State, seat: Seat) -> Legal<Order> {
    if !state.awaits(seat) {
        return Legal::none();
    }
    let close = fallback(state, seat);
    if state.edits[seat.index()] >= EDITS {
        return Legal::listed(vec![close]);
    }
    let all = likely(state, seat);
    let mut orders: Vec<Order> = choice(state, seat, &all).into_iter().map(Order::from).collect();
    // On an empty sheet, closing is not the first choice, so that answering "1" does not close it.
    let last = if state.drafts[seat.index()].is_empty() { orders.len() } else { 0 };
    orders.insert(last, close);
    Legal { orders, complete: false, forms: forms::forms(state, seat, &all) }
}

/// Some legal lines, starting at a different place in the list each time.
fn choice(state: &State, seat: Seat, all: &[SheetLine]) -> Vec<SheetLine> {
    if all.is_empty() {
        return Vec::new();
    }
    let turn = usize::from(state.edits[seat.index()]) * 7 + usize::from(state.round) * 3;
    let step = (all.len() / TRIES).max(1);
    let mut found: Vec<SheetLine> = Vec::new();
    for number in 0..all.len().min(TRIES) {
        let line = all[(turn + number * step) % all.len()];
        if !found.contains(&line) && draft::check(state, seat, &[line]).is_ok() {
            found.push(line);
        }
        if found.len() == CHOICE {
            break;
        }
    }
    found
}

/// All lines from the lists of holdings and targets, tried or not.
pub fn candidates(state: &State, seat: Seat) -> Vec<Order> {
    let asked = state.awaits(seat);
    let all = if asked { likely(state, seat) } else { Vec::new() };
    all.into_iter().map(Order::from).collect()
}

/// Lines that are likely to be legal in the position after the sheet so far.
fn likely(state: &State, seat: Seat) -> Vec<SheetLine> {
    let mut all = Vec::new();
    match state.step {
        Step::Homeland => lines::homelands(state, &mut all),
        Step::Settle => lines::settling(state, seat, &mut all),
        step => {
            let draft = &state.drafts[seat.index()];
            let trial = if state.marches_ahead() {
                draft::after(state, seat, draft)
            } else {
                draft::after_today(state, seat, draft)
            };
            let world = World::of(&trial);
            let list = match step {
                Step::March => lines::march,
                Step::Clash => lines::clash,
                _ => rear::rear,
            };
            list(&trial, &world, seat, &mut all);
            if state.marches_ahead() {
                lines::marches(&trial, &world, seat, &mut all);
            }
        }
    }
    all
}
