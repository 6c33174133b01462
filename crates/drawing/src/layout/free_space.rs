//! The space that an area has for pieces and signs.

use crate::geometry::grid::Grid;
use crate::geometry::shape::Rect;
use crate::map::Area;

/// Returns the area without its name, enlarged by `slack`.
pub fn room(area: &Area, slack: f64) -> Grid {
    let points = || area.rings.iter().flatten();
    let left = points().map(|p| p.0).fold(f64::MAX, f64::min);
    let right = points().map(|p| p.0).fold(f64::MIN, f64::max);
    let top = points().map(|p| p.1).fold(f64::MAX, f64::min);
    let bottom = points().map(|p| p.1).fold(f64::MIN, f64::max);
    let all = Rect { x: left, y: top, w: right - left, h: bottom - top };
    let mut grid = Grid::over(all.grown(slack), 2.0);
    grid.block_where(&area.rings, false);
    if slack > 0.0 {
        grid.free_near(&area.rings, slack);
    }
    if let Some(name) = area.name_rect() {
        grid.block(Rect { y: name.y + 1.0, h: name.h - 3.0, ..name });
    }
    for (middle, radius) in &area.reserved {
        grid.block(Rect::around(*middle, 1.7 * radius, 1.7 * radius));
    }
    grid.seal();
    grid
}
