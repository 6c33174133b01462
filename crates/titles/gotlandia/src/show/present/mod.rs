//! The presentation of a view: the board's scene, panels of tables and cards, and the board in
//! words. Everything here is derived from a [`View`], so nothing hidden can leak.

mod art;
pub mod cards;
mod legend;
pub mod map;
mod own;
mod panels;
mod piles;
mod scene;
mod summary;
mod text;
mod words;

#[cfg(test)]
mod tests;

use super::super::state::Stage;
use super::view::{SeatView, View};
use ravenpost_rules::{Presentation, Standing};

/// Presents everything that a viewer sees.
pub fn present(view: &View) -> Presentation {
    Presentation {
        headline: headline(view),
        scene: scene::scene(view),
        own: own::panels(view),
        panels: panels::panels(view),
        text: text::text(view),
        text_has_headline: true,
        guide: Vec::new(),
        summary: summary::summary(view),
        standing: standing(view),
    }
}

/// Returns the progress of the game and the victory points of each seat.
fn standing(view: &View) -> Standing {
    let points = |one: &SeatView| (one.seat, one.vp.into());
    Standing {
        round: u16::try_from(view.past.len()).unwrap_or(u16::MAX),
        rounds: "generation",
        points: "victory points",
        seats: view.seats.iter().map(points).collect(),
    }
}

/// Returns the current stage: "1200s, generation 2 of 4: Conflict & strife".
pub fn headline(view: &View) -> String {
    match (view.stage, view.card) {
        (Stage::Reputation, _) => "Before the first generation: choosing reputations".into(),
        (Stage::Over, _) => "The game is over".into(),
        (_, None) => format!("The {}s begin", view.century),
        (_, Some(card)) => {
            let (century, now, all) = (view.century, view.generation, view.generations);
            format!("{century}s, generation {now} of {all}: {}", card.title())
        }
    }
}
