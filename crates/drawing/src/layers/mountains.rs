//! Mountains: impassable ground with hachures around the foot and peaks on top.

use super::canvas::Canvas;
use crate::geometry::shape::{Point, Rect, clearance, distance, edges, inside};
use crate::map::Area;
use crate::style::pen::{Pen, line, num, tenth};

/// Distance between peaks: horizontally, and from row to row.
const APART: (f64, f64) = (21.0, 13.0);

/// A peak: lit on the left, shaded on the right, with snow.
const PEAK: &str = "<g id=\"d-peak\">\
    <path class=\"b-peak\" d=\"M-12 8q4.5-4 6-9l2-2.5L0-11l4 7 2.5 2q2 5.5 6 10z\"/>\
    <path class=\"b-crag\" d=\"M0-11l4 7 2.5 2q2 5.5 6 10H3.5Q1 4 3-1L.5-5z\"/>\
    <path class=\"b-snow\" d=\"M0-11l4 7-1.8-.8L.6-3l-1.8-1.6L-3.6-4z\"/>\
    <path class=\"b-ridge\" d=\"M-12 8q4.5-4 6-9l2-2.5L0-11l4 7 2.5 2q2 5.5 6 10\"/></g>\n";

/// Defines the shape of a peak, if the board has mountains.
pub fn define(pen: &mut Pen, canvas: &Canvas<'_>) {
    if canvas.geometry.areas.iter().any(Area::mountain) {
        pen.text(PEAK);
    }
}

/// Draws hachures and peaks over the mountains' ground.
pub fn draw(pen: &mut Pen, canvas: &Canvas<'_>) {
    let mut strokes = String::new();
    let mut standing: Vec<(Point, f64)> = Vec::new();
    for mountain in canvas.geometry.areas.iter().filter(|area| area.mountain()) {
        for (foot, top) in hachures(mountain) {
            strokes.push_str(&line(&[foot, top]));
        }
        standing.extend(peaks(mountain));
    }
    if strokes.is_empty() {
        return;
    }
    pen.put(format_args!("<path class=\"b-hachure\" d=\"{strokes}\"/>\n"));
    // Peaks further down are in front of those above.
    standing.sort_by(|a, b| a.0.1.total_cmp(&b.0.1).then(a.0.0.total_cmp(&b.0.0)));
    for ((x, y), scale) in standing {
        let (x, y, scale) = (tenth(x), tenth(y), num(scale));
        pen.put(format_args!(
            "<use href=\"#d-peak\" transform=\"translate({x} {y})scale({scale})\"/>\n"
        ));
    }
}

/// Returns strokes from the foot of the mountain upwards, alternately long and short.
fn hachures(mountain: &Area) -> Vec<(Point, Point)> {
    let mut found = Vec::new();
    for ring in &mountain.rings {
        let (mut left, mut long) = (2.5, true);
        for (a, b) in edges(ring) {
            let length = distance(a, b);
            while left < length {
                let (dx, dy) = ((b.0 - a.0) / length, (b.1 - a.1) / length);
                let foot = (a.0 + dx * left, a.1 + dy * left);
                let reach = if long { 11.0 } else { 7.0 };
                let sides = [(-dy * reach, dx * reach), (dy * reach, -dx * reach)];
                let tops = sides.map(|side| (foot.0 + side.0, foot.1 + side.1));
                let top = tops.into_iter().find(|top| inside(&mountain.rings, *top));
                // Strokes would cross in the corners.
                let clear = |top: &Point| clearance(&mountain.rings, *top) > reach * 0.8;
                if let Some(top) = top.filter(clear) {
                    let at = |part: f64| {
                        (foot.0 + (top.0 - foot.0) * part, foot.1 + (top.1 - foot.1) * part)
                    };
                    found.push((at(0.12), at(1.0)));
                }
                left += 5.0;
                long = !long;
            }
            left -= length;
        }
    }
    found
}

/// Returns positions and sizes of peaks, in staggered rows clear of the mountain's name.
fn peaks(mountain: &Area) -> Vec<(Point, f64)> {
    let points = || mountain.rings.iter().flatten();
    let left = points().map(|p| p.0).fold(f64::MAX, f64::min);
    let right = points().map(|p| p.0).fold(f64::MIN, f64::max);
    let top = points().map(|p| p.1).fold(f64::MAX, f64::min);
    let bottom = points().map(|p| p.1).fold(f64::MIN, f64::max);
    let name = mountain.name_rect();
    let mut found = Vec::new();
    let mut y = mountain.label.1 - ((mountain.label.1 - top) / APART.1).floor() * APART.1;
    let mut shifted = false;
    while y < bottom {
        let from = mountain.label.0 - ((mountain.label.0 - left) / APART.0).ceil() * APART.0;
        let mut x = from + if shifted { APART.0 / 2.0 } else { 0.0 };
        while x < right {
            let room = clearance(&mountain.rings, (x, y));
            let scale = ((room + 6.0) / 24.0).clamp(0.6, 1.25);
            let body = Rect::around((x, y - 1.5 * scale), 19.0 * scale, 18.0 * scale);
            let covers = name.is_some_and(|name| overlap(body, trimmed(name)));
            if inside(&mountain.rings, (x, y)) && room > 9.0 && !covers {
                found.push(((x, y), scale));
            }
            x += APART.0;
        }
        y += APART.1;
        shifted = !shifted;
    }
    found
}

/// Removes the padding around a name.
fn trimmed(name: Rect) -> Rect {
    Rect { x: name.x + 4.0, y: name.y + 3.0, w: name.w - 8.0, h: name.h - 6.0 }
}

fn overlap(one: Rect, other: Rect) -> bool {
    one.x < other.x + other.w
        && other.x < one.x + one.w
        && one.y < other.y + other.h
        && other.y < one.y + one.h
}
