//! Harbours, worked out from the routes that end in them.

use super::geometry::{Area, Border, Geometry, Harbour};
use super::shape::{Point, clearance, distance};

/// How far an anchor's disc reaches, and how far it stays from an ocean square's edge.
const DISC: f64 = 11.0;

/// One harbour for each land area with a route: where the routes end, facing where they come from.
pub(super) fn of(geometry: &Geometry) -> Vec<Harbour> {
    let lands = geometry.areas.iter().filter(|area| !area.sea());
    lands.filter_map(|area| harbour(geometry, area)).collect()
}

fn harbour(geometry: &Geometry, area: &Area) -> Option<Harbour> {
    let own = |border: &&Border| {
        border.route && (border.between.0 == area.slug || border.between.1 == area.slug)
    };
    let lines = geometry.borders.iter().filter(own).filter_map(|border| border.lines.first());
    let ends: Vec<(Point, Point)> = lines.filter_map(|line| landing(area, line)).collect();
    let (at, _) = *ends.first()?;
    let sum = ends.iter().fold((0.0, 0.0), |sum, (end, next)| {
        let length = distance(*end, *next).max(0.1);
        (sum.0 + (next.0 - end.0) / length, sum.1 + (next.1 - end.1) / length)
    });
    let length = distance(sum, (0.0, 0.0)).max(0.1);
    let out = (sum.0 / length, sum.1 / length);
    let clear = |sign: &Point| {
        let squares = geometry.areas.iter().filter(|area| area.square());
        squares.into_iter().all(|one| distance(one.label, *sign) > one.room + DISC + 2.0)
    };
    // Off the shore, so that the names on land stay free; on it where a square is near.
    let places = [9.0, 4.0, 0.0, -5.0, -10.0].map(|by| (at.0 + out.0 * by, at.1 + out.1 * by));
    let sign = places.into_iter().find(clear).unwrap_or(at);
    Some(Harbour { area: area.slug.clone(), at, out, sign })
}

/// The end of a route that lies on the area's shore, and the point before it.
fn landing(area: &Area, line: &[Point]) -> Option<(Point, Point)> {
    let head = (*line.first()?, *line.get(1)?);
    let tail = (*line.last()?, *line.iter().rev().nth(1)?);
    let reach = |end: Point| clearance(&area.rings, end);
    Some(if reach(head.0) < reach(tail.0) { head } else { tail })
}
