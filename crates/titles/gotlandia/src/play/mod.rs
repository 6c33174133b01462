//! The rules, one file per chapter of `RULES.md`: which orders there are, whether an order is
//! legal, and its effect.
//!
//! `decide` checks an order with `legal` and passes it to its chapter with `deal`; `flow` then
//! performs the automatic steps. Chapters do not call back into `decide` or `flow`.

pub mod automatic;
pub mod deal;
pub mod decide;
pub mod draw;
pub mod end;
pub mod flow;
pub mod forced;
pub mod generation;
pub mod legal;
pub mod means;
pub mod open;
pub mod pirates;
pub mod redraw_hidden;
pub mod refuse;
pub mod reputation;
pub mod run;
pub mod score;
pub mod standing;
pub mod turns;

use super::Gotlandia;
use ravenpost_rules::{Awaited, Judge, Legal, Outcome, Refusal, Run, Seat, Table};

impl Judge for Gotlandia {
    fn open(run: &mut Run<Self>, table: &Table) -> Result<(), Refusal> {
        open::set_up(run, table.seats, super::state::options::Options::of(table)?);
        flow::go_on(run);
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
        flow::go_on(run);
    }

    fn redraw_hidden(run: &mut Run<Self>) {
        redraw_hidden::redraw_hidden(run);
    }

    fn outcome(state: &Self::State) -> Option<Outcome> {
        score::outcome(state)
    }
}
