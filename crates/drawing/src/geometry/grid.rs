//! Finds free space: a coarse grid of blocked and free cells, and the best free rectangle in it.

use super::shape::{Point, Rect, Ring, Size, crossings, distance, edges};

/// Cells over a rectangle. Call [`Grid::seal`] after blocking and before queries.
#[derive(Clone)]
pub struct Grid {
    over: Rect,
    step: f64,
    columns: usize,
    rows: usize,
    blocked: Vec<bool>,
    /// For each corner, the number of blocked cells above and to the left of it.
    sums: Vec<u32>,
}

impl Grid {
    pub fn over(over: Rect, step: f64) -> Grid {
        let columns = (over.w / step).ceil() as usize;
        let rows = (over.h / step).ceil() as usize;
        Grid { over, step, columns, rows, blocked: vec![false; columns * rows], sums: Vec::new() }
    }

    fn middle(&self, column: usize, row: usize) -> Point {
        let x = self.over.x + (column as f64 + 0.5) * self.step;
        (x, self.over.y + (row as f64 + 0.5) * self.step)
    }

    /// Blocks every cell that is inside the rings, or outside if `within` is false.
    pub fn block_where(&mut self, rings: &[Ring], within: bool) {
        for row in 0..self.rows {
            let y = self.middle(0, row).1;
            let mut cuts: Vec<f64> = rings.iter().flat_map(|ring| crossings(ring, y)).collect();
            cuts.sort_by(f64::total_cmp);
            for column in 0..self.columns {
                let x = self.middle(column, row).0;
                let odd = cuts.partition_point(|cut| *cut <= x) % 2 == 1;
                self.blocked[row * self.columns + column] |= odd == within;
            }
        }
    }

    /// Blocks the cells within reach of the rings' sides.
    pub fn block_near(&mut self, rings: &[Ring], reach: f64) {
        for ring in rings {
            self.mark_sides(edges(ring), reach, true);
        }
    }

    /// Frees the cells within reach of the rings' sides.
    pub fn free_near(&mut self, rings: &[Ring], reach: f64) {
        for ring in rings {
            self.mark_sides(edges(ring), reach, false);
        }
    }

    /// Blocks the cells within reach of an open line.
    pub fn block_line(&mut self, line: &[Point], reach: f64) {
        let sides = line.iter().copied().zip(line.iter().copied().skip(1));
        self.mark_sides(sides, reach, true);
    }

    fn mark_sides(
        &mut self,
        sides: impl Iterator<Item = (Point, Point)>,
        reach: f64,
        blocked: bool,
    ) {
        for (a, b) in sides {
            let length = distance(a, b);
            let parts = (length / self.step).ceil().max(1.0) as usize;
            for part in 0..=parts {
                let along = part as f64 / parts as f64;
                let at = (a.0 + along * (b.0 - a.0), a.1 + along * (b.1 - a.1));
                self.mark_disc(at, reach, blocked);
            }
        }
    }

    fn mark_disc(&mut self, centre: Point, radius: f64, blocked: bool) {
        let around = Rect::around(centre, 2.0 * radius, 2.0 * radius);
        self.each_in(around, |grid, cell, middle| {
            if distance(middle, centre) <= radius {
                grid.blocked[cell] = blocked;
            }
        });
    }

    pub fn block(&mut self, rect: Rect) {
        self.each_in(rect, |grid, cell, _| grid.blocked[cell] = true);
    }

    fn each_in(&mut self, rect: Rect, mut act: impl FnMut(&mut Grid, usize, Point)) {
        let (left, right) = self.span(rect.x - self.over.x, rect.w, self.columns);
        let (top, bottom) = self.span(rect.y - self.over.y, rect.h, self.rows);
        for row in top..bottom {
            for column in left..right {
                let middle = self.middle(column, row);
                act(self, row * self.columns + column, middle);
            }
        }
    }

    fn span(&self, from: f64, length: f64, count: usize) -> (usize, usize) {
        let first = (from / self.step).floor().max(0.0) as usize;
        let last = ((from + length) / self.step).ceil().max(0.0) as usize;
        (first.min(count), last.min(count))
    }

    /// Computes the prefix sums that make queries fast.
    pub fn seal(&mut self) {
        let wide = self.columns + 1;
        self.sums = vec![0; wide * (self.rows + 1)];
        for row in 0..self.rows {
            for column in 0..self.columns {
                let own = u32::from(self.blocked[row * self.columns + column]);
                let above = self.sums[row * wide + column + 1];
                let left = self.sums[(row + 1) * wide + column];
                let both = self.sums[row * wide + column];
                self.sums[(row + 1) * wide + column + 1] = own + above + left - both;
            }
        }
    }

    /// Returns whether the rectangle lies on the grid and contains no blocked cell.
    pub fn free(&self, rect: Rect) -> bool {
        let within = self.over.holds((rect.x, rect.y))
            && self.over.holds((rect.x + rect.w, rect.y + rect.h));
        let (left, right) = self.span(rect.x - self.over.x, rect.w, self.columns);
        let (top, bottom) = self.span(rect.y - self.over.y, rect.h, self.rows);
        let wide = self.columns + 1;
        let at = |row: usize, column: usize| self.sums[row * wide + column];
        within && at(bottom, right) + at(top, left) == at(top, right) + at(bottom, left)
    }

    /// Returns the free rectangle of that size with the lowest score.
    pub fn best(&self, size: Size, score: impl Fn(Rect) -> f64) -> Option<Rect> {
        let mut found: Option<(f64, Rect)> = None;
        for row in 0..self.rows {
            for column in 0..self.columns {
                let x = self.over.x + column as f64 * self.step;
                let y = self.over.y + row as f64 * self.step;
                let rect = Rect { x, y, w: size.0, h: size.1 };
                if self.blocked[row * self.columns + column] || !self.free(rect) {
                    continue;
                }
                let worth = score(rect);
                if found.is_none_or(|(least, _)| worth < least) {
                    found = Some((worth, rect));
                }
            }
        }
        found.map(|(_, rect)| rect)
    }

    /// Returns the centres of the free cells.
    pub fn free_points(&self) -> impl Iterator<Item = Point> + '_ {
        (0..self.rows * self.columns)
            .filter(|cell| !self.blocked[*cell])
            .map(|cell| self.middle(cell % self.columns, cell / self.columns))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::shape::rings;

    #[test]
    fn the_nearest_free_place_is_found() {
        let mut grid = Grid::over(Rect { x: 0.0, y: 0.0, w: 100.0, h: 50.0 }, 5.0);
        grid.block_where(&rings("M0 0h50v50h-50z"), true);
        grid.seal();
        assert!(!grid.free(Rect { x: 45.0, y: 0.0, w: 10.0, h: 10.0 }));
        let found = grid.best((20.0, 20.0), |rect| rect.x + rect.y).expect("half of it is free");
        assert_eq!(found, Rect { x: 50.0, y: 0.0, w: 20.0, h: 20.0 });
        assert!(grid.best((60.0, 20.0), |_| 0.0).is_none());
    }

    #[test]
    fn cells_near_a_line_are_blocked() {
        let mut grid = Grid::over(Rect { x: 0.0, y: 0.0, w: 100.0, h: 50.0 }, 5.0);
        grid.block_line(&[(0.0, 25.0), (100.0, 25.0)], 6.0);
        grid.seal();
        assert!(!grid.free(Rect { x: 40.0, y: 20.0, w: 10.0, h: 10.0 }));
        assert!(grid.free(Rect { x: 40.0, y: 0.0, w: 10.0, h: 15.0 }));
    }
}
