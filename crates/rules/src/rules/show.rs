//! What a viewer may know, and how it is said and shown.

use serde::Serialize;

use super::described::Described;
use super::notation::Notation;
use crate::legal::{Form, Group};
use crate::seat::{Seat, SeatName, Viewer, Visibility};
use crate::view::{Narration, Presentation};

/// What a viewer may know of a state and of a fact, and the words for both. Secrets are kept here:
/// nothing else of a state leaves the rules.
pub trait Show: Described + Notation {
    /// What one viewer may know, as data: the only thing of the state that leaves the core.
    type View: Serialize;

    /// What a seat is called, and its colour. Titles whose seats play another part in each game
    /// say so here; otherwise a seat is called by its colour on the title's card.
    fn seat_name(_state: &Self::State, seat: Seat) -> SeatName {
        SeatName::by_colour(Self::about().colour(seat))
    }

    /// What the viewer may know.
    fn show(state: &Self::State, viewer: Viewer) -> Self::View;

    /// The view as things to look at: board, panels, hand, and the board in words.
    fn present(view: &Self::View) -> Presentation;

    /// The order in words, for buttons and confirmations.
    fn words(state: &Self::State, seat: Seat, order: &Self::Order) -> String;

    /// The heading an order stands under on pages and in letters, with the card it plays.
    fn group(state: &Self::State, seat: Seat, order: &Self::Order) -> Group;

    /// The area of the board an order is about, so that the board can offer it too.
    fn area(_order: &Self::Order) -> Option<String> {
        None
    }

    /// Orders that may be given at any time, awaited or not: standing instructions and plans.
    /// Each group has its forms and the instructions now in force.
    fn instructions(_state: &Self::State, _seat: Seat) -> Vec<Group> {
        Vec::new()
    }

    /// Forms for orders about single areas of the board, by the areas' slugs: what choosing an area
    /// opens where the list of orders is but a choice. They make orders that `decide` judges as it
    /// does any other.
    fn places(_state: &Self::State, _seat: Seat) -> Vec<(String, Vec<Form>)> {
        Vec::new()
    }

    /// One fact told to one viewer, or nothing when it is not the viewer's to know.
    fn narrate(fact: &Self::Fact, viewer: Viewer) -> Option<Narration>;

    /// Whether the fact brought something hidden to light for anybody, its owner included.
    /// Orders up to such a fact cannot be taken back.
    fn reveals(fact: &Self::Fact) -> bool;

    /// Whether the fact only writes down what a seat wants done later. Nothing has happened at the
    /// table then: no question is new, no clock starts again, and nobody else may know of it.
    fn is_instruction(fact: &Self::Fact) -> bool;

    /// Who may know all that stands in the fact, as it is stored: what an export of a running game
    /// may hand out. Less than is told of it: "Red draws 2 cards" is for everybody, the fact in
    /// which the cards stand is Red's. Nobody, unless the title says otherwise.
    fn visibility(_fact: &Self::Fact) -> Visibility {
        Visibility::Nobody
    }

    /// What may be said beforehand of a fact that will bring something to light: "You draw 3
    /// cards". The fact is of an imagined state, so this says nothing of how things lie; what is
    /// only certain in truth (which card, whose plan) is left out. Nothing: no more can be said.
    fn preview_note(_fact: &Self::Fact, _seat: Seat) -> Option<String> {
        None
    }
}
