//! Arrows between areas, slightly bent so that opposite directions do not overlap, in the owner's
//! colour with the owner's mark halfway.

use std::collections::BTreeMap;

use super::canvas::Canvas;
use crate::ink::palette;
use crate::ink::pen::{Pen, num, tenth};
use crate::ink::symbols::drawn_mark;
use crate::map::Area;
use crate::plane::shape::{Point, distance};
use ravenpost_rules::view::scene::Arrow;

/// Distance between an arrow's tail and the middle of its origin.
const SHORT: f64 = 9.0;
/// Distance between an arrow's head and the middle of its destination, where pieces stand; for
/// short arrows limited to this share of the length.
const CLEAR: f64 = 30.0;
const SHARE: f64 = 0.32;

/// Draws all arrows; further arrows between the same two areas are bent more.
pub fn draw(pen: &mut Pen, canvas: &Canvas<'_>) {
    let mut parallel: BTreeMap<(&str, &str), u8> = BTreeMap::new();
    for arrow in &canvas.scene.arrows {
        let area = |slug: &str| canvas.geometry.area(slug);
        let (Some(from), Some(to)) = (area(&arrow.from), area(&arrow.to)) else { continue };
        let before = parallel.entry((&arrow.from, &arrow.to)).or_default();
        *before += 1;
        let bend = 0.1 + 0.09 * f64::from(*before);
        one(pen, arrow, place(canvas, from), place(canvas, to), bend);
    }
}

/// Returns where pieces stand on land, and where the fleet lies at sea.
fn place(canvas: &Canvas<'_>, area: &Area) -> Point {
    let fleet = canvas.plan.seas.get(&area.slug);
    fleet.map_or((area.spot.0, area.spot.1), |rect| rect.centre())
}

fn one(pen: &mut Pen, arrow: &Arrow, from: Point, to: Point, bend: f64) {
    let length = distance(from, to);
    if length < 3.0 * SHORT {
        return;
    }
    let (dx, dy) = ((to.0 - from.0) / length, (to.1 - from.1) / length);
    let knee =
        ((from.0 + to.0) / 2.0 + dy * bend * length, (from.1 + to.1) / 2.0 - dx * bend * length);
    let start = towards(from, knee, SHORT);
    let tip = towards(to, knee, CLEAR.min(SHARE * length).max(SHORT));
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
        drawn_mark(arrow.colour, 0.0, 0.0, 6.4)
    ));
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
