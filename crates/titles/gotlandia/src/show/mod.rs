//! What a viewer may know, and how it is said.

pub mod group;
pub mod instructions;
pub mod narrate;
pub mod present;
pub mod preview_note;
pub mod view;
pub mod words;

use super::Gotlandia;
use ravenpost_rules::{Group, Narration, Presentation, Seat, Show, Viewer, Visibility};

impl Show for Gotlandia {
    type View = view::View;

    fn show(state: &Self::State, viewer: Viewer) -> Self::View {
        view::make::show(state, viewer)
    }

    fn present(view: &Self::View) -> Presentation {
        present::present(view)
    }

    fn words(state: &Self::State, seat: Seat, order: &Self::Order) -> String {
        words::words(state, seat, order)
    }

    fn group(_state: &Self::State, _seat: Seat, order: &Self::Order) -> Group {
        group::group(order)
    }

    fn area(order: &Self::Order) -> Option<String> {
        group::area(order)
    }

    fn instructions(state: &Self::State, seat: Seat) -> Vec<Group> {
        instructions::instructions(state, seat)
    }

    fn narrate(fact: &Self::Fact, viewer: Viewer) -> Option<Narration> {
        narrate::narrate(fact, viewer)
    }

    fn reveals(fact: &Self::Fact) -> bool {
        narrate::reveals(fact)
    }

    fn is_instruction(fact: &Self::Fact) -> bool {
        narrate::is_instruction(fact)
    }

    fn visibility(fact: &Self::Fact) -> Visibility {
        narrate::visibility(fact)
    }

    fn preview_note(fact: &Self::Fact, seat: Seat) -> Option<String> {
        preview_note::preview_note(fact, seat)
    }
}
