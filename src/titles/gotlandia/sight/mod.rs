//! The view as things to look at.

use super::view::View;
use crate::rules::Sight;

pub fn sight(view: &View) -> Sight {
    Sight {
        headline: format!("{}s, generation {}", view.century, view.generation),
        ..Sight::default()
    }
}
