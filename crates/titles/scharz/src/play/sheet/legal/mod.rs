//! What a seat may write on its sheet: all lines that it takes now, each of them tried, as forms
//! and as a varied choice of examples (R27.9, R27.10).

mod clash;
pub mod forms;
mod found;
mod march;
mod product;
mod rear;
mod scope;
mod setup;
mod ships;
#[cfg(test)]
mod tests;
mod trade;

use super::draft::EDITS;
use super::fallback::fallback;
use crate::orders::Order;
use crate::state::line::{Construction, March, SheetLine, Trade};
use crate::state::{State, Step};
use crate::things::ids::Field;
use found::{Choice, Found, MOST};
use product::{Product, merged};
use ravenpost_rules::{Form, Legal, Seat};
use scope::Scope;

/// Number of lines in a choice.
const CHOICE: usize = 5;

/// The legal orders of a seat. Its sheet can always be closed.
pub fn legal(state: &State, seat: Seat) -> Legal<Order> {
    if !state.awaits(seat) {
        return Legal::none();
    }
    let close = fallback(state, seat);
    if state.edits[seat.index()] >= EDITS {
        return Legal::listed(vec![close]);
    }
    let scope = Scope::of(state, seat, state.marches_ahead());
    let all = lines(&scope);
    let mut orders = choice(state, seat, &all);
    // On an empty sheet, closing is not the first choice, so that answering "1" does not close it.
    let last = if scope.sheet().is_empty() { orders.len() } else { 0 };
    orders.insert(last, close);
    let forms = forms::forms(&scope, all.iter().map(Product::of).collect());
    Legal { orders, complete: forms.is_empty(), forms }
}

/// Some of the lines, starting at a different place in the list each time. Lines that only give
/// something up are no examples.
fn choice(state: &State, seat: Seat, all: &[Choice]) -> Vec<Order> {
    let all: Vec<&Choice> = all.iter().filter(|one| !gives_up(&one.order.line)).collect();
    let turn = usize::from(state.edits[seat.index()]) * 7 + usize::from(state.round) * 3;
    let step = (all.len() / CHOICE).max(1);
    let number = |at: usize| (turn + at * step) % all.len();
    (0..all.len().min(CHOICE)).map(|at| all[number(at)].order).collect()
}

/// Whether a line only gives up units, buildings or the next decision.
fn gives_up(line: &SheetLine) -> bool {
    match line {
        SheetLine::March(line) => matches!(line, March::Standing(_)),
        SheetLine::Construction(line) => {
            matches!(line, Construction::Cancel(_) | Construction::Dismantle(_))
        }
        SheetLine::Trade(line) => {
            matches!(line, Trade::Lower(_) | Trade::Disband(_) | Trade::Dismiss(_))
        }
        _ => false,
    }
}

/// All lines that the sheet takes now, with each of their numbers.
pub fn candidates(state: &State, seat: Seat) -> Vec<Order> {
    if !state.awaits(seat) || state.edits[seat.index()] >= EDITS {
        return Vec::new();
    }
    let scope = Scope::of(state, seat, state.marches_ahead());
    let all = lines(&scope);
    all.iter().flat_map(Choice::orders).take(MOST).collect()
}

/// The forms of each field of the board, in map order, with lines that name it first. In a rear,
/// they include the next march.
pub fn places(state: &State, seat: Seat) -> Vec<(Field, Vec<Form>)> {
    if !state.awaits(seat) || state.edits[seat.index()] >= EDITS {
        return Vec::new();
    }
    let scope = Scope::of(state, seat, state.keeps_march());
    let found = lines(&scope);
    let all: Vec<Product> = found.iter().map(Product::of).collect();
    let here = |at: Field| {
        let own = merged(all.iter().filter_map(|one| one.at(at)).collect());
        // The first form of buildings says why others cannot be begun.
        let mut barred = rear::not_built(&scope, &found, at);
        let form = |one: Product| {
            let barred = if forms::builds(&one) { std::mem::take(&mut barred) } else { Vec::new() };
            forms::here(state, one, at, barred)
        };
        own.into_iter().map(form).collect::<Vec<Form>>()
    };
    let all = state.fields().map(|at| (at, here(at)));
    all.filter(|(_, forms)| !forms.is_empty()).collect()
}

/// Finds the lines that the sheet takes.
fn lines(scope: &Scope<'_>) -> Vec<Choice> {
    let mut found = Found::new(scope);
    match scope.state.step {
        Step::Homeland => setup::homelands(&mut found),
        Step::Settle => setup::settling(&mut found),
        Step::March | Step::Rear => {
            march::answers(&mut found);
            march::rerolls(&mut found);
            rear::rear(&mut found);
            trade::trade(&mut found);
            if scope.march_stage(0).is_some() {
                march::march(&mut found);
                ships::ships(&mut found);
                clash::ahead(&mut found);
            }
        }
        Step::Clash => clash::clash(&mut found),
        Step::Blank | Step::Over => {}
    }
    found.all
}
