//! Sizes of boxes: rows of three spaces below a title.

use crate::geometry::shape::Rect;
use ravenpost_rules::view::scene::PlaceBox;

/// Size of a space with a short code.
pub const SPACE: (f64, f64) = (62.0, 34.0);
/// Maximum width of a space with a long code.
pub const WIDEST: f64 = 75.0;
pub const GAP: f64 = 7.0;
pub const EDGE: f64 = 12.0;
pub const HEAD: f64 = 27.0;

pub fn size(one: &PlaceBox) -> (f64, f64) {
    let across = one.spaces.len().clamp(1, 3) as f64;
    let rows = one.spaces.len().div_ceil(3).max(1) as f64;
    let wide = space_width(one);
    let width = across * wide + (across - 1.0) * GAP + 2.0 * EDGE;
    (width, HEAD + rows * SPACE.1 + (rows - 1.0) * GAP + EDGE)
}

/// The properties of boxes that the static part of a drawing depends on: the place of each, and its
/// size in tenths.
pub type Outlines = Vec<(String, (u16, u16))>;

pub fn outlines(boxes: &[PlaceBox]) -> Outlines {
    let outline = |one: &PlaceBox| {
        let (w, h) = size(one);
        (one.place.clone(), ((10.0 * w) as u16, (10.0 * h) as u16))
    };
    boxes.iter().map(outline).collect()
}

/// Returns a width that fits the longest code and its sign.
pub fn space_width(one: &PlaceBox) -> f64 {
    let longest = one.spaces.iter().map(|space| space.code.chars().count()).max().unwrap_or(0);
    let least = if one.spaces.len() < 2 { 108.0 } else { SPACE.0 };
    least.max((26.0 + 6.2 * longest as f64).min(WIDEST))
}

/// Returns the rectangle of a space in a box.
pub fn cell(one: &PlaceBox, rect: Rect, index: usize) -> Rect {
    let wide = space_width(one);
    let x = rect.x + EDGE + (index % 3) as f64 * (wide + GAP);
    let y = rect.y + HEAD + (index / 3) as f64 * (SPACE.1 + GAP);
    Rect { x, y, w: wide, h: SPACE.1 }
}
