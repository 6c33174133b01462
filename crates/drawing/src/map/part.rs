//! A section of a board: the same file cropped to a window, with the window's corner as the origin.

use super::{Area, Geometry};
use crate::geometry::shape::{Point, Rect, around, moved, rings};

/// Margin between the area in play and the edge of the picture.
const MARGIN: f64 = 9.0;

/// Crops the board to one of its sections. An unknown section leaves it unchanged.
pub fn cut(geometry: &mut Geometry, part: &str) {
    let Some((x, y, w, h)) = geometry.parts.get(part).copied() else { return };
    let canvas = (geometry.width, geometry.height);
    let (left, top) = ((x - MARGIN).max(0.0), (y - MARGIN).max(0.0));
    let right = (x + w + MARGIN).min(canvas.0);
    let bottom = (y + h + MARGIN).min(canvas.1);
    let window = Rect { x: left, y: top, w: right - left, h: bottom - top };
    geometry.areas.retain(|area| rings(&area.path).iter().any(|ring| meets(window, ring)));
    let off = (-left, -top);
    geometry.areas.iter_mut().for_each(|area| move_area(area, window, off));
    for data in geometry.coast.iter_mut().chain(&mut geometry.outside) {
        *data = moved(&seen(data, window), off);
    }
    let borders = geometry.borders.iter_mut().flat_map(|border| &mut border.lines);
    let rivers = geometry.rivers.iter_mut().flat_map(|river| &mut river.lines);
    let blacks = geometry.black_lines.iter_mut().flat_map(|black| &mut black.lines);
    let straits = geometry.straits.iter_mut().map(|strait| &mut strait.line);
    let lines = borders.chain(rivers).chain(blacks).chain(straits);
    lines.flatten().for_each(|point| shift(point, off));
    (geometry.width, geometry.height) = (window.w, window.h);
}

fn meets(window: Rect, ring: &[Point]) -> bool {
    let all = around(ring);
    all.x < window.x + window.w
        && all.x + all.w > window.x
        && all.y < window.y + window.h
        && all.y + all.h > window.y
}

/// Returns the rings of path data that intersect the window.
fn seen(data: &str, window: Rect) -> String {
    let all = data.split_inclusive('z');
    all.filter(|ring| rings(ring).iter().any(|ring| meets(window, ring))).collect()
}

fn move_area(area: &mut Area, window: Rect, off: Point) {
    // A name cut off by the edge is worse than none.
    let whole = area.name_rect().is_some_and(|name| {
        window.holds((name.x, name.y)) && window.holds((name.x + name.w, name.y + name.h))
    });
    if !whole {
        area.text = None;
    }
    area.path = moved(&area.path, off);
    shift(&mut area.label, off);
    area.spot.0 += off.0;
    area.spot.1 += off.1;
    if let Some(text) = &mut area.text {
        text.x += off.0;
        text.y += off.1;
    }
}

fn shift(point: &mut Point, off: Point) {
    point.0 += off.0;
    point.1 += off.1;
}
