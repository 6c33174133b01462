//! Small engraved signs that show an area's kind without colour, and the anchor of harbours.

use super::pen::{Pen, num, tenth};
use crate::geometry::shape::Point;

/// Signs by kind of area, as path data around the origin.
pub const SIGNS: &[(&str, &str)] = &[
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

/// Returns the sign of a kind of area, if it has one. Homes have an empty sign, because they show a
/// banner.
pub fn sign(kind: &str) -> Option<&'static str> {
    SIGNS.iter().find(|(known, _)| *known == kind).map(|(_, data)| *data)
}

/// Draws an anchor in a disc.
pub fn anchor(pen: &mut Pen, at: Point, scale: f64) {
    let scaled = if scale == 1.0 { String::new() } else { format!("scale({})", num(scale)) };
    pen.put(format_args!(
        "<g transform=\"translate({} {}){scaled}\">\
         <circle class=\"b-disc\" r=\"9\"/><path class=\"b-anchor\" \
         d=\"M0-4.2v9M-4.5 1.2q.6 4 4.5 4t4.5-4M-2.6-1.4h5.2\"/>\
         <circle class=\"b-anchor\" cy=\"-5.2\" r=\"1.5\"/></g>\n",
        tenth(at.0),
        tenth(at.1)
    ));
}
