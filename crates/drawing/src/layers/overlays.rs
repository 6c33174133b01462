//! Overlays on a ground: a second ground along one border, the hatching of the other climate, and
//! the bars over areas out of play.

use super::canvas::Canvas;
use crate::geometry::shape::{Point, distance};
use crate::map::{Area, Border, Geometry};
use crate::style::palette;
use crate::style::patterns::{self, texture};
use crate::style::pen::{Pen, joined};
use ravenpost_rules::view::scene::Mood;

/// Defines the clip paths of second grounds, and the patterns of this layer.
pub fn define(pen: &mut Pen, canvas: &Canvas<'_>) {
    for (area, _) in mixed(canvas) {
        let slug = &area.slug;
        pen.put(format_args!(
            "<clipPath id=\"d-of-{slug}\"><use href=\"#d-a-{slug}\"/></clipPath>\n"
        ));
    }
    if canvas.geometry.areas.iter().any(|area| area.hatched) {
        pen.text(patterns::CLIMATE);
    }
    if closed(canvas).next().is_some() {
        pen.text(patterns::CLOSED);
    }
}

/// Draws second grounds, climates and bars over the land.
pub fn draw(pen: &mut Pen, canvas: &Canvas<'_>) {
    for (area, with) in mixed(canvas) {
        let (slug, data) = (&area.slug, strip(&canvas.geometry, area));
        let fill = palette::ground(with);
        pen.put(format_args!(
            "<g clip-path=\"url(#d-of-{slug})\"><path class=\"b-strip b-ts-{with}\" \
             stroke=\"{fill}\" d=\"{data}\"/>"
        ));
        if let Some(texture) = texture(with) {
            pen.put(format_args!(
                "<path class=\"b-strip\" stroke=\"url(#d-{texture})\" d=\"{data}\"/>"
            ));
        }
        pen.text("</g>\n");
    }
    let open = |area: &&Area| canvas.mood(area) != Mood::Closed;
    over(pen, canvas.geometry.areas.iter().filter(|area| area.hatched).filter(open), "climate");
    over(pen, closed(canvas).filter(|area| !area.sea()), "closed");
}

/// Draws bars over seas out of play, below the shore.
pub fn closed_seas(pen: &mut Pen, canvas: &Canvas<'_>) {
    for area in closed(canvas).filter(|area| area.sea()) {
        let slug = &area.slug;
        pen.put(format_args!("<use href=\"#d-a-{slug}\" class=\"b-t-outside b-mist\"/>\n"));
    }
    over(pen, closed(canvas).filter(|area| area.sea()), "closed");
}

fn over<'a>(pen: &mut Pen, areas: impl Iterator<Item = &'a Area>, pattern: &str) {
    let uses: String = areas.map(|area| format!("<use href=\"#d-a-{}\"/>", area.slug)).collect();
    if !uses.is_empty() {
        pen.put(format_args!("<g fill=\"url(#d-{pattern})\">{uses}</g>\n"));
    }
}

/// Returns the areas out of play; homes have their own bars.
fn closed<'a>(canvas: &'a Canvas<'_>) -> impl Iterator<Item = &'a Area> {
    let areas = canvas.geometry.areas.iter().filter(|area| area.home.is_none());
    areas.filter(|area| canvas.mood(area) == Mood::Closed)
}

fn mixed<'a>(canvas: &'a Canvas<'_>) -> impl Iterator<Item = (&'a Area, &'a str)> {
    let areas = canvas.geometry.areas.iter();
    let open = areas.filter(|area| canvas.mood(area) != Mood::Closed);
    open.filter_map(|area| Some((area, area.with.as_deref()?)))
}

/// Returns the longest border on land, or the whole shore of an island.
fn strip(geometry: &Geometry, area: &Area) -> String {
    let other = |border: &Border| match &border.between {
        (one, other) if *one == area.slug => geometry.area(other),
        (other, one) if *one == area.slug => geometry.area(other),
        _ => None,
    };
    let land = geometry.borders.iter().filter(|border| other(border).is_some_and(|at| !at.sea()));
    let longest = land.max_by(|one, two| length(one).total_cmp(&length(two)));
    longest.map_or_else(|| area.path.clone(), |border| joined(&border.lines))
}

fn length(border: &Border) -> f64 {
    let sides = |line: &Vec<Point>| -> f64 {
        line.iter().zip(line.iter().skip(1)).map(|(a, b)| distance(*a, *b)).sum()
    };
    border.lines.iter().map(sides).sum()
}
