//! Road to Thingvellir, whole: the rules of `RULES.md` with the figures of `data.json`.
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

use ravenpost_rules::erased::Erased;
use ravenpost_rules::{
    About, Awaited, Dice, Group, Legal, Narration, Outcome, Presentation, Refusal, Rules, Run,
    Seat, SeatName, Table, Title, Viewer, Visibility,
};

/// The title, as a server lists it.
pub static THINGVELLIR: &dyn Title = &Erased::<Thingvellir>::new();

/// The rules, their state and their words.
pub struct Thingvellir;

impl Rules for Thingvellir {
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
        play::open::open(run, table);
        Ok(())
    }

    fn apply(state: &mut Self::State, fact: &Self::Fact) {
        state::apply::apply(state, fact);
    }

    fn seats(state: &Self::State) -> u8 {
        state.seats
    }

    fn seat_name(state: &Self::State, seat: Seat) -> SeatName {
        let by_colour = || SeatName::by_colour(Self::about().colour(seat));
        reckon::ask::seat_name(state, seat).unwrap_or_else(by_colour)
    }

    fn awaited(state: &Self::State) -> Vec<Awaited> {
        reckon::ask::awaited(state)
    }

    fn legal(state: &Self::State, seat: Seat) -> Legal<Self::Order> {
        play::legal::legal(state, seat)
    }

    fn instructions(state: &Self::State, seat: Seat) -> Vec<Group> {
        show::instructions::instructions(state, seat)
    }

    fn split(line: &str) -> Vec<&str> {
        // A comment goes on to the end of the line, whatever stands in it.
        let line = line.split('#').next().unwrap_or_default();
        line.split(';').map(str::trim).filter(|part| !part.is_empty()).collect()
    }

    fn parse(state: &Self::State, seat: Seat, text: &str) -> Result<Self::Order, Vec<Refusal>> {
        orders::parse::parse(state, seat, text)
    }

    fn write(state: &Self::State, order: &Self::Order) -> String {
        orders::write::write(state, order)
    }

    fn words(state: &Self::State, seat: Seat, order: &Self::Order) -> String {
        show::words::words(state, seat, order)
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
        play::decide::on_seats_left(run, gone);
    }

    fn over(state: &Self::State) -> bool {
        state.over()
    }

    fn redraw_hidden(run: &mut Run<Self>) {
        play::redraw_hidden::redraw_hidden(run);
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
        show::narrate::reveals(fact)
    }

    fn is_instruction(fact: &Self::Fact) -> bool {
        show::narrate::is_instruction(fact)
    }

    fn visibility(fact: &Self::Fact) -> Visibility {
        show::narrate::visibility(fact)
    }

    fn preview_note(fact: &Self::Fact, seat: Seat) -> Option<String> {
        show::preview_note::preview_note(fact, seat)
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
