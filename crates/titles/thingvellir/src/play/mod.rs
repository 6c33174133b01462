//! The rules, one file per chapter of the rulebook: legal orders, refusals and results.

pub mod action;
pub mod automatic;
pub mod council;
pub mod decide;
pub mod flow;
pub mod forms;
pub mod hunt;
pub mod instruct;
pub mod judge;
pub mod legal;
pub mod open;
pub mod outcome;
pub mod perform;
pub mod redraw_hidden;
pub mod run;
pub mod unplayable;
pub mod winter;

use super::Thingvellir;
use ravenpost_rules::{Awaited, Judge, Legal, Outcome, Refusal, Run, Seat, Table};

impl Judge for Thingvellir {
    fn open(run: &mut Run<Self>, table: &Table) -> Result<(), Refusal> {
        open::open(run, table);
        Ok(())
    }

    fn awaited(state: &Self::State) -> Vec<Awaited> {
        super::reckon::ask::awaited(state)
    }

    fn legal(state: &Self::State, seat: Seat) -> Legal<Self::Order> {
        legal::legal(state, seat)
    }

    fn decide(run: &mut Run<Self>, seat: Seat, order: &Self::Order) -> Result<(), Refusal> {
        decide::decide(run, seat, order)
    }

    fn fallback(state: &Self::State, seat: Seat) -> Self::Order {
        automatic::fallback::fallback(state, seat)
    }

    fn resume(run: &mut Run<Self>) {
        flow::go(run);
    }

    fn on_seats_left(run: &mut Run<Self>, gone: &[Seat]) {
        decide::on_seats_left(run, gone);
    }

    fn redraw_hidden(run: &mut Run<Self>) {
        redraw_hidden::redraw_hidden(run);
    }

    fn outcome(state: &Self::State) -> Option<Outcome> {
        outcome::outcome(state)
    }
}
