//! The figures of each spot and their positions: one per piece, or one with a count.

use super::packing::{at_sea, block, fleet_at};
use super::plan::Plan;
use super::{borders, land};
use crate::geometry::shape::{Point, Stand, around};
use crate::map::{Area, Geometry};
use ravenpost_rules::view::scene::{Piece, Spot};

/// Minimum distance of a piece's centre from the edge of the picture.
const EDGE: f64 = 4.0;

/// Scale below which figures are hardly legible.
const READABLE: f64 = 0.66;

pub struct Figure<'a> {
    pub symbol: &'static str,
    pub colour: &'static str,
    pub letter: &'a str,
    pub count: u16,
    /// Whether it stands on a pale disc, like figures on borders.
    pub disc: bool,
    /// Whether it has left or is only planned, and is drawn faintly.
    pub ghost: bool,
}

/// A piece to be drawn, or one that has left or is only planned.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    pub piece: &'a Piece,
    pub ghost: bool,
}

/// Returns the figures of one spot with their positions, from back to front.
pub fn set<'a>(
    geometry: &Geometry,
    plan: &Plan,
    spot: &Spot,
    pieces: &[Shown<'a>],
) -> Vec<(Figure<'a>, Stand)> {
    match spot {
        // A space draws its piece itself.
        Spot::Space(..) => Vec::new(),
        Spot::Area(slug) => {
            let Some(area) = geometry.area(slug) else { return Vec::new() };
            if let Some(fleet) = plan.seas.get(slug) {
                let figures = figures(pieces, 8);
                let places = at_sea(*fleet, figures.len());
                return figures.into_iter().zip(places).collect();
            }
            if area.square() {
                let figures = figures(pieces, 6);
                let places = fleet_at(area.label, figures.len(), 3);
                return figures.into_iter().zip(places).collect();
            }
            on_land(geometry, area, pieces)
        }
        Spot::Border(one, other) => {
            let Some(border) = geometry.border(one, other) else { return Vec::new() };
            let mut figures = figures(pieces, 0);
            figures.iter_mut().for_each(|figure| figure.disc = true);
            let places = borders::stand(geometry, border, figures.len());
            figures.into_iter().zip(places).collect()
        }
        Spot::Harbour(slug) => {
            let Some(room) = plan.moorings.get(slug) else { return Vec::new() };
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

/// Returns all figures or, if they would be too small to read, the most important ones.
fn on_land<'a>(geometry: &Geometry, area: &Area, pieces: &[Shown<'a>]) -> Vec<(Figure<'a>, Stand)> {
    let all = figures(pieces, 6);
    let places = land::stand(area, all.len());
    let small = places.first().is_some_and(|place| place.scale < READABLE);
    let major = |shown: &&Shown<'_>| !geometry.minor.contains(&shown.piece.symbol);
    let majors: Vec<Shown<'a>> = pieces.iter().filter(major).copied().collect();
    if !small || majors.is_empty() || majors.len() == pieces.len() {
        return all.into_iter().zip(on_canvas(geometry, places)).collect();
    }
    let figures = figures(&majors, 6);
    let places = on_canvas(geometry, land::stand(area, figures.len()));
    figures.into_iter().zip(places).collect()
}

/// Moves a crowd that is too large for its area so that it stays inside the picture.
fn on_canvas(geometry: &Geometry, mut places: Vec<Stand>) -> Vec<Stand> {
    let points: Vec<Point> = places.iter().map(|place| place.at).collect();
    let all = around(&points);
    let off = |least: f64, most: f64, end: f64| match () {
        () if least < EDGE => EDGE - least,
        () if most > end - EDGE => end - EDGE - most,
        () => 0.0,
    };
    let across = off(all.x, all.x + all.w, geometry.width);
    let down = off(all.y, all.y + all.h, geometry.height);
    for place in &mut places {
        place.at = (place.at.0 + across, place.at.1 + down);
    }
    places
}

/// Returns one figure per piece if there are at most `most`; otherwise groups identical pieces.
fn figures<'a>(pieces: &[Shown<'a>], most: u16) -> Vec<Figure<'a>> {
    let total: u16 = pieces.iter().map(|shown| shown.piece.count).sum();
    let mut figures: Vec<Figure<'a>> = Vec::new();
    for Shown { piece, ghost } in pieces {
        let Piece { symbol, colour, letter, count, .. } = piece;
        let one = |count| Figure { symbol, colour, letter, count, disc: false, ghost: *ghost };
        let alike = figures.iter_mut().find(|figure| {
            let look = (figure.symbol, figure.colour, figure.letter, figure.ghost);
            look == (*symbol, *colour, letter.as_str(), *ghost)
        });
        match alike {
            _ if total <= most => figures.extend((0..*count).map(|_| one(1))),
            Some(figure) => figure.count += count,
            None => figures.push(one(*count)),
        }
    }
    figures
}
