//! Small engraved signs that say what an area is: so that nobody needs colour to know it.

use super::canvas::Canvas;
use super::geometry::Area;
use super::pen::{Pen, tenth};
use super::rows;
use super::shape::{Point, Rect, distance};

/// Room that a sign asks for.
pub(super) const SIZE: (f64, f64) = (24.0, 20.0);

/// Signs by kind of area, as path data round the origin.
const SIGNS: &[(&str, &str)] = &[
    (
        "forest",
        "M-4-10l4.6 6.4h-2.2l4.2 5.4H0l3.8 4.6h-6.2V10h-3.2V6.4h-6.2L-8 1.8h-2.6l4.2-5.4h-2.2z\
         M7-4l3 4.6H8.6l2.8 3.8H9.6L12 7.4H8.3V10H5.8V7.4H2.4l2.2-3H3.2L5.6.6H4.2z",
    ),
    (
        "sheep",
        "M-9.5-1a3.6 3.6 0 0 1 3-3.8a3.6 3.6 0 0 1 5.6-1.4a3.7 3.7 0 0 1 5.8 1l1.3-1.6 1.6.2.6-1.4\
         1.2 1.8q2.6 1 3 3.8q-2.4 1.4-4.4.4q-.4 3.4-3 4.6V8H3.4V4.4h-6V8h-1.8V4q-4.8.6-5.1-5z",
    ),
    (
        "cattle",
        "M-3.8-3.6Q-2-5 0-5t3.8 1.4Q9-3.4 8.6-9q3.4 5-1.4 8.4q2.4-.6 4.2.6q-2.2 2.6-6 1.8L4 6.6\
         Q2.6 9.6 0 9.6T-4 6.6l-1.4-4.8q-3.8.8-6-1.8q1.8-1.2 4.2-.6Q-12-4-8.6-9Q-9-3.4-3.8-3.6z",
    ),
    (
        "quarry",
        "M-11 9V1.4L-9.4 0H-.8V9zM.8 9V0h8.8L11 1.4V9zM-5.6-1.4v-7.4L-4-10h8.4l1.4 1.2v7.4z",
    ),
    (
        "iron",
        "M-12-6.6h5V-8H9.6v3.2Q4.4-4 4 .2h2.2V2.4Q9 3 9.6 8h-16Q-5.8 3-3 2.4V.2h1.6Q-2-3-5.6-3.2\
         Q-10.6-3.4-12-6.6z",
    ),
    (
        "gold",
        "M-9.5 0a9.5 9.5 0 1 0 19 0a9.5 9.5 0 1 0-19 0zM0-7l1.8 5.2L7 0 1.8 1.8 0 7-1.8 1.8-7 0\
         l5.2-1.8z",
    ),
    (
        "village",
        "M-12 9V1.4l-1.2-.6L-7-5.6-.8.8-2 1.4V9h-3.2V4.4h-3.6V9zM0 9v-9.6l-1.4-.6L6.4-9l7 7.8\
         -1.4.6V9H8.2V3.4H4.6V9z",
    ),
    ("camp", "M-1.4-10l1.4 2.2L1.4-10l1.5 1-1.7 2.8L11 9H4L0 1-4 9h-7l9.8-15.2L-2.9-9z"),
    ("sacred", "M-11.4-8.6L11-9.4l.6 4-23 .6zM-8.8-3.2l4.4-.2L-4 9h-5.6zM4-3.6l4.6-.2L9.8 9H4.4z"),
    ("home", ""),
];

fn sign(area: &Area) -> Option<&'static (&'static str, &'static str)> {
    SIGNS.iter().find(|(kind, _)| *kind == area.kind)
}

/// Where an area's sign stands: beside the name, and out of the way of pieces when there is room.
pub(super) fn place(area: &Area) -> Option<Point> {
    sign(area)?;
    *area.sign.get_or_init(|| {
        let grid = rows::room(area, 0.0);
        let near = area.text.as_ref().map_or(area.label, |text| (text.x, text.y - 18.0));
        let (x, y, radius) = area.spot;
        let spot = Rect::around((x, y), radius * 1.6, radius * 1.5);
        // Better a little further from the name than in the place of the pieces.
        let score = |rect: Rect| {
            let over = overlap(rect, spot);
            distance(rect.centre(), near) + over * 0.25
        };
        let sizes = [(1.1, 1.1), (1.0, 1.0), (0.85, 0.85)];
        let found = sizes.iter().find_map(|(w, h)| grid.best((SIZE.0 * w, SIZE.1 * h), score));
        Some(found.map_or((x, y), Rect::centre))
    })
}

fn overlap(one: Rect, other: Rect) -> f64 {
    let across = (one.x + one.w).min(other.x + other.w) - one.x.max(other.x);
    let down = (one.y + one.h).min(other.y + other.h) - one.y.max(other.y);
    across.max(0.0) * down.max(0.0)
}

/// Each kind that the board has, once.
pub(super) fn define(pen: &mut Pen, canvas: &Canvas<'_>) {
    for (kind, data) in SIGNS.iter().filter(|(_, data)| !data.is_empty()) {
        if canvas.geometry.areas.iter().any(|area| area.kind == *kind) {
            pen.put(format_args!(
                "<path id=\"d-sign-{kind}\" class=\"b-engraved\" d=\"{data}\"/>\n"
            ));
        }
    }
}

/// All signs but those of homes, which bear a banner.
pub(super) fn draw(pen: &mut Pen, canvas: &Canvas<'_>) {
    for area in &canvas.geometry.areas {
        let Some((kind, data)) = sign(area) else { continue };
        let Some((x, y)) = place(area).filter(|_| !data.is_empty()) else { continue };
        let (x, y) = (tenth(x), tenth(y));
        pen.put(format_args!("<use href=\"#d-sign-{kind}\" x=\"{x}\" y=\"{y}\"/>\n"));
    }
}
