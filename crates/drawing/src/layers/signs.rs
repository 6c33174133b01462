//! The signs of areas.

use super::canvas::Canvas;
use crate::layout::signs::place;
use crate::style::pen::{Pen, tenth};
use crate::style::signs::{SIGNS, sign};

/// Defines each kind of sign on the board once.
pub fn define(pen: &mut Pen, canvas: &Canvas<'_>) {
    for (kind, data) in SIGNS.iter().filter(|(_, data)| !data.is_empty()) {
        if canvas.geometry.areas.iter().any(|area| area.kind == *kind) {
            pen.put(format_args!(
                "<path id=\"d-sign-{kind}\" class=\"b-engraved\" d=\"{data}\"/>\n"
            ));
        }
    }
}

/// Draws all signs except those of homes, which have a banner.
pub fn draw(pen: &mut Pen, canvas: &Canvas<'_>) {
    for area in &canvas.geometry.areas {
        if sign(&area.kind).is_none_or(str::is_empty) {
            continue;
        }
        let Some((x, y)) = place(area) else { continue };
        let (kind, x, y) = (&area.kind, tenth(x), tenth(y));
        pen.put(format_args!("<use href=\"#d-sign-{kind}\" x=\"{x}\" y=\"{y}\"/>\n"));
    }
}
