//! What a viewer may know, and how it is said.

pub mod group;
pub mod instructions;
pub mod narrate;
pub mod note;
pub mod present;
pub mod preview_note;
pub mod view;
pub mod words;

use super::Thingvellir;
use ravenpost_rules::{
    Described, Group, Narration, Presentation, Seat, SeatName, Show, Viewer, Visibility,
};

impl Show for Thingvellir {
    type View = view::View;

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
