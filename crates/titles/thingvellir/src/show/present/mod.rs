//! R26 What the page must show: the presented view. It uses views only, never states.

pub mod cards;
mod hof;
mod legend;
mod map;
mod panels;
mod quarrel;
mod scene;
mod summary;
mod text;

use super::super::state::progress::Step;
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
        own: own.map(|seat| hof::own(view, seat)).unwrap_or_default(),
        panels: panels::panels(view),
        text: text::text(view),
        text_has_headline: true,
        guide: Vec::new(),
        summary: summary::summary(view),
        standing: standing(view),
    }
}

/// The round and the Wordfame of each seat.
fn standing(view: &View) -> Standing {
    let points = |one: &SeatView| (one.seat, one.fame.into());
    Standing {
        round: view.round,
        rounds: "round",
        points: "Wordfame",
        seats: view.seats.iter().map(points).collect(),
    }
}

/// The headline: "Round 3, the Law Council: ...".
pub fn headline(view: &View) -> String {
    if let Some(outcome) = &view.outcome {
        return outcome.verdict.clone();
    }
    let asks: Vec<&str> = view.awaited.iter().map(|one| one.ask.as_str()).collect();
    format!("Round {}, {}: {}", view.round, phase(view.step, view), asks.join("; "))
}

/// The phase of the round (R5.1).
pub fn phase(step: Step, view: &View) -> &'static str {
    use super::super::state::progress::ActionSource;
    match step {
        Step::Side => "setup",
        Step::Hunt | Step::Bondi => "Hunting for Sheep",
        Step::Winter => "the Long Dark Winter",
        Step::Propose | Step::Vote | Step::Queue => "the Law Council",
        _ => match view.deed.as_ref().map(|deed| deed.source) {
            Some(ActionSource::Council) | None => "the Law Council",
            _ => "Hunting for Sheep",
        },
    }
}

pub fn seat_of(view: &View, seat: Seat) -> Option<&SeatView> {
    view.seats.iter().find(|known| known.seat == seat)
}

pub fn name(view: &View, seat: Seat) -> &'static str {
    seat_of(view, seat).map_or("nobody", |known| known.faction.name())
}

/// The id of an element that belongs to a seat.
fn seat_id(seat: Seat) -> String {
    format!("seat-{}", seat.0)
}
