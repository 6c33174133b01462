//! Derives harbours from the routes that end in them.

use super::{Area, Border, Geometry, Harbour};
use crate::geometry::shape::{Point, clearance, distance, inside};

/// Radius of an anchor's disc, and its distance from the edge of an ocean square.
const DISC: f64 = 11.0;

/// Returns one harbour for each land area with a route: where the routes end, facing open water.
pub fn of(geometry: &Geometry) -> Vec<Harbour> {
    let mut found: Vec<Harbour> = Vec::new();
    for area in geometry.areas.iter().filter(|area| !area.sea()) {
        let one = harbour(geometry, area, &found);
        found.extend(one);
    }
    found
}

fn harbour(geometry: &Geometry, area: &Area, others: &[Harbour]) -> Option<Harbour> {
    let own = |border: &&Border| {
        border.route && (border.between.0 == area.slug || border.between.1 == area.slug)
    };
    let lines = geometry.borders.iter().filter(own).filter_map(|border| border.lines.first());
    let at = lines.filter_map(|line| landing(area, line)).next()?;
    let out = open_water(geometry, at);
    let clear = |sign: &Point| {
        let squares = geometry.areas.iter().filter(|area| area.square());
        let mut squares = squares.map(|one| distance(one.label, *sign) - one.room - DISC);
        let mut anchors = others.iter().map(|one| distance(one.sign, *sign) - 2.0 * DISC);
        squares.all(|gap| gap > 2.0) && anchors.all(|gap| gap > 1.0)
    };
    // Offshore, so that names on land remain readable, or onshore if a square is close.
    let places = [9.0, 4.0, 0.0, -5.0, -10.0].map(|by| (at.0 + out.0 * by, at.1 + out.1 * by));
    let sign = places.into_iter().find(clear).unwrap_or(at);
    Some(Harbour { area: area.slug.clone(), at, out, sign })
}

/// Returns the direction from a point on the shore that leaves the land soonest.
fn open_water(geometry: &Geometry, (x, y): Point) -> Point {
    const REACH: f64 = 25.0;
    let ways = (0..24).map(|part| f64::from(part) * std::f64::consts::TAU / 24.0);
    let afloat = ways.map(|angle| (angle.cos(), angle.sin())).map(|way| {
        let ahead = (x + way.0 * REACH, y + way.1 * REACH);
        let room = clearance(&geometry.land, ahead);
        (if inside(&geometry.land, ahead) { -room } else { room }, way)
    });
    afloat.max_by(|(one, _), (other, _)| one.total_cmp(other)).map_or((0.0, 1.0), |(_, way)| way)
}

/// Returns the end of a route that lies on the area's shore.
fn landing(area: &Area, line: &[Point]) -> Option<Point> {
    let (head, tail) = (*line.first()?, *line.last()?);
    let reach = |end: Point| clearance(&area.rings, end);
    Some(if reach(head) < reach(tail) { head } else { tail })
}
