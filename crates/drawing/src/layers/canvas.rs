//! What every layer of a drawing needs to know, gathered once.

use std::sync::Arc;

use crate::ink::palette;
use crate::map::{Area, Geometry};
use crate::place::plan::{self, Plan};
use crate::survey;
use ravenpost_rules::scene::{Board, Mood, Scene};

pub struct Canvas<'a> {
    pub scene: &'a Scene,
    pub board: &'static Board,
    pub geometry: Arc<Geometry>,
    pub plan: Arc<Plan>,
}

impl<'a> Canvas<'a> {
    /// None for a scene without a board.
    pub fn new(scene: &'a Scene) -> Option<Canvas<'a>> {
        let board = scene.board?;
        let geometry = survey::of(board);
        let plan = plan::of(board, &geometry, &scene.boxes);
        Some(Canvas { scene, board, geometry, plan })
    }

    /// How many pixels wide a page shows the board at least: broad ones are scrolled in a box.
    pub fn least_width(&self) -> f64 {
        match self.geometry.width {
            width if width > 1400.0 || self.small_print() && width > 700.0 => 1152.0,
            width if width > 1000.0 || self.small_print() => 896.0,
            _ => 360.0,
        }
    }

    /// Whether some of its names need a magnified view.
    pub fn small_print(&self) -> bool {
        let mut texts = self.geometry.areas.iter().filter_map(|area| area.text.as_ref());
        texts.any(|text| text.size < 10.5 && self.geometry.broad)
    }

    /// The area's terrain; plain ground when the palette does not know it.
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
        let told = self.scene.areas.iter().find(|told| told.slug == area.slug);
        told.map_or(Mood::Calm, |told| told.mood)
    }

    /// Which of the group tones an area's group has.
    pub fn tone(&self, group: &str) -> usize {
        let index = self.board.groups.iter().position(|(key, _)| *key == group);
        index.unwrap_or(0) % palette::GROUPS
    }
}
