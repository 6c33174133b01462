//! The rules, one file per chapter: legal orders, refusals and results.

mod battle;
mod clash;
pub mod combat;
mod concern;
pub mod construction;
mod dangers;
pub mod decide;
pub mod diplomacy;
mod doctrine;
pub mod draft;
mod engagement;
mod escape;
mod extended;
pub mod fallback;
mod fishing;
pub mod flow;
mod held;
pub mod leaving;
pub mod legal;
pub mod looting;
mod march;
pub mod open;
pub mod outcome;
mod prestige;
mod quarrel;
mod rear;
mod relief;
mod ruin;
pub mod run;
mod rustling;
pub mod seasons;
mod settings;
mod settle;
pub mod setup;
mod shelter;
mod siege;
mod steward;
mod trade;
mod units;
pub mod victory;
mod winter;
mod wish;

use super::Scharz;
use ravenpost_rules::{Awaited, Judge, Legal, Outcome, Refusal, Run, Seat, Table, Wish};

impl Judge for Scharz {
    fn open(run: &mut Run<Self>, table: &Table) -> Result<(), Refusal> {
        setup::open(run, table);
        flow::go(run);
        Ok(())
    }

    fn awaited(state: &Self::State) -> Vec<Awaited> {
        super::reckon::ask::awaited(state)
    }

    fn legal(state: &Self::State, seat: Seat) -> Legal<Self::Order> {
        legal::legal(state, seat)
    }

    fn candidates(state: &Self::State, seat: Seat) -> Vec<Self::Order> {
        legal::candidates(state, seat)
    }

    fn decide(run: &mut Run<Self>, seat: Seat, order: &Self::Order) -> Result<(), Refusal> {
        decide::decide(run, seat, order)
    }

    fn time_out(
        run: &mut Run<Self>,
        seat: Seat,
        order: &Self::Order,
        missed: bool,
    ) -> Result<(), Refusal> {
        decide::time_out(run, seat, order, missed)
    }

    fn fallback(state: &Self::State, seat: Seat) -> Self::Order {
        fallback::fallback(state, seat)
    }

    fn resume(run: &mut Run<Self>) {
        flow::go(run);
    }

    fn on_seats_left(run: &mut Run<Self>, gone: &[Seat]) {
        leaving::on_seats_left(run, gone);
    }

    fn wish(table: &Table) -> Option<Wish> {
        wish::of_table(table)
    }

    fn outcome(state: &Self::State) -> Option<Outcome> {
        outcome::outcome(state)
    }
}
