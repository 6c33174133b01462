//! The shared inputs of all layers of a drawing.

use std::sync::Arc;

use crate::layout::plan::{self, Plan};
use crate::map::{Area, Geometry};
use crate::style::palette;
use crate::survey;
use ravenpost_rules::view::scene::{Board, Mood, Scene};

pub struct Canvas<'a> {
    pub scene: &'a Scene,
    pub board: &'static Board,
    pub geometry: Arc<Geometry>,
    pub plan: Arc<Plan>,
}

impl<'a> Canvas<'a> {
    /// Returns `None` for a scene without a board.
    pub fn new(scene: &'a Scene) -> Option<Canvas<'a>> {
        let board = scene.board?;
        let geometry = survey::of(board);
        let plan = plan::of(board, &geometry, &scene.boxes);
        Some(Canvas { scene, board, geometry, plan })
    }

    /// Returns whether some names are too small without magnification.
    pub fn small_print(&self) -> bool {
        let mut texts = self.geometry.areas.iter().filter_map(|area| area.text.as_ref());
        texts.any(|text| text.size < 10.5 && self.geometry.broad)
    }

    /// Returns the area's terrain, or plain ground if the palette does not know it.
    pub fn terrain<'b>(&self, area: &'b Area) -> &'b str {
        let terrain = area.terrain();
        if palette::GROUNDS.iter().any(|(name, ..)| *name == terrain) {
            return terrain;
        }
        match () {
            () if area.sea() => "sea",
            () if area.mountain() => "mountain",
            () => "home",
        }
    }

    pub fn mood(&self, area: &Area) -> Mood {
        let scene_area = self.scene.areas.iter().find(|scene_area| scene_area.slug == area.slug);
        scene_area.map_or(Mood::Calm, |scene_area| scene_area.mood)
    }

    pub fn tone(&self, group: &str) -> usize {
        let index = self.board.groups.iter().position(|(key, _)| *key == group);
        index.unwrap_or(0) % palette::GROUPS
    }
}
