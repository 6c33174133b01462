//! Scharz, whole: the rules of `RULES.md` with the figures of `data.json`.
//!
//! Its rooms, each of which names only those before it: `things` (what the box holds), `state`
//! (what is, and what happened), `reckon` (what follows), `orders` (notation), `play` (the rules, a
//! file a chapter), `show` (what is told and seen), `mind` (for bots), `document` (positions as
//! text).

mod about;
mod document;
mod examples;
mod mind;
mod orders;
mod play;
mod reckon;
mod show;
mod state;
#[cfg(test)]
mod tests;
mod things;
#[cfg(test)]
mod tour;

use ravenpost_rules::erased::Erased;
use ravenpost_rules::{
    About, Awaited, Dice, Form, Group, Legal, Narration, Outcome, Presentation, Refusal, Rules,
    Run, Seat, Table, Title, Viewer, Visibility,
};

/// The title, as a server lists it.
pub static SCHARZ: &dyn Title = &Erased::<Scharz>::new();

/// The rules, their state and their words.
pub struct Scharz;

impl Rules for Scharz {
    type State = state::State;
    type Order = orders::Order;
    type Fact = state::facts::Fact;
    type View = show::view::View;

    fn about() -> &'static About {
        &about::ABOUT
    }

    fn blank() -> Self::State {
        state::State::blank()
    }

    fn open(run: &mut Run<Self>, table: &Table) -> Result<(), Refusal> {
        play::setup::open(run, table);
        play::flow::go(run);
        Ok(())
    }

    fn apply(state: &mut Self::State, fact: &Self::Fact) {
        state::apply::apply(state, fact);
    }

    fn seats(state: &Self::State) -> u8 {
        state.seats
    }

    fn awaited(state: &Self::State) -> Vec<Awaited> {
        reckon::ask::awaited(state)
    }

    fn legal(state: &Self::State, seat: Seat) -> Legal<Self::Order> {
        play::legal::legal(state, seat)
    }

    fn candidates(state: &Self::State, seat: Seat) -> Vec<Self::Order> {
        play::legal::candidates(state, seat)
    }

    fn instructions(state: &Self::State, seat: Seat) -> Vec<Group> {
        show::instructions::instructions(state, seat)
    }

    fn places(state: &Self::State, seat: Seat) -> Vec<(String, Vec<Form>)> {
        show::places::places(state, seat)
    }

    fn split(line: &str) -> Vec<&str> {
        orders::split(line)
    }

    fn parse(state: &Self::State, seat: Seat, text: &str) -> Result<Self::Order, Vec<Refusal>> {
        orders::parse::parse(state, seat, text)
    }

    fn write(_state: &Self::State, order: &Self::Order) -> String {
        order.write()
    }

    fn words(_state: &Self::State, _seat: Seat, order: &Self::Order) -> String {
        show::words::words(order)
    }

    fn decide(run: &mut Run<Self>, seat: Seat, order: &Self::Order) -> Result<(), Refusal> {
        play::decide::decide(run, seat, order)
    }

    fn group(state: &Self::State, seat: Seat, order: &Self::Order) -> Group {
        show::group::group(state, seat, order)
    }

    fn area(order: &Self::Order) -> Option<String> {
        show::group::area(order)
    }

    fn resume(run: &mut Run<Self>) {
        play::flow::go(run);
    }

    fn on_seats_left(run: &mut Run<Self>, gone: &[Seat]) {
        play::leaving::on_seats_left(run, gone);
    }

    fn over(state: &Self::State) -> bool {
        state.over()
    }

    fn fallback(state: &Self::State, seat: Seat) -> Self::Order {
        play::fallback::fallback(state, seat)
    }

    fn show(state: &Self::State, viewer: Viewer) -> Self::View {
        show::view::show(state, viewer)
    }

    fn present(view: &Self::View) -> Presentation {
        show::present::present(view)
    }

    fn narrate(fact: &Self::Fact, viewer: Viewer) -> Option<Narration> {
        show::narrate::narrate(fact, viewer)
    }

    fn reveals(fact: &Self::Fact) -> bool {
        show::visibility::reveals(fact)
    }

    fn is_instruction(fact: &Self::Fact) -> bool {
        show::visibility::is_instruction(fact)
    }

    fn visibility(fact: &Self::Fact) -> Visibility {
        show::visibility::visibility(fact)
    }

    fn preview_note(fact: &Self::Fact, _seat: Seat) -> Option<String> {
        show::narrate::preview_note(fact)
    }

    fn outcome(state: &Self::State) -> Option<Outcome> {
        play::outcome::outcome(state)
    }

    fn estimate(state: &Self::State, seat: Seat) -> i64 {
        mind::estimate::estimate(state, seat)
    }

    fn imagine(state: &Self::State, viewer: Viewer, dice: &mut Dice) -> Self::State {
        mind::imagine::imagine(state, viewer, dice)
    }

    fn audit(state: &Self::State) -> Result<(), String> {
        mind::audit::audit(state)
    }

    fn document(state: &Self::State) -> serde_json::Value {
        document::write::write(state)
    }

    fn from_document(table: &Table, document: &serde_json::Value) -> Result<Self::State, String> {
        document::read::read(table, document)
    }
}
