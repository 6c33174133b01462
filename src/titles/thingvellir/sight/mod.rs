//! A view as things to look at: board, panels, cards and words. It sees views, never states.

pub mod cards;

use super::view::View;
use crate::rules::Sight;

/// Everything there is to see.
pub fn sight(view: &View) -> Sight {
    Sight { headline: view.topic.clone(), ..Sight::default() }
}
