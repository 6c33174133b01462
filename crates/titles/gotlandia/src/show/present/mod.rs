//! A view as things to look at: the board's scene, panels of tables and cards, and the board in
//! words. Everything here is made from a [`View`] alone, so that nothing hidden can slip in.

pub mod cards;
mod legend;
pub mod map;
mod own;
mod panels;
mod piles;
mod scene;
mod text;
mod words;

#[cfg(test)]
mod tests;

use super::super::state::Stage;
use super::view::View;
use ravenpost_rules::Presentation;

/// All that a viewer gets to see.
pub fn present(view: &View) -> Presentation {
    Presentation {
        headline: headline(view),
        scene: scene::scene(view),
        own: own::panels(view),
        panels: panels::panels(view),
        text: text::text(view),
    }
}

/// Where the game stands: "1200s, generation 2 of 4: Conflict & strife".
pub fn headline(view: &View) -> String {
    match (view.stage, view.card) {
        (Stage::Reputation, _) => "Before the first generation: the families' reputations".into(),
        (Stage::Over, _) => "The game is over".into(),
        (_, None) => format!("The {}s begin", view.century),
        (_, Some(card)) => {
            let (century, now, all) = (view.century, view.generation, view.generations);
            format!("{century}s, generation {now} of {all}: {}", card.title())
        }
    }
}
