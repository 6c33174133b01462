//! A drawing, layer by layer, from back to front:
//!
//! - water, shore, land and borders (`ground`, with `tracts`, `mountains`, `homes` and `rivers`)
//! - routes and harbours (`ocean`), terrain signs (`signs`), places and shore marks (`boxes`),
//!   names (`names`)
//! - holders (`holders`), last changes (`hits`), arrows (`arrows`), pieces (`pieces`), boxes, links
//!   (`hits`)
//!
//! The layers up to the names are generated once and cached (`still`).

mod arrows;
mod boxes;
pub mod canvas;
pub(super) mod eye;
mod ground;
mod hits;
mod holders;
mod homes;
mod mountains;
mod names;
mod ocean;
mod pieces;
mod rivers;
mod signs;
pub mod still;
mod tracts;
mod window;

use canvas::Canvas;

use super::ink::palette;
use super::ink::pen::{Pen, escape, tenth};
use super::plane::shape::Rect;
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
}

/// Draws the scene as one SVG element. Empty for a scene without a board.
pub fn svg(scene: &Scene, options: &Options) -> String {
    let Some(canvas) = Canvas::new(scene) else { return String::new() };
    let still = still::of(&canvas);
    let mut pen = Pen::default();
    open(&mut pen, &canvas, options);
    pen.text("<defs>\n");
    pen.text(&still.defs);
    holders::define(&mut pen, &canvas);
    pieces::define(&mut pen, &canvas);
    pen.text("</defs>\n<g aria-hidden=\"true\">\n");
    pen.text(&still.layers);
    moving(&mut pen, &canvas);
    hits::targets(&mut pen, &canvas, options);
    pen.text("</g>\n");
    boxes::draw(&mut pen, &canvas);
    hits::draw(&mut pen, &canvas, options);
    pen.text("</svg>");
    pen.finish()
}

/// Draws the static part by itself.
pub fn still_alone(canvas: &Canvas<'_>) -> String {
    let still = still::of(canvas);
    let mut pen = Pen::default();
    open(&mut pen, canvas, &Options { theme: Theme::Mail, ..Options::default() });
    pen.put(format_args!("<defs>\n{}</defs>\n{}</svg>", still.defs, still.layers));
    pen.finish()
}

/// Draws what lies over the static part by itself, without a ground.
pub fn moving_alone(canvas: &Canvas<'_>) -> String {
    let mut pen = Pen::default();
    open(&mut pen, canvas, &Options { theme: Theme::Mail, ..Options::default() });
    pen.text("<defs>\n");
    hits::define(&mut pen, canvas);
    holders::define(&mut pen, canvas);
    pieces::define(&mut pen, canvas);
    pen.text("</defs>\n");
    moving(&mut pen, canvas);
    boxes::draw(&mut pen, canvas);
    pen.text("</svg>");
    pen.finish()
}

/// Draws what changes with every order, over the static part.
fn moving(pen: &mut Pen, canvas: &Canvas<'_>) {
    holders::draw(pen, canvas);
    hits::last_changes(pen, canvas);
    arrows::draw(pen, canvas);
    pieces::draw(pen, canvas);
    ocean::numbers(pen, canvas);
}

fn open(pen: &mut Pen, canvas: &Canvas<'_>, options: &Options) {
    let Rect { x, y, w: width, h: height } = window::of(canvas, &options.near, options.wide);
    let (left, top, width, height) = (tenth(x), tenth(y), tenth(width), tenth(height));
    let linked = options.links.is_some() || !options.targets.is_empty();
    let (role, words) = if linked {
        ("group", format!("Board of {}", canvas.board.name))
    } else {
        ("img", hits::summary(canvas))
    };
    let wide = match canvas.least_width() {
        least if least > 1000.0 => " wide vast",
        least if least > 360.0 => " wide",
        _ => "",
    };
    // Sizes and fills for clients without stylesheets, where unstyled shapes would be black.
    pen.put(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board{wide}\" \
         viewBox=\"{left} {top} {width} {height}\" width=\"{width}\" height=\"{height}\" \
         fill=\"none\" role=\"{role}\" aria-label=\"{}\">",
        escape(&words)
    ));
    match options.theme {
        Theme::Page => {}
        Theme::Mail => pen.put(format_args!("<style>{}</style>", palette::mail_css())),
        Theme::File => pen.put(format_args!("<style>{}</style>", palette::file_css())),
    }
    pen.text("\n");
}
