//! Home areas: the owner's colour along the edge and a banner with the owner's mark, or bars if
//! that colour is not in play.

use super::canvas::Canvas;
use crate::layout::signs;
use crate::map::Area;
use crate::style::palette;
use crate::style::pen::{Pen, tenth};
use crate::style::symbols::drawn_mark;
use ravenpost_rules::view::scene::Mood;

/// A banner hanging from a pole.
const BANNER: &str = "M-10-12h20v17l-10 6-10-6z";

fn homes<'a>(canvas: &'a Canvas<'_>) -> impl Iterator<Item = (&'a Area, &'a str)> {
    let areas = canvas.geometry.areas.iter();
    areas.filter_map(|area| Some((area, area.home.as_deref()?)))
}

/// Defines the homes' clip paths, and the bars over closed homes.
pub fn define(pen: &mut Pen, canvas: &Canvas<'_>) {
    for (home, _) in homes(canvas) {
        let slug = &home.slug;
        pen.put(format_args!(
            "<clipPath id=\"d-in-{slug}\"><use href=\"#d-a-{slug}\"/></clipPath>\n"
        ));
    }
    if homes(canvas).next().is_some() {
        pen.text(
            "<pattern id=\"d-bars\" width=\"9\" height=\"9\" patternUnits=\"userSpaceOnUse\" \
             patternTransform=\"rotate(-45)\"><path class=\"b-bars\" d=\"M0 4.5h9\"/></pattern>\n",
        );
    }
}

/// Draws a band of the owner's colour inside each home, or bars over it.
pub fn grounds(pen: &mut Pen, canvas: &Canvas<'_>) {
    for (home, colour) in homes(canvas) {
        let slug = &home.slug;
        if canvas.mood(home) == Mood::Closed {
            pen.put(format_args!(
                "<use href=\"#d-a-{slug}\" class=\"b-t-outside\"/>\
                 <use href=\"#d-a-{slug}\" fill=\"url(#d-bars)\"/>\n"
            ));
            continue;
        }
        let fill = palette::seat(colour).0;
        pen.put(format_args!(
            "<g clip-path=\"url(#d-in-{slug})\"><use href=\"#d-a-{slug}\" fill=\"{fill}\" \
             fill-opacity=\".16\"/><use href=\"#d-a-{slug}\" class=\"b-homepale\"/>\
             <use href=\"#d-a-{slug}\" class=\"b-homeband\" stroke=\"{fill}\"/></g>\n"
        ));
    }
}

/// Draws the banners, each with its owner's mark.
pub fn banners(pen: &mut Pen, canvas: &Canvas<'_>) {
    for (home, colour) in homes(canvas) {
        let Some((x, y)) = signs::place(home) else { continue };
        let closed = canvas.mood(home) == Mood::Closed;
        let (fill, mark) = if closed {
            let bar = "<path class=\"b-barred\" d=\"M-7-9L7 5M7-9L-7 5\"/>".to_owned();
            (palette::seat("neutral").0, bar)
        } else {
            (palette::seat(colour).0, drawn_mark(colour, 0.0, -2.0, 11.0))
        };
        pen.put(format_args!(
            "<g class=\"b-banner\" transform=\"translate({} {})\"><path class=\"b-rim\" \
             d=\"{BANNER}\"/><path class=\"b-edge\" d=\"{BANNER}\" fill=\"{fill}\"/>{mark}\
             <path class=\"b-pole\" d=\"M-13-12h26\"/></g>\n",
            tenth(x),
            tenth(y)
        ));
    }
}
