//! Arrows from the old to the new positions of pieces, and stars at new pieces. Arrows are slightly
//! bent so that opposite directions do not overlap. They have the owner's colour, and the owner's
//! mark or a number halfway.

use super::canvas::Canvas;
use super::movements::{End, SpotRef, Tracks, Way, cell_of, middle, of_area};
use super::pieces::PlacedFigure;
use crate::geometry::shape::{Point, Stand, distance};
use crate::style::palette;
use crate::style::pen::{Pen, num, tenth};
use crate::style::symbols::drawn_mark;

/// Distance between an arrow's tail and the middle of its origin.
const SHORT: f64 = 9.0;
/// Distance between an arrow's head and the middle of its destination, where pieces stand; for
/// short arrows limited to this share of the length.
const CLEAR: f64 = 30.0;
const SHARE: f64 = 0.32;
/// Distance between an arrow's head and the middle of the figure that has moved.
const FIGURE: f64 = 15.0;

/// Draws all arrows. Additional arrows between the same two spots are bent more.
pub fn draw(
    pen: &mut Pen,
    canvas: &Canvas<'_>,
    tracks: &Tracks<'_>,
    placed_figures: &[PlacedFigure<'_>],
) {
    let mut parallel: Vec<(Point, Point)> = Vec::new();
    for way in &tracks.ways {
        let from = place(canvas, &way.from, way, placed_figures, true);
        let to = place(canvas, &way.to, way, placed_figures, false);
        let (Some(from), Some(to)) = (from, to) else { continue };
        let before = parallel.iter().filter(|known| **known == (from, to)).count();
        parallel.push((from, to));
        let bend = 0.19 + 0.09 * before as f64;
        one(pen, way, from, to, bend);
    }
}

/// Returns the centre of the star at each new piece.
pub fn stars(tracks: &Tracks<'_>, placed_figures: &[PlacedFigure<'_>]) -> Vec<Point> {
    let mut stars = Vec::new();
    for piece in &tracks.fresh {
        let here = placed_figures.iter().rev().filter(|one| {
            !one.figure.ghost
                && *one.spot == piece.spot
                && (one.figure.symbol, one.figure.colour) == (piece.symbol, piece.colour)
        });
        let corner = |one: &PlacedFigure<'_>| {
            let Stand { at: (x, y), scale } = one.place;
            (x + 10.0 * scale, y - 10.0 * scale)
        };
        stars.extend(here.take(piece.count.into()).map(corner));
    }
    stars
}

/// Draws these gold stars, and a ring around each space that has changed.
pub fn news(pen: &mut Pen, canvas: &Canvas<'_>, stars: &[Point]) {
    for (x, y) in stars {
        pen.put(format_args!(
            "<path class=\"b-new\" transform=\"translate({} {})\" d=\"{STAR}\"/>\n",
            tenth(*x),
            tenth(*y)
        ));
    }
    for spot in &canvas.scene.changed {
        let Some(rect) = cell_of(canvas, spot) else { continue };
        pen.put(format_args!(
            "<rect class=\"b-last\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\"/>\n",
            tenth(rect.x - 2.0),
            tenth(rect.y - 2.0),
            tenth(rect.w + 4.0),
            tenth(rect.h + 4.0)
        ));
    }
}

/// A star with four points.
const STAR: &str =
    "M0-7.5L1.900-1.900 7.500 0 1.900 1.900 0 7.500-1.900 1.900-7.500 0-1.900-1.900z";

/// Returns where an arrow begins or ends: at the figure that has moved, otherwise in the middle of
/// the spot.
fn place(
    canvas: &Canvas<'_>,
    end: &End<'_>,
    way: &Way<'_>,
    placed_figures: &[PlacedFigure<'_>],
    ghost: bool,
) -> Option<Point> {
    match end.spot {
        SpotRef::Area(slug) => canvas.geometry.area(slug).map(|area| of_area(canvas, area)),
        SpotRef::Spot(spot) => {
            let figure = placed_figures.iter().rev().find(|one| {
                one.figure.ghost == ghost
                    && one.spot == spot
                    && end.symbol == Some(one.figure.symbol)
                    && one.figure.colour == way.colour
            });
            figure.map(|one| one.place.at).or_else(|| middle(canvas, spot))
        }
    }
}

fn one(pen: &mut Pen, arrow: &Way<'_>, from: Point, to: Point, bend: f64) {
    let length = distance(from, to);
    if length < 3.0 * SHORT {
        return;
    }
    let (dx, dy) = ((to.0 - from.0) / length, (to.1 - from.1) / length);
    let knee =
        ((from.0 + to.0) / 2.0 + dy * bend * length, (from.1 + to.1) / 2.0 - dx * bend * length);
    let start = towards(from, knee, SHORT);
    let clear = if arrow.to.symbol.is_some() { FIGURE } else { CLEAR };
    let tip = towards(to, knee, clear.min(SHARE * length).max(SHORT));
    let neck = towards(tip, knee, 8.0);
    let across = unit(neck, tip);
    let side = |by: f64| (neck.0 - across.1 * by, neck.1 + across.0 * by);
    let (left, right) = (side(5.5), side(-5.5));
    let [shaft, head] = [
        format!("M{}Q{} {}", point(start), point(knee), point(neck)),
        format!("M{}L{}L{}z", point(tip), point(left), point(right)),
    ];
    let fill = palette::seat(arrow.colour).0;
    let broken = if arrow.planned { " stroke-dasharray=\"7 5\"" } else { "" };
    pen.put(format_args!(
        "<g class=\"b-way\"><path class=\"b-wayrim\" d=\"{shaft}{head}\"/>\
         <path class=\"b-wayink\" d=\"{shaft}\"{broken}/>\
         <path class=\"b-shaft\" d=\"{shaft}\" stroke=\"{fill}\"{broken}/>\
         <path class=\"b-edge\" d=\"{head}\" fill=\"{fill}\"/>"
    ));
    // The midpoint of the bend.
    let middle = ((from.0 + 2.0 * knee.0 + to.0) / 4.0, (from.1 + 2.0 * knee.1 + to.1) / 4.0);
    pen.put(format_args!(
        "<g transform=\"translate({} {})\"><circle class=\"b-edge\" r=\"5.6\" fill=\"{fill}\"/>\
         {}</g></g>\n",
        tenth(middle.0),
        tenth(middle.1),
        inscription(arrow)
    ));
}

/// Returns the number of pieces that move, or the owner's mark for a single one.
fn inscription(arrow: &Way<'_>) -> String {
    if arrow.count < 2 {
        return drawn_mark(arrow.colour, 0.0, 0.0, 6.4);
    }
    let (ink, count) = (palette::seat(arrow.colour).1, arrow.count);
    format!("<text class=\"b-k\" fill=\"{ink}\" y=\"3\" font-size=\"8.5\">{count}</text>")
}

fn unit(from: Point, to: Point) -> Point {
    let length = distance(from, to).max(0.01);
    ((to.0 - from.0) / length, (to.1 - from.1) / length)
}

fn towards(from: Point, to: Point, by: f64) -> Point {
    let (dx, dy) = unit(from, to);
    (from.0 + dx * by, from.1 + dy * by)
}

fn point((x, y): Point) -> String {
    format!("{} {}", num((x * 10.0).round() / 10.0), num((y * 10.0).round() / 10.0))
}
