//! Works out what has moved: which pieces went from one spot to another, which pieces are new, and
//! which are gone.

use super::canvas::Canvas;
use crate::geometry::shape::{Point, Rect, distance};
use crate::layout::boxes::cell;
use crate::map::Area;
use ravenpost_rules::view::scene::{Piece, Spot};

/// Beyond this number, arrows would hide the board.
const MOST: usize = 16;

/// The movements since an earlier scene.
#[derive(Default)]
pub struct Tracks<'a> {
    pub ways: Vec<Way<'a>>,
    /// Pieces drawn faintly where they were.
    pub ghosts: Vec<&'a Piece>,
    /// New pieces, which did not come from another spot.
    pub fresh: Vec<&'a Piece>,
}

/// A move of one or more pieces.
pub struct Way<'a> {
    pub from: End<'a>,
    pub to: End<'a>,
    pub colour: &'static str,
    pub planned: bool,
    pub count: u16,
}

/// Where an arrow begins or ends: a spot, and the symbol that stands there if it is known.
#[derive(Clone, PartialEq, Debug)]
pub struct End<'a> {
    pub spot: SpotRef<'a>,
    pub symbol: Option<&'static str>,
}

/// An area by its slug, or any spot.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum SpotRef<'a> {
    Area(&'a str),
    Spot(&'a Spot),
}

impl<'a> Tracks<'a> {
    /// Pairs each new piece with the nearest one of its kind that has left another spot.
    pub fn of(canvas: &Canvas<'a>) -> Tracks<'a> {
        let scene = canvas.scene;
        let marker = |piece: &&Piece| canvas.board.markers.contains(&piece.symbol);
        let mut tracks = Tracks { ways: narrated(canvas), ..Tracks::default() };
        let gone = scene.moves.gone.iter().filter(|piece| !marker(piece));
        let mut gone: Vec<(&Piece, u16)> = gone.map(|piece| (piece, piece.count)).collect();
        for come in &scene.moves.come {
            if marker(&come) {
                tracks.fresh.extend(Some(come).filter(|come| come.seat.is_some()));
                continue;
            }
            let mut count = come.count;
            while count > 0 {
                let near = |piece: &Piece| far(canvas, &piece.spot, &come.spot);
                let alike = gone.iter_mut().filter(|(piece, left)| {
                    let look = (piece.symbol, piece.colour);
                    *left > 0 && look == (come.symbol, come.colour) && piece.spot != come.spot
                });
                let Some((piece, left)) =
                    alike.min_by(|(one, _), (other, _)| near(one).total_cmp(&near(other)))
                else {
                    break;
                };
                let moved = count.min(*left);
                *left -= moved;
                count -= moved;
                tracks.add(piece, come, moved);
            }
            if count > 0 {
                tracks.fresh.push(come);
            }
        }
        // A piece that was replaced on its spot has not left.
        let replaced = |piece: &Piece| {
            let mut come = scene.moves.come.iter();
            come.any(|other| other.spot == piece.spot && other.colour == piece.colour)
        };
        let left = scene.moves.gone.iter().filter(|piece| !marker(piece) && !replaced(piece));
        tracks.ghosts = left.filter(|piece| !matches!(piece.spot, Spot::Space(..))).collect();
        tracks.ways.truncate(MOST);
        tracks
    }

    /// Adds a move, unless the title itself reports one by that seat to the same area.
    fn add(&mut self, from: &'a Piece, to: &'a Piece, count: u16) {
        let narrated = |way: &Way<'_>| match (way.to.spot, &to.spot) {
            (SpotRef::Area(known), Spot::Area(area)) => way.colour == to.colour && known == area,
            _ => false,
        };
        if self.ways.iter().any(|way| !way.planned && narrated(way)) {
            return;
        }
        let end =
            |piece: &'a Piece| End { spot: SpotRef::Spot(&piece.spot), symbol: Some(piece.symbol) };
        self.ways.push(Way {
            from: end(from),
            to: end(to),
            colour: to.colour,
            planned: false,
            count,
        });
    }
}

/// Returns the moves that the title reports. Equal ones are returned once, with their number.
fn narrated<'a>(canvas: &Canvas<'a>) -> Vec<Way<'a>> {
    let mut ways: Vec<Way<'a>> = Vec::new();
    for arrow in &canvas.scene.arrows {
        let end = |slug: &'a str| End { spot: SpotRef::Area(slug), symbol: None };
        let (from, to) = (end(&arrow.from), end(&arrow.to));
        let same = ways.iter_mut().find(|way| {
            (&way.from, &way.to) == (&from, &to)
                && (way.colour, way.planned) == (arrow.colour, arrow.planned)
        });
        match same {
            Some(way) => way.count += 1,
            None => {
                ways.push(Way { from, to, colour: arrow.colour, planned: arrow.planned, count: 1 })
            }
        }
    }
    ways
}

/// Returns the distance between two spots, which is very large if one is not on the board.
fn far(canvas: &Canvas<'_>, one: &Spot, other: &Spot) -> f64 {
    match (middle(canvas, one), middle(canvas, other)) {
        (Some(one), Some(other)) => distance(one, other),
        _ => f64::MAX,
    }
}

pub fn middle(canvas: &Canvas<'_>, spot: &Spot) -> Option<Point> {
    let geometry = &canvas.geometry;
    match spot {
        Spot::Area(slug) => geometry.area(slug).map(|area| of_area(canvas, area)),
        Spot::Border(one, other) => geometry.border(one, other).map(|border| border.mid),
        Spot::Place(slug) => geometry.place(slug).map(|place| place.at),
        Spot::Harbour(slug) => canvas.plan.moorings.get(slug).map(|rect| rect.centre()),
        Spot::Space(..) => cell_of(canvas, spot).map(Rect::centre),
    }
}

/// Returns the rectangle of a space of a box.
pub fn cell_of(canvas: &Canvas<'_>, spot: &Spot) -> Option<Rect> {
    let Spot::Space(place, id) = spot else { return None };
    let mut boxes = canvas.scene.boxes.iter().zip(&canvas.plan.boxes);
    let (one, rect) = boxes.find(|(one, _)| one.place == *place)?;
    let index = one.spaces.iter().position(|space| space.id == *id)?;
    Some(cell(one, *rect, index))
}

/// Returns where pieces stand on land, and where the fleet lies at sea.
pub fn of_area(canvas: &Canvas<'_>, area: &Area) -> Point {
    let fleet = canvas.plan.seas.get(&area.slug);
    fleet.map_or((area.spot.0, area.spot.1), |rect| rect.centre())
}
