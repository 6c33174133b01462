//! What a viewer may know, and how it is said and shown.

mod fields;
pub mod group;
pub mod instructions;
pub mod narrate;
pub mod places;
pub mod present;
mod story;
pub mod view;
pub mod visibility;
pub mod words;

use super::Scharz;
use ravenpost_rules::{Form, Group, Narration, Presentation, Seat, Show, Viewer, Visibility};

impl Show for Scharz {
    type View = view::View;

    fn show(state: &Self::State, viewer: Viewer) -> Self::View {
        view::show(state, viewer)
    }

    fn present(view: &Self::View) -> Presentation {
        present::present(view)
    }

    fn words(_state: &Self::State, _seat: Seat, order: &Self::Order) -> String {
        words::words(order)
    }

    fn group(state: &Self::State, seat: Seat, order: &Self::Order) -> Group {
        group::group(state, seat, order)
    }

    fn area(order: &Self::Order) -> Option<String> {
        group::area(order)
    }

    fn instructions(state: &Self::State, seat: Seat) -> Vec<Group> {
        instructions::instructions(state, seat)
    }

    fn places(state: &Self::State, seat: Seat) -> Vec<(String, Vec<Form>)> {
        places::places(state, seat)
    }

    fn narrate(fact: &Self::Fact, viewer: Viewer) -> Option<Narration> {
        narrate::narrate(fact, viewer)
    }

    fn reveals(fact: &Self::Fact) -> bool {
        visibility::reveals(fact)
    }

    fn is_instruction(fact: &Self::Fact) -> bool {
        visibility::is_instruction(fact)
    }

    fn visibility(fact: &Self::Fact) -> Visibility {
        visibility::visibility(fact)
    }

    fn preview_note(fact: &Self::Fact, _seat: Seat) -> Option<String> {
        narrate::preview_note(fact)
    }
}
