//! Fits a group's large name across its areas without touching their own names.

use crate::geometry::grid::Grid;
use crate::geometry::shape::{Point, Rect, distance};
use crate::map::Geometry;
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

impl Banner {
    /// Returns the middle of one of its letters.
    pub fn letter(&self, index: usize, letters: usize) -> Point {
        let (sin, cos) = self.angle.to_radians().sin_cos();
        let off = (index as f64 - (letters as f64 - 1.0) / 2.0) * self.advance;
        (self.middle.0 + off * cos, self.middle.1 + off * sin)
    }
}

/// Returns banners that fit, the largest first. Level ones and those near the group's centre are
/// preferred.
pub fn banners(board: &Board, geometry: &Geometry, index: usize) -> Vec<Banner> {
    let Some((group, words)) = board.groups.get(index) else { return Vec::new() };
    let letters = words.chars().count();
    let mut found = places(&room(geometry, group, true), letters);
    found.extend(places(&room(geometry, group, false), letters));
    found.sort_by(|one, other| other.size.total_cmp(&one.size));
    found
}

/// Returns up to two banners of each size, well apart.
fn places(grid: &Grid, letters: usize) -> Vec<Banner> {
    let points: Vec<Point> = grid.free_points().collect();
    let count = points.len() as f64;
    let sum = points.iter().fold((0.0, 0.0), |sum, p| (sum.0 + p.0, sum.1 + p.1));
    let centre = (sum.0 / count, sum.1 / count);
    let mut found: Vec<Banner> = Vec::new();
    for size in SIZES {
        let mut here: Vec<Point> = Vec::new();
        for angle in ANGLES {
            let advance = size * 0.95;
            let near = |p: &Point| distance(*p, centre);
            let apart = |p: &&Point| here.iter().all(|other| distance(*other, **p) > 2.0 * size);
            let fits = |p: &&Point| {
                let banner = Banner { middle: **p, angle, size, advance };
                (0..letters).all(|index| {
                    let letter = banner.letter(index, letters);
                    grid.free(Rect::around(letter, size * 0.75, size * 0.75))
                })
            };
            let free = points.iter().filter(apart).filter(fits);
            if let Some(middle) = free.min_by(|a, b| near(a).total_cmp(&near(b))) {
                here.push(*middle);
                found.push(Banner { middle: *middle, angle, size, advance });
            }
            if here.len() == EACH {
                break;
            }
        }
    }
    found
}

/// Alternatives of one size, so that one of them is free of pieces.
const EACH: usize = 2;

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
