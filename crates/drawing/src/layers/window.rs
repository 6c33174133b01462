//! The part of a board that a drawing shows: all of it, or some areas with what lies round them.

use super::canvas::Canvas;
use crate::map::Area;
use crate::plane::shape::Rect;

/// How much of the country round them is seen, as a share of the longer side.
const ROUND: f64 = 0.22;
/// A window's length is at least and at most so many times its height, as it stands in a text.
const SHAPE: (f64, f64) = (1.3, 2.0);
/// Areas that lie further apart than this share of the board, lengthwise or across, are not seen
/// at once: a window as large as the board would show nothing better than the board does.
const APART: f64 = 0.45;

/// The window round these areas, of areas far apart round the first and those close to it; the
/// whole board where none of them is on it.
pub fn of(canvas: &Canvas<'_>, near: &[String]) -> Rect {
    let (width, height) = (canvas.geometry.width, canvas.geometry.height);
    let whole = Rect { x: 0.0, y: 0.0, w: width, h: height };
    let areas = near.iter().filter_map(|slug| canvas.geometry.area(slug));
    let close = |seen: Rect| seen.w <= APART * width && seen.h <= APART * height;
    let seen = areas.map(bounds).reduce(|seen, next| match both(seen, next) {
        more if close(more) => more,
        _ => seen,
    });
    let Some(seen) = seen else { return whole };
    let mut seen = seen.grown(ROUND * seen.w.max(seen.h));
    let (w, h) = (seen.w.max(seen.h * SHAPE.0), seen.h.max(seen.w / SHAPE.1));
    let (w, h) = (w.min(width), h.min(height));
    let middle = seen.centre();
    seen = Rect::around(middle, w, h);
    Rect { x: seen.x.clamp(0.0, width - w), y: seen.y.clamp(0.0, height - h), w, h }
}

fn bounds(area: &Area) -> Rect {
    let mut points = area.rings.iter().flatten();
    let first = points.next().copied().unwrap_or(area.label);
    let start = Rect { x: first.0, y: first.1, w: 0.0, h: 0.0 };
    points.fold(start, |seen, at| both(seen, Rect { x: at.0, y: at.1, w: 0.0, h: 0.0 }))
}

fn both(one: Rect, other: Rect) -> Rect {
    let (x, y) = (one.x.min(other.x), one.y.min(other.y));
    let right = (one.x + one.w).max(other.x + other.w);
    let low = (one.y + one.h).max(other.y + other.h);
    Rect { x, y, w: right - x, h: low - y }
}
