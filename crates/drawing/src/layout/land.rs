//! Positions of pieces on land: beside the name, and closer together or smaller where space is
//! short.

use super::free_space::room;
use super::packing::{FigureRow, block, square};
use super::sign_areas;
use crate::geometry::grid::Grid;
use crate::geometry::shape::{Point, Rect, Stand, distance};
use crate::map::Area;

/// Returns the cached positions, which are the same for every drawing and expensive to compute.
pub fn stand(area: &Area, count: usize) -> Vec<Stand> {
    match area.stands.get(count) {
        Some(known) => known.get_or_init(|| on_land(area, count)).clone(),
        None => on_land(area, count),
    }
}

/// Returns the first arrangement that fits beside the name, as near to the spot as possible.
fn on_land(area: &Area, count: usize) -> Vec<Stand> {
    let (x, y, _) = area.spot;
    if count == 0 {
        return Vec::new();
    }
    if let Some(places) = sign_areas::stand(area, count) {
        return places;
    }
    if let Some(places) = considerate(area, count) {
        return places;
    }
    let (strict, loose) = (room(area, 0.0), room(area, 6.0));
    let (large, small): (Vec<FigureRow>, Vec<FigureRow>) =
        ways(count).iter().partition(|way| way.2 > 0.8);
    // Let large pieces overlap the area's border before shrinking all of them.
    let far = room(area, 13.0);
    let tries =
        [(&strict, &large), (&loose, &large), (&strict, &small), (&loose, &small), (&far, &small)];
    for (grid, ways) in tries {
        if let Some(places) = ways.iter().find_map(|way| fit(grid, (x, y), count, *way)) {
            return places;
        }
    }
    if count > 6 {
        return block(area.label, count, (square(count), 10.0, 0.4));
    }
    // No room at all: a tight row across the border is better than a covered name.
    block((x, y), count, (count, 13.0, 0.62))
}

/// Returns the first arrangement that also avoids neighbouring pieces and names, while the figures
/// stay large enough to be read.
fn considerate(area: &Area, count: usize) -> Option<Vec<Stand>> {
    if area.reserved_boxes.is_empty() {
        return None;
    }
    let grids = [0.0, 6.0].map(|slack| {
        let mut grid = room(area, slack);
        area.reserved_boxes.iter().for_each(|rect| grid.block(*rect));
        grid.seal();
        grid
    });
    let spot = (area.spot.0, area.spot.1);
    [0.85, 0.72, 0.64].iter().find_map(|least| {
        let ways: Vec<FigureRow> = ways(count).into_iter().filter(|way| way.2 >= *least).collect();
        grids.iter().find_map(|grid| ways.iter().find_map(|way| fit(grid, spot, count, *way)))
    })
}

/// Places the figures in this arrangement, as near to the spot as there is room.
fn fit(
    grid: &Grid,
    spot: Point,
    count: usize,
    (across, gap, scale): FigureRow,
) -> Option<Vec<Stand>> {
    let rows = count.div_ceil(across);
    let width = (across as f64 - 1.0) * gap + 19.0 * scale;
    let height = (rows as f64 - 1.0) * 27.0 * scale + 23.0 * scale;
    let wanted = Rect::around(spot, width, height);
    let near = |rect: Rect| distance(rect.centre(), spot);
    let rect = if grid.free(wanted) { wanted } else { grid.best((width, height), near)? };
    // Pieces extend further above their centre than below it.
    let middle = (rect.centre().0, rect.centre().1 + 2.0 * scale);
    Some(block(middle, count, (across, gap, scale)))
}

/// Returns arrangements, the most generous first.
fn ways(count: usize) -> Vec<FigureRow> {
    if count < 4 {
        let two = count.div_ceil(2);
        return vec![
            (count, 28.0, 1.15),
            (count, 25.0, 1.0),
            (count, 21.5, 1.0),
            (two, 25.0, 1.0),
            (count, 19.0, 0.85),
            (two, 21.0, 0.85),
            (count, 14.0, 0.8),
            (two, 16.0, 0.72),
        ];
    }
    if count > 6 {
        let across = square(count * 3 / 2);
        let sizes = [(25.0, 1.0), (21.0, 0.85), (18.0, 0.72), (15.0, 0.6), (12.0, 0.48)];
        return sizes.iter().map(|(gap, scale)| (across, *gap, *scale)).collect();
    }
    let half = count.div_ceil(2);
    vec![
        (half, 25.0, 1.0),
        (count, 24.0, 1.0),
        (half, 22.0, 0.95),
        (count, 20.0, 0.88),
        (half, 19.0, 0.82),
        (half, 17.0, 0.74),
        (count, 15.0, 0.74),
        (half, 14.0, 0.66),
        (count, 13.0, 0.64),
        (half, 12.5, 0.58),
        (count, 11.5, 0.56),
    ]
}
