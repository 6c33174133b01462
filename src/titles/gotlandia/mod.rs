//! Gotlandia, whole: the rules of `RULES.md` with the figures of `data.json`.
//!
//! In reading order: `state`, `facts`, `apply` (the fold); `orders` (notation); `judge`, `legal`
//! (what may be); `decide`, `flow` (what comes of it); `view`, `sight`, `tell` (what is shown).

mod about;
mod apply;
mod ask;
mod audit;
mod board;
mod compile;
mod data;
mod decide;
mod deeds;
mod estimate;
mod examples;
mod facts;
mod fallback;
mod flow;
mod foretell;
mod goods;
mod imagine;
mod judge;
mod legal;
mod names;
mod options;
mod orders;
mod raw;
mod sheet;
mod sight;
mod standing;
mod state;
mod steps;
mod tell;
mod view;
mod view_json;
mod why;

use crate::rules::{
    About, Awaited, Dice, Group, Legal, Outcome, Refusal, Rules, Run, Seat, Sight, Table, Told,
    Viewer,
};

/// The title.
pub struct Gotlandia;

impl Rules for Gotlandia {
    type State = state::State;
    type Order = orders::Order;
    type Fact = facts::Fact;
    type View = view::View;

    fn about() -> &'static About {
        about::about()
    }

    fn blank() -> Self::State {
        state::blank()
    }

    fn open(run: &mut Run<Self>, table: &Table) -> Result<(), Refusal> {
        run.set_up(table.seats, options::Options::of(table)?);
        run.go();
        Ok(())
    }

    fn apply(state: &mut Self::State, fact: &Self::Fact) {
        apply::apply(state, fact);
    }

    fn seats(state: &Self::State) -> u8 {
        state.seats
    }

    fn awaited(state: &Self::State) -> Vec<Awaited> {
        ask::awaited(state)
    }

    fn legal(state: &Self::State, seat: Seat) -> Legal<Self::Order> {
        legal::legal(state, seat)
    }

    fn aside(state: &Self::State, seat: Seat) -> Vec<Group> {
        legal::aside::aside(state, seat)
    }

    fn split(line: &str) -> Vec<&str> {
        orders::split(line)
    }

    fn parse(state: &Self::State, seat: Seat, text: &str) -> Result<Self::Order, Vec<Refusal>> {
        orders::parse::parse(state, seat, text)
    }

    fn write(_state: &Self::State, order: &Self::Order) -> String {
        orders::write::write(order)
    }

    fn words(state: &Self::State, seat: Seat, order: &Self::Order) -> String {
        orders::words::words(state, seat, order)
    }

    fn decide(run: &mut Run<Self>, seat: Seat, order: &Self::Order) -> Result<(), Refusal> {
        decide::decide(run, seat, order)
    }

    fn group(_state: &Self::State, _seat: Seat, order: &Self::Order) -> Group {
        orders::words::group(order)
    }

    fn area(order: &Self::Order) -> Option<String> {
        orders::words::area(order)
    }

    fn resume(run: &mut Run<Self>) {
        run.go();
    }

    fn fallback(state: &Self::State, seat: Seat) -> Self::Order {
        fallback::fallback(state, seat)
    }

    fn show(state: &Self::State, viewer: Viewer) -> Self::View {
        view::show(state, viewer)
    }

    fn sight(view: &Self::View) -> Sight {
        sight::sight(view)
    }

    fn tell(fact: &Self::Fact, viewer: Viewer) -> Option<Told> {
        tell::tell(fact, viewer)
    }

    fn reveals(fact: &Self::Fact) -> bool {
        tell::reveals(fact)
    }

    fn instructs(fact: &Self::Fact) -> bool {
        tell::instructs(fact)
    }

    fn foretell(fact: &Self::Fact, seat: Seat) -> Option<String> {
        foretell::foretell(fact, seat)
    }

    fn outcome(state: &Self::State) -> Option<Outcome> {
        flow::score::outcome(state)
    }

    fn estimate(state: &Self::State, seat: Seat) -> i64 {
        estimate::estimate(state, seat)
    }

    fn imagine(state: &Self::State, viewer: Viewer, dice: &mut Dice) -> Self::State {
        imagine::imagine(state, viewer, dice)
    }

    fn audit(state: &Self::State) -> Result<(), String> {
        audit::audit(state)
    }

    fn sheet(state: &Self::State) -> serde_json::Value {
        sheet::write::write(state)
    }

    fn from_sheet(table: &Table, sheet: &serde_json::Value) -> Result<Self::State, String> {
        sheet::read::read(table, sheet)
    }
}
