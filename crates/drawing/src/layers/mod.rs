//! A drawing, layer by layer, from back to front:
//!
//! - water, shore, land and borders (`ground`, with `overlays`, `mountains`, `homes` and `rivers`)
//! - routes and harbours (`ocean`), terrain signs (`signs`), places and shore marks (`boxes`)
//! - holders (`holders`), last changes (`hits`), boxes, arrows (`arrows`), pieces (`pieces`), names
//!   (`names`), links (`hits`)
//!
//! The layers up to the shore marks are generated once and cached (`background`).

mod arrows;
pub mod background;
mod boxes;
pub mod canvas;
mod ground;
mod hits;
mod holders;
mod homes;
mod mountains;
mod movements;
mod names;
mod ocean;
mod overlays;
mod overview;
mod pieces;
mod rivers;
mod signs;
pub mod viewport;

use canvas::Canvas;
use movements::Tracks;
use names::Figures;
use viewport::{Band, View, Window};

use super::geometry::shape::Rect;
use super::style::palette;
use super::style::pen::{Pen, escape, tenth};
use ravenpost_rules::view::scene::Scene;

/// What the drawing is used for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Part of a page with [`board_css`]: classes only, no embedded styles.
    #[default]
    Page,
    /// Stand-alone, with embedded light colours.
    Mail,
    /// A file that a page shows as an image, with embedded light and dark colours.
    File,
}

/// How a scene is drawn.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub theme: Theme,
    /// The prefix of links to areas, e.g. `#area-`, which the slug follows. If `None`, only targets
    /// are links.
    pub links: Option<String>,
    /// Areas that the current decision offers, with the destinations of their links. They are
    /// highlighted.
    pub targets: Vec<(String, String)>,
    /// If not empty, the drawing shows only these areas and their surroundings.
    pub near: Vec<String>,
    /// Whether the drawing is at least about twice as wide as high, for emails.
    pub wide: bool,
    /// Which part of the board it shows, if `near` is empty.
    pub view: View,
    /// The width in pixels at which it is displayed. If unknown, a drawing for pages has names for
    /// wide and for narrow frames.
    pub width: Option<u16>,
}

/// A drawing with the data a page needs to show another part of the board.
pub struct Framed {
    pub svg: String,
    /// The level of magnification that is shown, 0 for the whole board, and the highest one.
    pub level: u8,
    pub most: u8,
    /// The area in the middle, and whether the requested one is on the board.
    pub near: String,
    pub known: bool,
    /// The part of the drawing with most of the points of interest.
    pub band: Band,
    /// A miniature of the whole board with a frame around the part that is shown: the content of an
    /// SVG element on the same page, and its viewBox.
    pub overview: String,
    pub whole: String,
}

/// Draws the scene as one SVG element. Empty for a scene without a board.
pub fn svg(scene: &Scene, options: &Options) -> String {
    let Some(canvas) = Canvas::new(scene) else { return String::new() };
    drawn(&canvas, options, &viewport::of(&canvas, options))
}

/// Same as [`svg()`], with an overview. `None` for a scene without a board.
pub fn framed(scene: &Scene, options: &Options) -> Option<Framed> {
    let canvas = Canvas::new(scene)?;
    let window = viewport::of(&canvas, options);
    Some(Framed {
        svg: drawn(&canvas, options, &window),
        level: window.level,
        most: window.most,
        known: window.known,
        band: window.band,
        overview: overview::draw(&canvas, options, &window),
        whole: format!("0 0 {} {}", tenth(canvas.geometry.width), tenth(canvas.geometry.height)),
        near: window.near,
    })
}

fn drawn(canvas: &Canvas<'_>, options: &Options, window: &Window) -> String {
    let still = background::of(canvas);
    let tracks = Tracks::of(canvas);
    let mut pen = Pen::default();
    open(&mut pen, canvas, options, window);
    pen.text("<defs>\n");
    pen.text(&still.defs);
    holders::define(&mut pen, canvas);
    pieces::define(&mut pen, canvas, &tracks);
    pen.text("</defs>\n<g aria-hidden=\"true\">\n");
    pen.text(&still.layers);
    moving(&mut pen, canvas, options, window, &tracks);
    hits::targets(&mut pen, canvas, options);
    pen.text("</g>\n");
    hits::draw(&mut pen, canvas, options, window);
    pen.text("</svg>");
    pen.finish()
}

/// Draws the static part by itself.
pub fn still_alone(canvas: &Canvas<'_>) -> String {
    let still = background::of(canvas);
    let (options, mut pen) = (mail(), Pen::default());
    open(&mut pen, canvas, &options, &viewport::of(canvas, &options));
    pen.put(format_args!("<defs>\n{}</defs>\n{}</svg>", still.defs, still.layers));
    pen.finish()
}

/// Draws only the layers above the static part.
pub fn moving_alone(canvas: &Canvas<'_>) -> String {
    let (options, mut pen) = (mail(), Pen::default());
    let (window, tracks) = (viewport::of(canvas, &options), Tracks::of(canvas));
    open(&mut pen, canvas, &options, &window);
    pen.text("<defs>\n");
    hits::define(&mut pen, canvas);
    holders::define(&mut pen, canvas);
    pieces::define(&mut pen, canvas, &tracks);
    pen.text("</defs>\n<g>\n");
    moving(&mut pen, canvas, &options, &window, &tracks);
    pen.text("</g>\n</svg>");
    pen.finish()
}

fn mail() -> Options {
    Options { theme: Theme::Mail, ..Options::default() }
}

/// Draws the parts that change with every order, above the static layers. The boxes are not in the
/// group that screen readers skip.
fn moving<'a>(
    pen: &mut Pen,
    canvas: &Canvas<'a>,
    options: &Options,
    window: &Window,
    tracks: &Tracks<'a>,
) {
    let placed_figures = pieces::placed_figures(canvas, tracks);
    holders::draw(pen, canvas);
    hits::last_changes(pen, canvas);
    pen.text("</g>\n");
    boxes::draw(pen, canvas, options);
    pen.text("<g aria-hidden=\"true\">\n");
    arrows::draw(pen, canvas, tracks, &placed_figures);
    pieces::draw(pen, &placed_figures);
    let stars = arrows::stars(tracks, &placed_figures);
    arrows::news(pen, canvas, &stars);
    names::draw(
        pen,
        canvas,
        options,
        window,
        &Figures { placed_figures: &placed_figures, stars: &stars },
    );
}

fn open(pen: &mut Pen, canvas: &Canvas<'_>, options: &Options, window: &Window) {
    let Rect { x, y, w: width, h: height } = window.rect;
    let (left, top, width, height) = (tenth(x), tenth(y), tenth(width), tenth(height));
    let linked = options.links.is_some() || !options.targets.is_empty();
    let role = if linked { "group" } else { "img" };
    // Pages describe the board in a text of their own.
    let words = match options.theme {
        Theme::Mail | Theme::File if !linked => hits::summary(canvas),
        _ => format!("Board of {}", canvas.board.name),
    };
    // Sizes and fills for clients without stylesheets, where unstyled shapes would be black.
    pen.put(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board {}\" \
         viewBox=\"{left} {top} {width} {height}\" width=\"{width}\" height=\"{height}\" \
         fill=\"none\" role=\"{role}\" aria-label=\"{}\">",
        names::class(canvas),
        escape(&words)
    ));
    match options.theme {
        Theme::Page => {}
        Theme::Mail => pen.put(format_args!("<style>{}</style>", palette::mail_css())),
        Theme::File => pen.put(format_args!("<style>{}</style>", palette::file_css())),
    }
    pen.text("\n");
}
