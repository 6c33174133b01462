//! Positions of pieces in areas with a sign: as large as possible, in one block or in two around
//! the name, beside the sign if there is room and otherwise over it.

use super::free_space::room;
use super::packing::{block, square};
use super::signs;
use crate::geometry::grid::Grid;
use crate::geometry::shape::{Point, Rect, Stand, distance};
use crate::map::Area;

/// From the preferred size to the smallest that is readable when magnified.
const SCALES: [f64; 11] = [1.3, 1.18, 1.08, 1.0, 0.92, 0.85, 0.78, 0.71, 0.64, 0.58, 0.52];

/// Space for one piece at full size, with a margin.
const CELL: (f64, f64) = (27.5, 29.0);

/// Beyond this number, pieces are not shown individually.
const MOST: usize = 20;

/// Returns the position of each piece, or `None` if they do not fit at any size.
pub fn stand(area: &Area, count: usize) -> Option<Vec<Stand>> {
    let sign = signs::place(area).filter(|_| count <= MOST)?;
    let (strict, over, far) = (room(area, 0.0), room(area, 5.0), room(area, 11.0));
    let mut adjacent = strict.clone();
    adjacent.block(Rect::around(sign, signs::SIZE.0, signs::SIZE.1));
    adjacent.seal();
    let spot = (area.spot.0, area.spot.1);
    SCALES.iter().find_map(|scale| {
        // Small pieces may overlap the border rather than shrink further.
        let grids: &[&Grid] = match *scale {
            s if s > 1.1 => &[&adjacent],
            s if s > 0.9 => &[&adjacent, &strict],
            s if s > 0.8 => &[&adjacent, &strict, &over],
            _ => &[&adjacent, &strict, &over, &far],
        };
        grids.iter().find_map(|grid| {
            together(grid, spot, count, *scale).or_else(|| apart(grid, spot, count, *scale))
        })
    })
}

/// Places all pieces in one block.
fn together(grid: &Grid, spot: Point, count: usize, scale: f64) -> Option<Vec<Stand>> {
    let mut shapes = vec![count];
    if count > 2 {
        shapes.push(count.div_ceil(2));
    }
    if count > 4 {
        shapes.push(square(count));
    }
    shapes.iter().find_map(|across| {
        let rect = free(grid, spot, count, *across, scale)?;
        Some(places(rect, count, *across, scale))
    })
}

/// Places some pieces above the name and some below, or wherever there is room.
fn apart(grid: &Grid, spot: Point, count: usize, scale: f64) -> Option<Vec<Stand>> {
    let half = count.div_ceil(2);
    let parts = [half, count / 2, half + 1, count.saturating_sub(1), 1];
    parts.iter().filter(|part| (1..count).contains(*part)).find_map(|first| {
        let one = free(grid, spot, *first, *first, scale)?;
        let mut left = grid.clone();
        left.block(one);
        left.seal();
        let other = free(&left, spot, count - first, count - first, scale)?;
        let mut all = places(one, *first, *first, scale);
        all.extend(places(other, count - first, count - first, scale));
        Some(all)
    })
}

fn free(grid: &Grid, spot: Point, count: usize, across: usize, scale: f64) -> Option<Rect> {
    let rows = count.div_ceil(across) as f64;
    let size = (across as f64 * CELL.0 * scale, rows * CELL.1 * scale);
    let wanted = Rect::around(spot, size.0, size.1);
    if grid.free(wanted) {
        return Some(wanted);
    }
    grid.best(size, |rect| distance(rect.centre(), spot))
}

fn places(rect: Rect, count: usize, across: usize, scale: f64) -> Vec<Stand> {
    // Pieces extend further above their centre than below it.
    let (x, y) = rect.centre();
    block((x, y + 2.5 * scale), count, (across, CELL.0 * scale, scale))
}
