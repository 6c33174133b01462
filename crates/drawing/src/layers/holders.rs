//! Shows who holds an area: a band of the holder's colour inside its edge. Pieces also show it by
//! marks.

use super::canvas::Canvas;
use crate::style::palette;
use crate::style::pen::Pen;

/// Returns the areas that are held, each with the colour of the seat.
fn held<'a>(canvas: &'a Canvas<'_>) -> impl Iterator<Item = (&'a str, &'static str)> {
    let areas = canvas.scene.areas.iter();
    let held = areas.filter_map(|area| Some((area.slug.as_str(), area.held?)));
    held.filter(|(slug, _)| canvas.geometry.area(slug).is_some())
}

/// Defines the clip paths that confine the bands.
pub fn define(pen: &mut Pen, canvas: &Canvas<'_>) {
    for (slug, _) in held(canvas) {
        pen.put(format_args!(
            "<clipPath id=\"d-by-{slug}\"><use href=\"#d-a-{slug}\"/></clipPath>\n"
        ));
    }
}

pub fn draw(pen: &mut Pen, canvas: &Canvas<'_>) {
    for (slug, colour) in held(canvas) {
        let fill = palette::seat(colour).0;
        pen.put(format_args!(
            "<g clip-path=\"url(#d-by-{slug})\"><use href=\"#d-a-{slug}\" class=\"b-heldink\"/>\
             <use href=\"#d-a-{slug}\" class=\"b-held\" stroke=\"{fill}\"/></g>\n"
        ));
    }
}
