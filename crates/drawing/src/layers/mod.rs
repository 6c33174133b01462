//! A drawing, layer by layer, from back to front: water, shore, land, borders (`ground`, with
//! `tracts`, `mountains`, `homes` and `rivers`), routes and harbours (`ocean`), signs of terrains
//! (`signs`), places and shore marks (`boxes`), names (`names`), who holds what (`holders`),
//! marks of what changed (`hits`), ways (`arrows`), pieces (`pieces`), boxes, links (`hits`). Up to
//! the names they are written once and kept (`still`).

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
use ravenpost_rules::scene::Scene;

/// What the drawing is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// A page with [`board_css`]: classes only, no style inside.
    #[default]
    Page,
    /// On its own: light colours inside.
    Mail,
    /// A file that a page shows as a picture: light and dark inside, as the reader has it.
    File,
}

/// How a scene is drawn.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub theme: Theme,
    /// What a link to an area begins with, e.g. `#area-`; its slug follows. None: areas are no
    /// links, unless they are targets.
    pub links: Option<String>,
    /// Areas that the open decision offers, and where their links lead. They are marked.
    pub targets: Vec<(String, String)>,
    /// Areas that the drawing shows with what lies round them, and nothing else. None: all of it.
    pub near: Vec<String>,
}

/// The scene as one SVG element. Empty for a scene without a board.
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

/// The still part as a drawing of its own.
pub fn still_alone(canvas: &Canvas<'_>) -> String {
    let still = still::of(canvas);
    let mut pen = Pen::default();
    open(&mut pen, canvas, &Options { theme: Theme::Mail, ..Options::default() });
    pen.put(format_args!("<defs>\n{}</defs>\n{}</svg>", still.defs, still.layers));
    pen.finish()
}

/// What lies over the still part, as a drawing of its own without a ground.
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

/// What changes with every order and lies over the still part.
fn moving(pen: &mut Pen, canvas: &Canvas<'_>) {
    holders::draw(pen, canvas);
    hits::last_changes(pen, canvas);
    arrows::draw(pen, canvas);
    pieces::draw(pen, canvas);
    ocean::numbers(pen, canvas);
}

fn open(pen: &mut Pen, canvas: &Canvas<'_>, options: &Options) {
    let Rect { x, y, w: width, h: height } = window::of(canvas, &options.near);
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
    // Sizes and fills for readers without a style sheet: nothing is black that has no colour.
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
