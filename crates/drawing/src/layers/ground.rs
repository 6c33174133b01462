//! Water, land, borders and coast: everything below the names and pieces.

use std::collections::BTreeMap;

use super::canvas::Canvas;
use super::{homes, mountains, overlays, rivers};
use crate::geometry::shape::{Point, distance};
use crate::map::{Area, BlackLine};
use crate::style::palette;
use crate::style::patterns::{self, texture};
use crate::style::pen::{Pen, joined, line, num};
use ravenpost_rules::view::scene::Mood;

/// Defines the patterns, and path data that is used several times.
pub fn define(pen: &mut Pen, canvas: &Canvas<'_>) {
    pen.text(patterns::WATER);
    let areas = || canvas.geometry.areas.iter();
    let mut needed: Vec<&str> = areas().filter_map(|area| texture(canvas.terrain(area))).collect();
    needed.extend(areas().filter_map(|area| texture(area.with.as_deref()?)));
    needed.sort_unstable();
    needed.dedup();
    patterns::define(pen, "d-", &needed);
    pen.put(format_args!("<path id=\"d-coast\" d=\"{}\"/>\n", canvas.geometry.coast.join("")));
    canvas.geometry.areas.iter().for_each(|area| outline(pen, area));
    overlays::define(pen, canvas);
    let heavy = lines(canvas, |kind| kind == Kind::Outer);
    pen.put(format_args!("<path id=\"d-outer\" d=\"{heavy}\"/>\n"));
    homes::define(pen, canvas);
    let threatened = with_mood(canvas, Mood::Threatened);
    if !threatened.is_empty() {
        pen.text("<clipPath id=\"d-danger\">");
        for area in threatened {
            pen.put(format_args!("<use href=\"#d-a-{}\"/>", area.slug));
        }
        pen.text("</clipPath>\n");
    }
}

/// Defines an area's outline under its slug.
pub fn outline(pen: &mut Pen, area: &Area) {
    pen.put(format_args!("<path id=\"d-a-{}\" d=\"{}\"/>\n", area.slug, area.path));
}

/// Draws everything from the water up to the coastline.
pub fn draw(pen: &mut Pen, canvas: &Canvas<'_>) {
    water(pen, canvas);
    land(pen, canvas);
    mountains::draw(pen, canvas);
    homes::grounds(pen, canvas);
    danger(pen, canvas);
    borders(pen, canvas);
    rivers::draw(pen, canvas);
}

fn water(pen: &mut Pen, canvas: &Canvas<'_>) {
    let (w, h) = (canvas.geometry.width, canvas.geometry.height);
    pen.put(format_args!(
        "<rect width=\"{w}\" height=\"{h}\" class=\"b-t-sea\" fill=\"{}\"/>\
         <rect width=\"{w}\" height=\"{h}\" fill=\"url(#d-waves)\"/>\n",
        palette::ground("sea")
    ));
    let stormy = with_mood(canvas, Mood::Stormy);
    let always = canvas.geometry.areas.iter().filter(|area| area.terrain() == "stormy");
    for area in stormy.into_iter().chain(always) {
        let slug = &area.slug;
        pen.put(format_args!(
            "<use href=\"#d-a-{slug}\" class=\"b-t-stormy\"/>\
             <use href=\"#d-a-{slug}\" fill=\"url(#d-storm)\"/>\n"
        ));
    }
    overlays::closed_seas(pen, canvas);
    let scale = if canvas.geometry.broad { 0.54 } else { 1.0 };
    for (width, opacity) in [(30.0, ".35"), (19.0, ".45"), (9.0, ".75")] {
        let width = num(width * scale);
        pen.put(format_args!(
            "<use href=\"#d-coast\" class=\"b-foam\" stroke-width=\"{width}\" \
             stroke-opacity=\"{opacity}\"/>"
        ));
    }
    let between = lines(canvas, |kind| kind == Kind::Sea);
    pen.put(format_args!("\n<path class=\"b-seaborder\" d=\"{between}\"/>\n"));
    pen.text("<use href=\"#d-coast\" class=\"b-shade\" x=\"2\" y=\"3\"/>\n");
}

fn land(pen: &mut Pen, canvas: &Canvas<'_>) {
    if !canvas.geometry.outside.is_empty() {
        let outside = canvas.geometry.outside.join("");
        pen.put(format_args!("<path class=\"b-t-outside\" d=\"{outside}\"/>\n"));
    }
    let mut grounds: BTreeMap<&str, Vec<&Area>> = BTreeMap::new();
    for area in canvas.geometry.areas.iter().filter(|area| !area.sea()) {
        let open = area.home.is_some() || canvas.mood(area) != Mood::Closed;
        let terrain = if open { canvas.terrain(area) } else { "outside" };
        grounds.entry(terrain).or_default().push(area);
    }
    for (terrain, areas) in grounds {
        let mut uses = String::new();
        for area in &areas {
            uses.push_str(&format!("<use href=\"#d-a-{}\"/>", area.slug));
        }
        let fill = palette::ground(terrain);
        let Some(texture) = texture(terrain) else {
            pen.put(format_args!("<g class=\"b-t-{terrain}\" fill=\"{fill}\">{uses}</g>\n"));
            continue;
        };
        pen.put(format_args!(
            "<g class=\"b-t-{terrain}\" fill=\"{fill}\"><g id=\"d-t-{terrain}\">{uses}</g></g>\n\
             <use href=\"#d-t-{terrain}\" fill=\"url(#d-{texture})\"/>\n"
        ));
    }
    overlays::draw(pen, canvas);
}

/// Draws a hatched strip along threatened shores, with a solid edge towards the land.
fn danger(pen: &mut Pen, canvas: &Canvas<'_>) {
    if with_mood(canvas, Mood::Threatened).is_empty() {
        return;
    }
    pen.text(
        "<g clip-path=\"url(#d-danger)\"><use href=\"#d-coast\" fill=\"none\" \
         stroke=\"url(#d-hatch)\" stroke-width=\"21\"/></g>\n",
    );
}

fn with_mood<'a>(canvas: &'a Canvas<'_>, mood: Mood) -> Vec<&'a Area> {
    let moody = canvas.scene.areas.iter().filter(|area| area.mood == mood);
    moody.filter_map(|area| canvas.geometry.area(&area.slug)).collect()
}

fn borders(pen: &mut Pen, canvas: &Canvas<'_>) {
    for river in canvas.geometry.rivers.iter().filter(|river| river.borders.is_empty()) {
        let thin = if river.ornament { " stroke-width=\"1.2\" stroke-opacity=\".6\"" } else { "" };
        let data = joined(&river.lines);
        pen.put(format_args!("<path class=\"b-river\"{thin} d=\"{data}\"/>\n"));
    }
    let inner = lines(canvas, |kind| kind == Kind::Inner);
    pen.put(format_args!(
        "<path class=\"b-inner\" d=\"{inner}\"/><use href=\"#d-outer\" class=\"b-pale\"/>\
         <use href=\"#d-outer\" class=\"b-outer\" stroke=\"{}\"/>\n",
        palette::PLAIN_INK
    ));
    let bare = |black: &&BlackLine| !canvas.geometry.ribbon(&black.between.0, &black.between.1);
    for black in canvas.geometry.black_lines.iter().filter(bare) {
        let data = joined(&black.lines);
        pen.put(format_args!(
            "<path class=\"b-pale\" d=\"{data}\"/><path class=\"b-black\" d=\"{data}\"/>\n"
        ));
        for (a, b) in black.lines.iter().flat_map(|one| rungs(one)) {
            let data = line(&[a, b]);
            pen.put(format_args!("<path class=\"b-black\" d=\"{data}\" stroke-width=\"1.4\"/>\n"));
        }
    }
    let ink = palette::PLAIN_INK;
    pen.put(format_args!("<use href=\"#d-coast\" class=\"b-coast\" stroke=\"{ink}\"/>\n"));
    for area in canvas.geometry.areas.iter().filter(|area| area.river()) {
        pen.put(format_args!("<use href=\"#d-a-{}\" class=\"b-coast\"/>", area.slug));
    }
    for strait in &canvas.geometry.straits {
        pen.put(format_args!("<path class=\"b-strait\" d=\"{}\"/>\n", line(&strait.line)));
    }
}

/// Returns short strokes across a line, every nine units, which are recognisable without colour.
fn rungs(points: &[Point]) -> Vec<(Point, Point)> {
    let mut found = Vec::new();
    let mut left = 4.5;
    for (a, b) in points.iter().zip(points.iter().skip(1)) {
        let length = distance(*a, *b);
        while left < length {
            let (dx, dy) = ((b.0 - a.0) / length, (b.1 - a.1) / length);
            let (x, y) = (a.0 + dx * left, a.1 + dy * left);
            found.push(((x - dy * 3.5, y + dx * 3.5), (x + dy * 3.5, y - dx * 3.5)));
            left += 9.0;
        }
        left -= length;
    }
    found
}

/// What a border separates.
#[derive(PartialEq, Eq, Clone, Copy)]
enum Kind {
    Sea,
    Inner,
    Outer,
}

/// Returns the lines of all borders of some kinds, as one path.
fn lines(canvas: &Canvas<'_>, wanted: impl Fn(Kind) -> bool) -> String {
    let mut data = String::new();
    for border in canvas.geometry.borders.iter().filter(|border| !border.route) {
        let (Some(a), Some(b)) =
            (canvas.geometry.area(&border.between.0), canvas.geometry.area(&border.between.1))
        else {
            continue;
        };
        let kind = match (a.sea(), b.sea()) {
            (true, true) => Kind::Sea,
            _ if a.group() == b.group() => Kind::Inner,
            _ => Kind::Outer,
        };
        if wanted(kind) {
            data.push_str(&joined(&border.lines));
        }
    }
    data
}
