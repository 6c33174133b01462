//! A part of a board, to show what changed.

use ravenpost_rules::view::scene::Scene;

/// A section of a board: some areas with their surroundings.
#[derive(Clone, Debug)]
pub struct Crop {
    pub scene: Scene,
    pub near: Vec<String>,
}
