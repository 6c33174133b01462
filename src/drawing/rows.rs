//! How pieces stand in their place: in rows, closer or smaller when room is short, and in the end
//! as one figure with a count.

use super::borders;
use super::canvas::Canvas;
use super::crowd;
use super::geometry::Area;
use super::grid::Grid;
use super::shape::{Point, Rect};
use crate::rules::scene::{Piece, Spot};

/// One figure to be drawn.
pub(super) struct Figure<'a> {
    pub(super) symbol: &'static str,
    pub(super) colour: &'static str,
    pub(super) letter: &'a str,
    pub(super) count: u16,
    /// Whether a pale disc lies beneath it: figures on borders.
    pub(super) disc: bool,
}

/// Where it stands, and how large.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) at: Point,
    pub(super) scale: f64,
}

/// Figures across, space between their middles, scale.
type Row = (usize, f64, f64);

/// The figures of one spot, each with its place, from back to front.
pub(super) fn set<'a>(
    canvas: &Canvas<'_>,
    spot: &Spot,
    pieces: &[&'a Piece],
) -> Vec<(Figure<'a>, Place)> {
    let geometry = &canvas.geometry;
    match spot {
        Spot::Area(slug) => {
            let Some(area) = geometry.area(slug) else { return Vec::new() };
            if let Some(fleet) = canvas.plan.seas.get(slug) {
                let figures = figures(pieces, 8);
                let places = at_sea(*fleet, figures.len());
                return figures.into_iter().zip(places).collect();
            }
            if area.square() {
                let figures = figures(pieces, 6);
                let places = fleet_at(area.label, figures.len(), 3);
                return figures.into_iter().zip(places).collect();
            }
            let figures = figures(pieces, 6);
            let places = stand(area, figures.len());
            figures.into_iter().zip(places).collect()
        }
        Spot::Border(one, other) => {
            let Some(border) = geometry.border(one, other) else { return Vec::new() };
            let mut figures = figures(pieces, 0);
            figures.iter_mut().for_each(|figure| figure.disc = true);
            let places = borders::stand(geometry, border, figures.len());
            figures.into_iter().zip(places).collect()
        }
        Spot::Harbour(slug) => {
            let Some(room) = canvas.plan.moorings.get(slug) else { return Vec::new() };
            let figures = figures(pieces, 6);
            let across = if room.w < 60.0 { 1 } else { 2 };
            let places = fleet_at(room.centre(), figures.len(), across);
            figures.into_iter().zip(places).collect()
        }
        Spot::Place(slug) => {
            let Some(site) = geometry.place(slug) else { return Vec::new() };
            let figures = figures(pieces, 4);
            let places = block(site.at, figures.len(), (4, 21.0, 0.9));
            figures.into_iter().zip(places).collect()
        }
    }
}

/// One figure for each piece as long as there are no more than that many; else alike ones as one.
fn figures<'a>(pieces: &[&'a Piece], most: u16) -> Vec<Figure<'a>> {
    let total: u16 = pieces.iter().map(|piece| piece.count).sum();
    let mut figures: Vec<Figure<'a>> = Vec::new();
    for piece in pieces {
        let Piece { symbol, colour, letter, count, .. } = piece;
        let one = |count| Figure { symbol, colour, letter, count, disc: false };
        let alike = figures.iter_mut().find(|figure| {
            (figure.symbol, figure.colour, figure.letter) == (*symbol, *colour, letter.as_str())
        });
        match alike {
            _ if total <= most => figures.extend((0..*count).map(|_| one(1))),
            Some(figure) => figure.count += count,
            None => figures.push(one(*count)),
        }
    }
    figures
}

/// Rows of at most so many figures, all round one middle.
pub(super) fn block(middle: Point, count: usize, (across, gap, scale): Row) -> Vec<Place> {
    let rows = count.div_ceil(across);
    let deep = 27.0 * scale;
    let mut places = Vec::with_capacity(count);
    for row in 0..rows {
        // The first rows take what does not divide evenly.
        let here = count / rows + usize::from(row < count % rows);
        let y = middle.1 + (row as f64 - (rows as f64 - 1.0) / 2.0) * deep;
        for column in 0..here {
            let x = middle.0 + (column as f64 - (here as f64 - 1.0) / 2.0) * gap;
            places.push(Place { at: (x, y), scale });
        }
    }
    places
}

/// Ships round one point, so many across at full size; more of them grow smaller.
fn fleet_at(middle: Point, count: usize, across: usize) -> Vec<Place> {
    match count {
        0 | 1 => block(middle, count, (1, 32.0, 1.1)),
        _ if count <= across => block(middle, count, (across, 31.0, 1.0)),
        _ => block(middle, count, (across.max(2), 25.0, 0.8)),
    }
}

fn at_sea(fleet: Rect, count: usize) -> Vec<Place> {
    if count > 8 {
        let across = square(count * 2);
        let rows = count.div_ceil(across) as f64;
        let scale = (fleet.w / (across as f64 * 36.0)).min(fleet.h / (rows * 30.0)).min(1.0);
        return block(fleet.centre(), count, (across, 36.0 * scale, scale));
    }
    let scale = (fleet.w / 150.0).min(1.0) * 1.05;
    let mut places = block(fleet.centre(), count, (4, 36.0 * scale, scale));
    let deep = if count > 4 { 9.0 * scale } else { 0.0 };
    for place in &mut places {
        let below = place.at.1 > fleet.centre().1;
        place.at.1 += if below { deep / 2.0 } else { -deep / 2.0 };
    }
    places
}

/// Places on land are the same for every drawing, and costly to find.
fn stand(area: &Area, count: usize) -> Vec<Place> {
    match area.stands.get(count) {
        Some(known) => known.get_or_init(|| on_land(area, count)).clone(),
        None => on_land(area, count),
    }
}

/// The first of the ways to stand that fits beside the name, as near to the spot as can be.
fn on_land(area: &Area, count: usize) -> Vec<Place> {
    let (x, y, _) = area.spot;
    if count == 0 {
        return Vec::new();
    }
    if let Some(places) = crowd::stand(area, count) {
        return places;
    }
    if let Some(places) = considerate(area, count) {
        return places;
    }
    let (strict, loose) = (room(area, 0.0), room(area, 6.0));
    let (large, small): (Vec<Row>, Vec<Row>) = ways(count).iter().partition(|way| way.2 > 0.8);
    // A large piece may lean over its area's border before all of them grow small.
    for (grid, ways) in [(&strict, &large), (&loose, &large), (&strict, &small)] {
        if let Some(places) = ways.iter().find_map(|way| fit(grid, (x, y), count, *way)) {
            return places;
        }
    }
    if count > 6 {
        return block(area.label, count, (square(count), 10.0, 0.4));
    }
    // No room at all: a close row across the border is better than a covered name.
    block((x, y), count, (count, 13.0, 0.62))
}

/// The first of the ways that also keeps off what stands beside the area, as long as the figures
/// stay large enough to be read.
fn considerate(area: &Area, count: usize) -> Option<Vec<Place>> {
    if area.beside.is_empty() {
        return None;
    }
    let grids = [0.0, 6.0].map(|slack| {
        let mut grid = room(area, slack);
        area.beside.iter().for_each(|rect| grid.block(*rect));
        grid.seal();
        grid
    });
    let spot = (area.spot.0, area.spot.1);
    [0.85, 0.72, 0.64].iter().find_map(|least| {
        let ways: Vec<Row> = ways(count).into_iter().filter(|way| way.2 >= *least).collect();
        grids.iter().find_map(|grid| ways.iter().find_map(|way| fit(grid, spot, count, *way)))
    })
}

/// The figures in that way, as near to the spot as there is room.
fn fit(grid: &Grid, spot: Point, count: usize, (across, gap, scale): Row) -> Option<Vec<Place>> {
    let rows = count.div_ceil(across);
    let width = (across as f64 - 1.0) * gap + 19.0 * scale;
    let height = (rows as f64 - 1.0) * 27.0 * scale + 23.0 * scale;
    let wanted = Rect::around(spot, width, height);
    let near = |rect: Rect| super::shape::distance(rect.centre(), spot);
    let rect = if grid.free(wanted) { wanted } else { grid.best((width, height), near)? };
    // Pieces reach higher above their middle than below it.
    let middle = (rect.centre().0, rect.centre().1 + 2.0 * scale);
    Some(block(middle, count, (across, gap, scale)))
}

/// The area without its name, and so much more round it.
pub(super) fn room(area: &Area, slack: f64) -> Grid {
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
    for (middle, radius) in &area.kept {
        grid.block(Rect::around(*middle, 1.7 * radius, 1.7 * radius));
    }
    grid.seal();
    grid
}

/// How many across make a square of so many.
pub(super) fn square(count: usize) -> usize {
    (count as f64).sqrt().ceil().max(1.0) as usize
}

/// Ways to stand, the most generous first.
fn ways(count: usize) -> Vec<Row> {
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
