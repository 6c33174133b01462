//! The rules, one file per chapter: legal orders, refusals and results.

mod awareness;
pub mod clash;
pub mod decide;
pub mod diplomacy;
mod doctrine;
pub mod flow;
pub mod leaving;
mod march;
pub mod outcome;
pub mod rear;
mod relief;
pub mod run;
pub mod seasons;
mod settings;
pub mod setup;
pub mod sheet;
mod units;
pub mod victory;

use super::Scharz;
use ravenpost_rules::{Awaited, Judge, Legal, Outcome, Preference, Refusal, Run, Seat, Table};

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
        sheet::legal::legal(state, seat)
    }

    fn candidates(state: &Self::State, seat: Seat) -> Vec<Self::Order> {
        sheet::legal::candidates(state, seat)
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
        sheet::fallback::fallback(state, seat)
    }

    fn resume(run: &mut Run<Self>) {
        flow::go(run);
    }

    fn on_seats_left(run: &mut Run<Self>, gone: &[Seat]) {
        leaving::on_seats_left(run, gone);
    }

    fn wish(table: &Table) -> Option<Preference> {
        setup::preference::of_table(table)
    }

    fn outcome(state: &Self::State) -> Option<Outcome> {
        outcome::outcome(state)
    }
}
