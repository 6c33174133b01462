//! Visibility, narration and presentation for a viewer.

pub mod group;
mod info;
pub mod instructions;
pub mod narrate;
pub mod note;
pub mod present;
pub mod view;
pub mod words;

use super::Thingvellir;
use super::play::unplayable::unplayable;
use ravenpost_rules::{
    Described, FactInfo, Group, Narration, Narrator, Presentation, Seat, SeatName, Show, Viewer,
};

impl Show for Thingvellir {
    type View = view::View;
    type Hidden = info::Hidden;

    fn seat_name(state: &Self::State, seat: Seat) -> SeatName {
        let by_colour = || SeatName::by_colour(Self::about().colour(seat));
        super::reckon::ask::seat_name(state, seat).unwrap_or_else(by_colour)
    }

    fn show(state: &Self::State, viewer: Viewer) -> Self::View {
        view::show(state, viewer)
    }

    fn present(view: &Self::View) -> Presentation {
        present::present(view)
    }

    fn words(state: &Self::State, seat: Seat, order: &Self::Order) -> String {
        words::words(state, seat, order)
    }

    fn group(state: &Self::State, seat: Seat, order: &Self::Order) -> Group {
        group::group(state, seat, order)
    }

    fn area(order: &Self::Order) -> Option<String> {
        group::area(order)
    }

    fn unplayable(state: &Self::State, seat: Seat) -> Vec<(String, String)> {
        unplayable(state, seat)
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
