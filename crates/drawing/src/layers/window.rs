//! The visible part of a board: all of it, or some areas with their surroundings.

use super::canvas::Canvas;
use crate::map::Area;
use crate::plane::shape::Rect;

/// How much of the surroundings is shown, as a share of the longer side.
const ROUND: f64 = 0.22;
/// Minimum and maximum ratio of a window's width to its height.
const SHAPE: (f64, f64) = (1.3, 2.0);
/// The same for a wide window, which is cut to this shape where the board is too narrow for it.
const BANNER: (f64, f64) = (2.4, 2.8);
/// Areas further apart than this share of the board in either direction are not shown together: the
/// window would be almost as large as the board.
const APART: f64 = 0.45;

/// Returns the window around these areas, in the shape for emails if it is `wide`. If they are far
/// apart, it covers the first area and those close to it; if none is on the board, it is the whole
/// board, or its middle.
pub fn of(canvas: &Canvas<'_>, near: &[String], wide: bool) -> Rect {
    let (width, height) = (canvas.geometry.width, canvas.geometry.height);
    let whole = Rect { x: 0.0, y: 0.0, w: width, h: height };
    let areas = near.iter().filter_map(|slug| canvas.geometry.area(slug));
    let close = |seen: Rect| seen.w <= APART * width && seen.h <= APART * height;
    let seen = areas.map(bounds).reduce(|seen, next| match both(seen, next) {
        more if close(more) => more,
        _ => seen,
    });
    if seen.is_none() && !wide {
        return whole;
    }
    let mut seen = seen.map_or(whole, |seen| seen.grown(ROUND * seen.w.max(seen.h)));
    let (least, most) = if wide { BANNER } else { SHAPE };
    let (w, h) = (seen.w.max(seen.h * least), seen.h.max(seen.w / most));
    let (w, h) = (w.min(width), h.min(height));
    let h = if wide { h.min(w / least) } else { h };
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
