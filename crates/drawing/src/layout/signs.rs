//! Positions of signs in their areas.

use super::free_space::room;
use crate::geometry::shape::{Point, Rect, distance};
use crate::map::Area;
use crate::style::signs::sign;

/// Size of the space for a sign.
pub const SIZE: (f64, f64) = (24.0, 20.0);

/// Returns the position of an area's sign: beside the name, and clear of pieces if there is room.
pub fn place(area: &Area) -> Option<Point> {
    sign(&area.kind)?;
    *area.sign.get_or_init(|| {
        let grid = room(area, 0.0);
        let near = area.text.as_ref().map_or(area.label, |text| (text.x, text.y - 18.0));
        let (x, y, radius) = area.spot;
        let spot = Rect::around((x, y), radius * 1.6, radius * 1.5);
        // Prefer a place a little further from the name over the spot of the pieces.
        let score = |rect: Rect| {
            let over = overlap(rect, spot);
            distance(rect.centre(), near) + over * 0.25
        };
        let sizes = [(1.1, 1.1), (1.0, 1.0), (0.85, 0.85)];
        let found = sizes.iter().find_map(|(w, h)| grid.best((SIZE.0 * w, SIZE.1 * h), score));
        Some(found.map_or((x, y), Rect::centre))
    })
}

fn overlap(one: Rect, other: Rect) -> f64 {
    let across = (one.x + one.w).min(other.x + other.w) - one.x.max(other.x);
    let down = (one.y + one.h).min(other.y + other.h) - one.y.max(other.y);
    across.max(0.0) * down.max(0.0)
}
