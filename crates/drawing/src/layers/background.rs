//! The static part of a drawing: water, land, borders and signs. It depends only on the
//! moods of areas and the positions of boxes, so its text is cached.

use std::sync::Arc;

use super::canvas::Canvas;
use super::{boxes, ground, homes, mountains, names, ocean, signs};
use crate::cache::Cache;
use crate::layout::boxes::{Outlines, outlines};
use crate::style::pen::Pen;
use ravenpost_rules::view::scene::Mood;

/// The markup of all layers below the pieces and names.
pub struct Still {
    /// The definitions it refers to, for the drawing's `defs`.
    pub defs: String,
    pub layers: String,
}

/// Everything the static part depends on.
#[derive(PartialEq)]
pub struct StillKey {
    board: &'static str,
    boxes: Outlines,
    moods: Vec<(String, Mood)>,
}

/// Entries take a few hundred kilobytes on the largest boards.
static CACHE: Cache<StillKey, Still> =
    Cache::new(4 << 20, |still| still.defs.len() + still.layers.len());

pub fn key(canvas: &Canvas<'_>) -> StillKey {
    let moody = canvas.scene.areas.iter().filter(|area| area.mood != Mood::Calm);
    StillKey {
        board: canvas.board.key,
        boxes: outlines(&canvas.scene.boxes),
        moods: moody.map(|area| (area.slug.clone(), area.mood)).collect(),
    }
}

pub fn of(canvas: &Canvas<'_>) -> Arc<Still> {
    CACHE.get(key(canvas), || write(canvas))
}

fn write(canvas: &Canvas<'_>) -> Still {
    let mut pen = Pen::default();
    ground::define(&mut pen, canvas);
    mountains::define(&mut pen, canvas);
    signs::define(&mut pen, canvas);
    let defs = pen.finish();

    let mut pen = Pen::default();
    pen.text("<g id=\"d-land\">\n");
    ground::draw(&mut pen, canvas);
    pen.text("</g>\n");
    ocean::draw(&mut pen, canvas);
    signs::draw(&mut pen, canvas);
    homes::banners(&mut pen, canvas);
    boxes::places(&mut pen, canvas);
    boxes::shore_marks(&mut pen, canvas);
    names::rose(&mut pen, canvas);
    Still { defs, layers: pen.finish() }
}
