//! The rules, one file per chapter: legal orders, refusals and results.

pub mod automatic;
mod deal;
pub mod decide;
mod draw;
pub mod flow;
pub mod forms;
pub mod legal;
pub mod open;
pub mod outcome;
mod phases;
pub mod redraw_hidden;
mod refuse;
mod round;
pub mod run;
#[cfg(test)]
mod tests;
pub mod time_limit;
pub mod turn;

use super::Bardagi;
use ravenpost_rules::{Awaited, Judge, Legal, Outcome, Refusal, Run, Seat, Table};

impl Judge for Bardagi {
    fn open(run: &mut Run<Self>, table: &Table) -> Result<(), Refusal> {
        open::open(run, table);
        flow::go(run);
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

    fn time_limit(state: &Self::State) -> Option<u32> {
        time_limit::minutes(state)
    }

    fn on_time_limit(run: &mut Run<Self>) {
        time_limit::on_time_limit(run);
    }

    fn redraw_hidden(run: &mut Run<Self>) {
        redraw_hidden::redraw_hidden(run);
    }

    fn outcome(state: &Self::State) -> Option<Outcome> {
        outcome::outcome(state)
    }
}
