//! Positions of pieces on the border between two areas: in a row along it, near its middle but not
//! on a name. Also computes the space that pieces in the areas leave for them.

use crate::geometry::shape::{Point, Rect, Stand, distance};
use crate::map::{Border, Geometry};

/// Step size when searching a border for a free position.
const STEP: f64 = 3.0;

/// Distance from a border's ends that is not searched, because other borders begin there.
const END: f64 = 12.0;

/// Returns a row along the border, or across it where space is very short.
pub fn stand(geometry: &Geometry, border: &Border, count: usize) -> Vec<Stand> {
    let tight = border.room < 6.0;
    let scale = if border.room < 9.0 { 0.7 } else { 0.9 };
    let row = |(at, angle): (Point, f64)| {
        let angle = if tight { angle + std::f64::consts::FRAC_PI_2 } else { angle };
        let (sin, cos) = angle.sin_cos();
        (0..count)
            .map(|index| {
                let off = (index as f64 - (count as f64 - 1.0) / 2.0) * 18.0 * scale;
                Stand { at: (at.0 + off * cos, at.1 + off * sin), scale }
            })
            .collect::<Vec<Stand>>()
    };
    let names = names(geometry, border);
    let middle = (border.mid, border.angle.to_radians());
    let mut best = (f64::MAX, row(middle));
    for place in std::iter::once(middle).chain(along(border)) {
        let figures = row(place);
        let covered: f64 = figures.iter().map(|figure| covered(&names, *figure)).sum();
        let worth = distance(place.0, border.mid) + 6.0 * covered;
        if worth < best.0 {
            best = (worth, figures);
        }
        // The middle of the border is free, and no other place can be closer.
        if covered == 0.0 && place.0 == border.mid {
            break;
        }
    }
    best.1
}

/// Registers in each area the positions of pieces on its borders and its neighbours' names, so that
/// its own pieces avoid both.
pub fn leave_room(geometry: &mut Geometry) {
    let mut all: Vec<Vec<Rect>> = Vec::new();
    for area in &geometry.areas {
        let own = |border: &&Border| border.between.0 == area.slug || border.between.1 == area.slug;
        let borders = || geometry.borders.iter().filter(own);
        let figures = borders().flat_map(|border| stand(geometry, border, 1));
        let bodies =
            figures.map(|Stand { at, scale }| Rect::around(at, 17.0 * scale, 21.0 * scale));
        let names = borders().filter_map(|border| {
            let (one, other) = (&border.between.0, &border.between.1);
            let name = geometry.area(if *one == area.slug { other } else { one })?.name_rect()?;
            Some(Rect::around(name.centre(), 0.86 * name.w, 0.8 * name.h))
        });
        all.push(bodies.chain(names).collect());
    }
    for (area, boxes) in geometry.areas.iter_mut().zip(all) {
        area.reserved_boxes = boxes;
    }
}

/// Returns the names that could be covered, each with the actual extent of its letters.
fn names(geometry: &Geometry, border: &Border) -> Vec<Rect> {
    let reach = border.lines.iter().flatten().map(|at| distance(*at, border.mid));
    let reach = reach.fold(0.0, f64::max) + 20.0;
    let rects = geometry.areas.iter().filter_map(crate::map::Area::name_rect);
    let tight = rects.map(|rect| Rect::around(rect.centre(), 0.86 * rect.w, 0.72 * rect.h));
    tight.filter(|rect| distance(rect.nearest(border.mid), border.mid) < reach).collect()
}

/// Returns how far a figure overlaps names.
fn covered(names: &[Rect], figure: Stand) -> f64 {
    let Stand { at: (x, y), scale } = figure;
    let body = Rect::around((x, y), 19.0 * scale, 24.0 * scale);
    let shared = |name: &Rect| {
        let wide = (body.x + body.w).min(name.x + name.w) - body.x.max(name.x);
        let high = (body.y + body.h).min(name.y + name.h) - body.y.max(name.y);
        if wide > 0.0 && high > 0.0 { wide.min(high) } else { 0.0 }
    };
    names.iter().map(shared).sum()
}

/// Returns points along the border with its direction there, without its ends.
fn along(border: &Border) -> Vec<(Point, f64)> {
    let mut points = Vec::new();
    for line in &border.lines {
        let (Some(first), Some(last)) = (line.first(), line.last()) else { continue };
        for pair in line.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            let length = distance(a, b);
            let angle = (b.1 - a.1).atan2(b.0 - a.0);
            let mut gone = 0.0;
            while gone < length {
                let part = gone / length;
                let at = (a.0 + (b.0 - a.0) * part, a.1 + (b.1 - a.1) * part);
                if distance(at, *first) >= END && distance(at, *last) >= END {
                    points.push((at, angle));
                }
                gone += STEP;
            }
        }
    }
    points
}
