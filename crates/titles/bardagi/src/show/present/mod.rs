//! The presented view: board, panels, cards and text. It uses views only, never states.

mod boards;
mod cards;
mod legend;
mod map;
mod market;
mod own;
mod panels;
mod scene;
mod summary;
mod symbols;
#[cfg(test)]
mod tests;
mod text;

use super::super::state::Step;
use super::super::things::areas::Place;
use super::super::things::ids::Node;
use super::super::things::kinds::{Colour, Unit};
use super::view::{SeatView, View};
use ravenpost_rules::{Presentation, Seat, Standing};

pub fn present(view: &View) -> Presentation {
    if view.seats.is_empty() {
        return Presentation { headline: "Not set up yet".into(), ..Presentation::default() };
    }
    let own = view.viewer.and_then(|seat| seat_of(view, seat));
    Presentation {
        headline: headline(view),
        scene: scene::scene(view),
        own: own.map(|seat| own::own(view, seat)).unwrap_or_default(),
        panels: panels::panels(view),
        text: text::text(view),
        text_has_headline: true,
        guide: Vec::new(),
        summary: summary::summary(view),
        standing: standing(view),
    }
}

/// The round and the glory of each seat.
fn standing(view: &View) -> Standing {
    let points = |one: &SeatView| (one.seat, one.glory.into());
    Standing {
        round: view.round.into(),
        rounds: "round",
        points: "glory",
        seats: view.seats.iter().map(points).collect(),
    }
}

/// The headline: "Round 3 of 8, actions: Red takes its turn".
pub fn headline(view: &View) -> String {
    if let Some(outcome) = &view.outcome {
        return outcome.verdict.clone();
    }
    // For a single seat, its prompt; for several, their names, so that the line stays short.
    let asked = match view.awaited.as_slice() {
        [one] => one.ask.clone(),
        many => {
            let you =
                |seat| if view.viewer == Some(seat) { "you".into() } else { name(view, seat) };
            many.iter().map(|one| you(one.seat)).collect::<Vec<_>>().join(", ")
        }
    };
    format!("{}, {}: {asked}", round(view), phase(view.step))
}

pub fn round(view: &View) -> String {
    match (view.round, view.rounds) {
        (0, _) => "Before round 1".into(),
        (round, Some(rounds)) => format!("Round {round} of {rounds}"),
        (round, None) => format!("Round {round}, until the time is up"),
    }
}

/// The phase of the round (R5.3).
pub fn phase(step: Step) -> &'static str {
    match step {
        Step::Blank | Step::PickHome => "setup",
        Step::Plan => "planning",
        Step::Turn | Step::Act | Step::GodiRetreat | Step::Bargain => "actions",
        Step::Yard | Step::Build => "building",
        Step::Claim | Step::Close => "Claim phase",
        Step::Scoring | Step::Over => "end of the game",
    }
}

pub fn seat_of(view: &View, seat: Seat) -> Option<&SeatView> {
    view.seats.iter().find(|known| known.seat == seat)
}

/// The displayed name of a seat.
pub fn called(seat: &SeatView) -> String {
    match seat.colour {
        Some(colour) => colour.name().to_owned(),
        None => format!("Seat {}", seat.seat),
    }
}

pub fn name(view: &View, seat: Seat) -> String {
    seat_of(view, seat).map_or_else(|| format!("Seat {seat}"), called)
}

/// The palette name of a seat's colour.
pub fn hue(colour: Option<Colour>) -> &'static str {
    colour.map_or("neutral", Colour::slug)
}

/// The place of a land unit in words.
pub fn place(place: Place) -> String {
    match place.area() {
        Some(area) => area.name().to_owned(),
        None if place == Place::ABOARD => "aboard the ship".into(),
        None => "defeated, in the town".into(),
    }
}

/// The place of a ship in words.
pub fn anchorage(ship: Node) -> String {
    match ship.harbour() {
        Some(area) => format!("in the harbour of {}", area.name()),
        None if ship == Node::DOCK => "in its dock".into(),
        None => format!("on ocean square {}", ship.slug()),
    }
}

/// The place of a unit, in the order b, g, k, n.
pub fn whereabouts(seat: &SeatView, unit: Unit) -> String {
    match unit {
        Unit::N => anchorage(seat.ship),
        _ => place(seat.at[unit.index()]),
    }
}
