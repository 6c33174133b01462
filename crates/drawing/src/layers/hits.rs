//! Selectable areas: links over the areas, their descriptions, and highlights of the last change.

use super::canvas::Canvas;
use super::viewport::Window;
use super::{Options, Theme};
use super::{ground, names};
use crate::map::Area;
use crate::style::pen::{Pen, escape, num, tenth};
use ravenpost_rules::view::scene::Area as Shown;

/// Highlights the areas that changed last and those involved in the viewer's plans.
pub fn last_changes(pen: &mut Pen, canvas: &Canvas<'_>) {
    for Area { slug, .. } in known(canvas, |area| area.last) {
        pen.put(format_args!(
            "<use href=\"#d-a-{slug}\" class=\"b-lastpale\"/>\
             <use href=\"#d-a-{slug}\" class=\"b-last\"/>\n"
        ));
    }
    for Area { slug, .. } in known(canvas, |area| area.planned) {
        pen.put(format_args!(
            "<use href=\"#d-a-{slug}\" class=\"b-lastpale\"/>\
             <use href=\"#d-a-{slug}\" class=\"b-meant\"/>\n"
        ));
    }
}

/// Defines the outlines of these areas, for a drawing without ground.
pub fn define(pen: &mut Pen, canvas: &Canvas<'_>) {
    let drawn = |area: &Shown| area.last || area.planned || area.held.is_some();
    known(canvas, drawn).for_each(|area| ground::outline(pen, area));
}

/// Returns the areas whose scene entry matches.
fn known<'a>(
    canvas: &'a Canvas<'_>,
    matches: impl Fn(&Shown) -> bool + 'a,
) -> impl Iterator<Item = &'a Area> {
    let shown = canvas.scene.areas.iter().filter(move |area| matches(area));
    shown.filter_map(|area| canvas.geometry.area(&area.slug))
}

/// Draws dots on the areas that the current decision offers and that have no name on the board. For
/// areas with names, the dots are next to the names.
pub fn targets(pen: &mut Pen, canvas: &Canvas<'_>, options: &Options) {
    let areas = options.targets.iter().filter_map(|(slug, _)| canvas.geometry.area(slug));
    for area in areas.filter(|area| area.text.is_none()) {
        let off = if area.square() { 15.0 } else { 0.0 };
        pen.put(format_args!(
            "<circle class=\"b-dot\" cx=\"{}\" cy=\"{}\" r=\"4.5\"/>",
            tenth(area.label.0 + off),
            tenth(area.label.1 - off)
        ));
    }
}

/// Draws the top layer: tooltips on areas that are not links, the links, and larger touch targets
/// over the smallest of them. The links are in reading order, but those of seas come first.
pub fn draw(pen: &mut Pen, canvas: &Canvas<'_>, options: &Options, window: &Window) {
    if options.theme == Theme::Page {
        // One group, so that each area is short.
        pen.text("<g class=\"b-hit\" aria-hidden=\"true\">\n");
        for area in canvas.geometry.areas.iter().filter(|area| link(area, options).is_none()) {
            pen.put(format_args!(
                "<use href=\"#d-a-{}\"><title>{}</title></use>\n",
                area.slug,
                escape(&words(canvas, area))
            ));
        }
        pen.text("</g>\n");
    }
    let mut areas: Vec<(&Area, String)> = canvas
        .geometry
        .areas
        .iter()
        .filter_map(|area| Some((area, link(area, options)?)))
        .collect();
    // Seas come first, because their shapes can extend below the land.
    areas.sort_by(|(a, _), (b, _)| {
        let down = a.label.1.total_cmp(&b.label.1);
        b.sea().cmp(&a.sea()).then(down).then(a.label.0.total_cmp(&b.label.0))
    });
    for (area, href) in &areas {
        let (slug, words) = (&area.slug, escape(&words(canvas, area)));
        pen.put(format_args!(
            "<a href=\"{}\" aria-label=\"{words}\"><use href=\"#d-a-{slug}\" class=\"b-hit\" \
             aria-hidden=\"true\"><title>{words}</title></use>\
             <use href=\"#d-a-{slug}\" class=\"b-ring\"/></a>\n",
            escape(href)
        ));
    }
    // Twelve pixels on a phone; smaller areas get a larger touch target.
    let thumb = 12.0 * window.rect.w / names::NARROW;
    for (area, href) in areas.iter().filter(|(area, _)| area.room < thumb) {
        pen.put(format_args!(
            "<a href=\"{}\" tabindex=\"-1\" aria-hidden=\"true\"><circle class=\"b-hit b-thumb\" \
             cx=\"{}\" cy=\"{}\" r=\"{}\"/></a>\n",
            escape(href),
            tenth(area.label.0),
            tenth(area.label.1),
            num(thumb)
        ));
    }
}

fn link(area: &Area, options: &Options) -> Option<String> {
    let target = options.targets.iter().find(|(slug, _)| *slug == area.slug);
    match (target, &options.links) {
        (Some((_, href)), _) => Some(href.clone()),
        (None, Some(before)) => Some(format!("{before}{}", area.slug)),
        (None, None) => None,
    }
}

/// Returns the description of an area, or its name and terrain if the scene does not describe it.
fn words(canvas: &Canvas<'_>, area: &Area) -> String {
    let shown = canvas.scene.areas.iter().find(|shown| shown.slug == area.slug);
    match shown.map(Shown::description).filter(|words| !words.is_empty()) {
        Some(words) => words,
        None => format!("{}, {}", area.name(), canvas.terrain(area)),
    }
}

/// Returns the description of the whole board, for a drawing without links.
pub fn summary(canvas: &Canvas<'_>) -> String {
    let mut parts = vec![format!("Board of {}", canvas.board.name)];
    let areas = canvas.scene.areas.iter().map(Shown::description);
    parts.extend(areas.filter(|words| !words.is_empty()));
    parts.join(". ")
}
