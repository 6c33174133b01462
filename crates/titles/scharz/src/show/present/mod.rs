//! The presented view: headline, board, panels, and the board as text.

mod field;
mod guide;
mod homelands;
mod legend;
mod map;
mod pacts;
mod panels;
mod pieces;
mod plans;
mod scene;
mod sheet;
mod summary;
mod symbols;
#[cfg(test)]
mod tests;
mod text;

use super::view::{SeatView, View};
use ravenpost_rules::{Presentation, Standing, text::phrase};

pub fn present(view: &View) -> Presentation {
    Presentation {
        headline: headline(view),
        scene: scene::scene(view),
        own: panels::own(view),
        panels: panels::panels(view),
        text: text::text(view),
        text_has_headline: true,
        guide: guide::guide(view),
        summary: summary::summary(view),
        standing: standing(view),
    }
}

/// The round and the victory points of each seat.
fn standing(view: &View) -> Standing {
    let points = |one: &SeatView| (one.seat, one.vp.into());
    Standing {
        round: view.round.into(),
        rounds: "round",
        points: "victory points",
        seats: view.seats.iter().map(points).collect(),
    }
}

pub fn headline(view: &View) -> String {
    let map = view.options.map.data();
    let name = format!("{} {}", map.name, map.year);
    if let Some(outcome) = &view.outcome {
        return format!("{name}: {}", outcome.verdict);
    }
    if view.round == 0 {
        return format!("{name}: {}", view.step.slug());
    }
    let season = phrase::capital(view.season.slug());
    format!("{name}, {season} of year {}: {}", view.year, view.step.slug())
}
