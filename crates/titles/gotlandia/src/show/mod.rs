//! What a viewer may know, and how it is worded and presented.

pub mod group;
mod info;
pub mod instructions;
pub mod narrate;
pub mod present;
pub mod view;
pub mod words;

use super::Gotlandia;
use super::play::turns::unplayable::unplayable;
use ravenpost_rules::{FactInfo, Group, Narration, Narrator, Presentation, Seat, Show, Viewer};

impl Show for Gotlandia {
    type View = view::View;
    type Hidden = info::Hidden;

    fn show(state: &Self::State, viewer: Viewer) -> Self::View {
        view::make::show(state, viewer)
    }

    fn present(view: &Self::View) -> Presentation {
        present::present(view)
    }

    fn words(state: &Self::State, seat: Seat, order: &Self::Order) -> String {
        words::words(state, seat, order)
    }

    fn unpaid(_state: &Self::State, _seat: Seat, order: &Self::Order) -> String {
        words::unpaid(order)
    }

    fn price(state: &Self::State, seat: Seat, order: &Self::Order) -> String {
        words::price(state, seat, order)
    }

    fn group(_state: &Self::State, _seat: Seat, order: &Self::Order) -> Group {
        group::group(order)
    }

    fn unplayable(state: &Self::State, seat: Seat) -> Vec<(String, String)> {
        unplayable(state, seat)
    }

    fn area(order: &Self::Order) -> Option<String> {
        group::area(order)
    }

    fn instructions(state: &Self::State, seat: Seat) -> Vec<Group> {
        instructions::instructions(state, seat)
    }

    fn narrates_result(fact: &Self::Fact, purpose: &str) -> bool {
        narrate::narrates_result(fact, purpose)
    }

    fn info(fact: &Self::Fact) -> FactInfo<Self::Hidden> {
        info::info(fact)
    }

    fn sentence(fact: &Self::Fact, narrator: &Narrator) -> Option<Narration> {
        narrate::sentence(fact, narrator)
    }

    fn preview_note(hidden: Self::Hidden, seat: Seat) -> Option<String> {
        info::preview_note(hidden, seat)
    }
}
