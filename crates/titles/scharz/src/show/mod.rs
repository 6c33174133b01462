//! Visibility, narration and presentation for a viewer.

mod fields;
pub mod group;
mod info;
pub mod instructions;
pub mod narrate;
pub mod places;
pub mod present;
mod purposes;
mod story;
mod strengths;
pub mod view;
pub mod words;

use super::Scharz;
use ravenpost_rules::{
    FactInfo, Form, Group, Narration, Narrator, Presentation, Seat, Show, Viewer,
};

impl Show for Scharz {
    type View = view::View;
    type Hidden = info::Hidden;

    fn show(state: &Self::State, viewer: Viewer) -> Self::View {
        view::show(state, viewer)
    }

    fn present(view: &Self::View) -> Presentation {
        present::present(view)
    }

    fn words(_state: &Self::State, _seat: Seat, order: &Self::Order) -> String {
        words::words(order)
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

    fn places(state: &Self::State, seat: Seat) -> Vec<(String, Vec<Form>)> {
        places::places(state, seat)
    }

    fn narrates_result(fact: &Self::Fact, purpose: &str) -> bool {
        purposes::narrates_result(fact, purpose)
    }

    fn info(fact: &Self::Fact) -> FactInfo<Self::Hidden> {
        info::info(fact)
    }

    fn sentence(fact: &Self::Fact, narrator: &Narrator) -> Option<Narration> {
        narrate::sentence(fact, narrator)
    }

    fn purpose(state: &Self::State, purpose: &str) -> String {
        purposes::in_words(state, purpose)
    }

    fn preview_note(hidden: Self::Hidden, seat: Seat) -> Option<String> {
        info::preview_note(hidden, seat)
    }
}
