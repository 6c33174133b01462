//! What a viewer may know, and how it is said and shown.

use serde::Serialize;

use super::described::Described;
use super::fact_info::FactInfo;
use super::notation::Notation;
use crate::legal::{Form, Group};
use crate::seat::{Seat, SeatName, Viewer};
use crate::view::{Narration, Presentation};

/// What a viewer may know of a state and of a fact, and the words for both. Secrets are kept here:
/// nothing else of a state leaves the rules.
pub trait Show: Described + Notation {
    /// What one viewer may know, as data: the only thing of the state that leaves the core.
    type View: Serialize;
    /// The kinds of hidden things that facts bring to light. A small enum without text; a title
    /// that hides nothing takes [`Infallible`](std::convert::Infallible).
    type Hidden: Copy;

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

    /// What a fact is for those who look on, by one `match` that names every fact.
    fn info(fact: &Self::Fact) -> FactInfo<Self::Hidden>;

    /// A fact in the words of a viewer that [`info`](Show::info) lets hear of it; it is asked for
    /// no other. Nothing where there is nothing to say.
    fn sentence(fact: &Self::Fact, viewer: Viewer) -> Option<Narration>;

    /// One fact told to one viewer, or nothing when it is not the viewer's to know.
    fn narrate(fact: &Self::Fact, viewer: Viewer) -> Option<Narration> {
        let told = Self::info(fact).narration.includes(viewer);
        if told { Self::sentence(fact, viewer) } else { None }
    }

    /// For what something was drawn, in words, as whoever drew it would be told: "the harvest of
    /// Roma". What stands in logs is the purpose itself.
    fn purpose(_state: &Self::State, purpose: &str) -> String {
        // Shuffles of one event are numbered.
        match purpose.trim_end_matches(|letter: char| letter.is_ascii_digit()).trim_end() {
            "redraw" => "what is hidden, drawn anew".to_owned(),
            plain => plain.replace('-', " "),
        }
    }

    /// What may be said beforehand of something that will come to light: "You draw 3 cards". It is
    /// of an imagined state, so this says nothing of how things lie; what is only certain in truth
    /// (which card, whose plan) is left out. Nothing: no more can be said.
    fn preview_note(_hidden: Self::Hidden, _seat: Seat) -> Option<String> {
        None
    }
}
