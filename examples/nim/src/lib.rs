//! Nim, whole: the smallest title there is. `docs/adding-a-title.md` walks through it file by file.
//!
//! The files stand on floors, and a lower one names no upper one: `state` (what is, and what
//! happened), `about` (the card), `orders` (text to order and back), `show` (what is told and
//! shown), `play` (the rules), `document` (documents). This file is the table of contents.

mod about;
mod document;
mod orders;
mod play;
mod show;
mod state;

use ravenpost_rules::erased::Erased;
use ravenpost_rules::{
    About, Awaited, Dice, Group, Legal, Narration, Outcome, Presentation, Refusal, Rules, Run,
    Seat, Table, Title, Viewer, Visibility,
};

/// The title, as a server would list it.
pub static NIM: &dyn Title = &Erased::<Nim>::new();

/// The rules, their state and their words.
pub struct Nim;

impl Rules for Nim {
    type State = state::State;
    type Order = orders::Order;
    type Fact = state::Fact;
    type View = show::View;

    fn about() -> &'static About {
        &about::ABOUT
    }

    fn blank() -> Self::State {
        state::State::default()
    }

    fn open(run: &mut Run<Self>, table: &Table) -> Result<(), Refusal> {
        play::open(run, table);
        Ok(())
    }

    fn apply(state: &mut Self::State, fact: &Self::Fact) {
        state::apply(state, fact);
    }

    fn seats(state: &Self::State) -> u8 {
        state.seats
    }

    fn awaited(state: &Self::State) -> Vec<Awaited> {
        play::awaited(state)
    }

    fn legal(state: &Self::State, seat: Seat) -> Legal<Self::Order> {
        play::legal(state, seat)
    }

    fn parse(_state: &Self::State, _seat: Seat, text: &str) -> Result<Self::Order, Vec<Refusal>> {
        orders::parse(text)
    }

    fn write(_state: &Self::State, order: &Self::Order) -> String {
        orders::write(order)
    }

    fn words(_state: &Self::State, _seat: Seat, order: &Self::Order) -> String {
        orders::words(order)
    }

    fn decide(run: &mut Run<Self>, seat: Seat, order: &Self::Order) -> Result<(), Refusal> {
        play::decide(run, seat, order)
    }

    fn group(_state: &Self::State, _seat: Seat, order: &Self::Order) -> Group {
        Group { title: format!("Heap {}", order.heap.letter()), ..Group::default() }
    }

    /// Nothing happens without an order: no turn is forced and no phase begins by itself.
    fn resume(_run: &mut Run<Self>) {}

    fn fallback(state: &Self::State, _seat: Seat) -> Self::Order {
        play::fallback(state)
    }

    fn show(state: &Self::State, _viewer: Viewer) -> Self::View {
        show::show(state)
    }

    fn present(view: &Self::View) -> Presentation {
        show::present(view)
    }

    fn narrate(fact: &Self::Fact, _viewer: Viewer) -> Option<Narration> {
        Some(show::narrate(fact))
    }

    /// Nothing is hidden, so nothing comes to light, and every order can be taken back.
    fn reveals(_fact: &Self::Fact) -> bool {
        false
    }

    fn is_instruction(_fact: &Self::Fact) -> bool {
        false
    }

    fn visibility(_fact: &Self::Fact) -> Visibility {
        Visibility::Everybody
    }

    fn outcome(state: &Self::State) -> Option<Outcome> {
        play::outcome(state)
    }

    fn estimate(state: &Self::State, seat: Seat) -> i64 {
        play::estimate(state, seat)
    }

    /// Where nothing is hidden, what a viewer imagines is what is.
    fn imagine(state: &Self::State, _viewer: Viewer, _dice: &mut Dice) -> Self::State {
        *state
    }

    fn audit(state: &Self::State) -> Result<(), String> {
        state.audit()
    }

    fn document(state: &Self::State) -> serde_json::Value {
        document::write(state)
    }

    fn from_document(table: &Table, sheet: &serde_json::Value) -> Result<Self::State, String> {
        document::read(table, sheet)
    }
}
