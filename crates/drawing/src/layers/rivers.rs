//! Wide rivers along borders, and the bridges across them.

use super::canvas::Canvas;
use crate::map::{Bridge, River};
use crate::style::pen::{Pen, joined, tenth};

/// Draws all wide rivers, then all bridges.
pub fn draw(pen: &mut Pen, canvas: &Canvas<'_>) {
    let broad = |river: &&River| !river.borders.is_empty();
    let data: String =
        canvas.geometry.rivers.iter().filter(broad).map(|river| joined(&river.lines)).collect();
    if !data.is_empty() {
        for class in ["b-bank", "b-ribbon", "b-flow"] {
            pen.put(format_args!("<path class=\"{class}\" d=\"{data}\"/>"));
        }
        pen.text("\n");
    }
    for one in &canvas.geometry.bridges {
        bridge(pen, one);
    }
}

/// Draws a bridge of planks with two rails, or a bank of earth and stones. The two are equivalent.
fn bridge(pen: &mut Pen, bridge: &Bridge) {
    let Bridge { kind, x, y, angle } = bridge;
    let body = if kind == "land" {
        "<path class=\"b-dam\" d=\"M-15-9Q-8-5 0-5t15-4V9Q8 5 0 5t-15 4z\"/>\
         <path class=\"b-pebbles\" d=\"M-11-3h.1M-8 2.5h.1M-4-1h.1M-1 2h.1M3-2h.1M6 1.5h.1\
         M10-2.5h.1M11 3h.1\"/>"
    } else {
        "<path class=\"b-planks\" d=\"M-14-6.5h28v13h-28z\"/>\
         <path class=\"b-rail\" d=\"M-9.5-6v12M-5-6v12M0-6v12M5-6v12M9.5-6v12\"/>\
         <path class=\"b-beam\" d=\"M-15-6.5h30M-15 6.5h30\"/>"
    };
    pen.put(format_args!(
        "<g class=\"b-bridge\" transform=\"translate({} {})rotate({})\">{body}</g>\n",
        tenth(*x),
        tenth(*y),
        tenth(*angle)
    ));
}
