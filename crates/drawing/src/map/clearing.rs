//! Keeps bridges and anchors uncovered: pieces avoid them, and names are moved aside.

use super::{Area, Geometry};
use crate::geometry::grid::Grid;
use crate::geometry::shape::{Point, Rect, clearance, distance, inside};

/// Radius of a bridge and of an anchor.
const BRIDGE: f64 = 14.0;
const ANCHOR: f64 = 11.0;

/// Registers what must stay uncovered in each area, and moves names that would cover it.
pub fn keep(geometry: &mut Geometry) {
    let bridges = geometry.bridges.iter().map(|bridge| ((bridge.x, bridge.y), BRIDGE));
    let anchors = geometry.harbours.iter().map(|harbour| (harbour.sign, ANCHOR));
    let all: Vec<(Point, f64)> = bridges.chain(anchors).collect();
    for area in geometry.areas.iter_mut().filter(|area| !area.sea()) {
        let reaches = |(middle, radius): &&(Point, f64)| {
            inside(&area.rings, *middle) || clearance(&area.rings, *middle) < *radius
        };
        area.reserved = all.iter().filter(reaches).copied().collect();
        step_aside(area);
    }
}

/// Moves a name that overlaps an obstacle to the nearest free position.
fn step_aside(area: &mut Area) {
    let Some(name) = area.name_rect() else { return };
    // The name's rectangle is generous; its letters take a little less space.
    let letters = Rect::around(name.centre(), name.w * 0.92, name.h * 0.8);
    let touched =
        |(middle, radius): &(Point, f64)| distance(letters.nearest(*middle), *middle) < *radius;
    if !area.reserved.iter().any(touched) {
        return;
    }
    let mut grid = Grid::over(name.grown(70.0), 2.0);
    grid.block_where(&area.rings, false);
    for (middle, radius) in &area.reserved {
        grid.block(Rect::around(*middle, 2.0 * radius, 2.0 * radius));
    }
    grid.seal();
    let near = |rect: Rect| distance(rect.centre(), name.centre());
    let found =
        [0.92, 0.84, 0.78].iter().find_map(|part| grid.best((name.w * part, letters.h), near));
    if let (Some(rect), Some(text)) = (found, &mut area.text) {
        (text.x, text.y) = rect.centre();
    }
}
