//! What a viewer may know, and how it is described and presented.

use serde::Serialize;

use super::described::Described;
use super::fact_info::FactInfo;
use super::notation::Notation;
use crate::orders::legal::{Form, Group};
use crate::seat::{Seat, SeatName, Viewer};
use crate::view::{Narration, Presentation};
use crate::voice::{Narrator, Perspective};

/// What a viewer may know of a state and of a fact, and the wording of both. Nothing else of a
/// state leaves the rules, so this trait is what protects secrets.
pub trait Show: Described + Notation {
    /// What one viewer may know, as data: the only part of the state that leaves the core.
    type View: Serialize;
    /// The kinds of hidden things that facts reveal. A title that hides nothing uses
    /// [`Infallible`](std::convert::Infallible).
    type Hidden: Copy;

    /// Returns the name and colour of a seat. By default a seat is named after its colour; override
    /// it if seats play different roles in each game.
    fn seat_name(_state: &Self::State, seat: Seat) -> SeatName {
        SeatName::by_colour(Self::about().colour(seat))
    }

    /// Returns what the viewer may know.
    fn show(state: &Self::State, viewer: Viewer) -> Self::View;

    /// Turns a view into a presentation: board, panels, hand and text.
    fn present(view: &Self::View) -> Presentation;

    /// Describes an order in words, for buttons and confirmations.
    fn words(state: &Self::State, seat: Seat, order: &Self::Order) -> String;

    /// Describes an order without its payment: "Settle Dede". Empty if it pays nothing. Orders of a
    /// group that differ only in how they are paid have the same description.
    fn unpaid(_state: &Self::State, _seat: Seat, _order: &Self::Order) -> String {
        String::new()
    }

    /// Returns what an order costs, if its description without the payment does not say it: "2
    /// Silver and 1 Wood". Empty if it costs nothing.
    fn price(_state: &Self::State, _seat: Seat, _order: &Self::Order) -> String {
        String::new()
    }

    /// Returns the heading for an order on pages and in emails, with the card it plays.
    fn group(state: &Self::State, seat: Seat, order: &Self::Order) -> Group;

    /// Returns the area of the board an order is about, so that the board can offer it too; or the
    /// space of a box beside it, as `box.space`.
    fn area(_order: &Self::Order) -> Option<String> {
        None
    }

    /// Returns the seat's cards that it cannot play in its current decision, by slug, each with the
    /// reason in a few words.
    fn unplayable(_state: &Self::State, _seat: Seat) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Returns orders that may be given at any time, awaited or not: standing instructions and
    /// plans. Each group contains its forms and the instructions now in force.
    fn instructions(_state: &Self::State, _seat: Seat) -> Vec<Group> {
        Vec::new()
    }

    /// Returns forms for orders about single areas of the board, by area slug. They are shown when
    /// an area is selected and the list of orders is only a selection. `decide` judges their orders
    /// like any other.
    fn places(_state: &Self::State, _seat: Seat) -> Vec<(String, Vec<Form>)> {
        Vec::new()
    }

    /// Returns the visibility and narration of a fact, with one exhaustive `match`.
    fn info(fact: &Self::Fact) -> FactInfo<Self::Hidden>;

    /// Describes a fact, as far as the narrator [knows](Narrator::knows) it and in its words for
    /// the reader. It is called only for viewers that [`info`](Show::info) includes; `None` if
    /// there is nothing to say.
    fn sentence(fact: &Self::Fact, narrator: &Narrator) -> Option<Narration>;

    /// Returns whether a fact states the result of the draw with this purpose, so that the draw can
    /// be shown with its result.
    fn narrates_result(_fact: &Self::Fact, _purpose: &str) -> bool {
        false
    }

    /// Narrates a fact. Returns `None` if it is not narrated to readers with this knowledge.
    fn narrate(fact: &Self::Fact, perspective: impl Into<Perspective>) -> Option<Narration> {
        let perspective = perspective.into();
        if !Self::info(fact).narration.includes(perspective.knows) {
            return None;
        }
        let narrator = Narrator::new(perspective);
        let narration = Self::sentence(fact, &narrator)?;
        Some(narrator.mentioned_in(narration))
    }

    /// Phrases what a fact says about a seat in the imperative: "Settle Stenkumla". `None` if it is
    /// not an action.
    fn as_action(fact: &Self::Fact, seat: Seat) -> Option<Narration> {
        if !Self::info(fact).narration.includes(Viewer::Seat(seat)) {
            return None;
        }
        let narrator = Narrator::imperative(seat);
        let narration = Self::sentence(fact, &narrator)?;
        narrator.acts().then_some(narration)
    }

    /// Describes the purpose of a draw in words: "the harvest of Roma". The log stores the purpose
    /// itself.
    fn purpose(_state: &Self::State, purpose: &str) -> String {
        // Shuffles of one event are numbered.
        match purpose.trim_end_matches(|letter: char| letter.is_ascii_digit()).trim_end() {
            "redraw" => "a new shuffle of hidden cards".to_owned(),
            plain => plain.replace('-', " "),
        }
    }

    /// Returns a note about something that a preview would reveal: "You draw 3 cards". Previews use
    /// an imagined state, so the note must leave out what only the real state determines, such as
    /// which card. `None` if nothing can be said.
    fn preview_note(_hidden: Self::Hidden, _seat: Seat) -> Option<String> {
        None
    }
}
