//! Fits a group's large name across its areas without touching their own names.

use crate::map::Geometry;
use crate::plane::grid::Grid;
use crate::plane::shape::{Point, Rect, distance};
use ravenpost_rules::view::scene::Board;

/// The position and style of a group's name.
pub struct Banner {
    pub middle: Point,
    /// Rotation in degrees.
    pub angle: f64,
    pub size: f64,
    /// Distance from one letter to the next.
    pub advance: f64,
}

const SIZES: [f64; 5] = [32.0, 27.0, 22.0, 18.0, 14.0];
const ANGLES: [f64; 9] = [0.0, -20.0, 20.0, -40.0, 40.0, -60.0, 60.0, -75.0, 75.0];

/// Returns the largest banner that fits, preferring level ones and those near the group's centre.
pub fn banner(board: &Board, geometry: &Geometry, index: usize) -> Option<Banner> {
    let (group, words) = *board.groups.get(index)?;
    let letters = words.chars().count();
    place(&room(geometry, group, true), letters)
        .or_else(|| place(&room(geometry, group, false), letters))
}

fn place(grid: &Grid, letters: usize) -> Option<Banner> {
    let points: Vec<Point> = grid.free_points().collect();
    let count = points.len() as f64;
    let sum = points.iter().fold((0.0, 0.0), |sum, p| (sum.0 + p.0, sum.1 + p.1));
    let centre = (sum.0 / count, sum.1 / count);
    for size in SIZES {
        for angle in ANGLES {
            let (sin, cos) = f64::to_radians(angle).sin_cos();
            let advance = size * 0.95;
            let fits = |middle: Point| {
                (0..letters).all(|index| {
                    let off = (index as f64 - (letters as f64 - 1.0) / 2.0) * advance;
                    let letter = (middle.0 + off * cos, middle.1 + off * sin);
                    grid.free(Rect::around(letter, size * 0.75, size * 0.75))
                })
            };
            let near = |p: &Point| distance(*p, centre);
            let best =
                points.iter().filter(|p| fits(**p)).min_by(|a, b| near(a).total_cmp(&near(b)));
            if let Some(middle) = best {
                return Some(Banner { middle: *middle, angle, size, advance });
            }
        }
    }
    None
}

/// Returns the group's areas without their names and, if asked, without the spots of their pieces.
fn room(geometry: &Geometry, group: &str, spots: bool) -> Grid {
    let own: Vec<_> = geometry.areas.iter().filter(|area| area.group() == group).collect();
    let canvas = Rect { x: 0.0, y: 0.0, w: geometry.width, h: geometry.height };
    let mut grid = Grid::over(canvas, 4.0);
    let rings: Vec<_> = own.iter().flat_map(|area| area.rings.clone()).collect();
    grid.block_where(&rings, false);
    for name in own.iter().filter_map(|area| area.name_rect()) {
        grid.block(name.grown(1.0));
    }
    for area in own.iter().filter(|_| spots) {
        grid.block(Rect::around((area.spot.0, area.spot.1), 40.0, 22.0));
    }
    grid.seal();
    grid
}
