//! Names of areas, seas and groups, and the board's title. They depend on the displayed size: a
//! drawing for pages has one set for wide frames and one for narrow ones, and the stylesheet shows
//! the set that suits the frame.

use super::boxes;
use super::canvas::Canvas;
use super::pieces::PlacedFigure;
use super::viewport::{self, View, Window};
use super::{Options, Theme};
use crate::geometry::shape::{Point, Rect, Stand, distance};
use crate::layout::banner::Banner;
use crate::layout::labels::{Label, Rank, Sheet, bounds, labels};
use crate::map::Area;
use crate::style::palette;
use crate::style::pen::{Pen, escape, num, tenth};
use ravenpost_rules::view::scene::{Mood, Spot};

/// The width in pixels of a narrow frame, as on a phone.
pub const NARROW: f64 = 326.0;
/// The displayed width of a board in an email.
const MAIL: u16 = 544;
/// Minimum size of the letters of the board's title and of groups, in pixels.
const LARGE: f64 = 11.0;
const TITLE: f64 = 38.0;
/// The width and height of the star at a new piece.
const STAR: f64 = 15.0;

/// A set of names, for frames of about the same width.
struct Set {
    class: &'static str,
    /// Board units per pixel of the screen.
    unit: f64,
}

/// Returns the minimum width in pixels of a wide frame, by the board's shape. `switch.css` repeats
/// these numbers.
fn wide(canvas: &Canvas<'_>) -> (&'static str, f64) {
    match viewport::ratio(canvas) {
        high if high < 1.0 => ("s-high", 480.0),
        even if even < 1.2 => ("s-even", 590.0),
        _ => ("s-wide", 670.0),
    }
}

/// Returns the class of a drawing whose names depend on the width of its frame.
pub fn class(canvas: &Canvas<'_>) -> &'static str {
    wide(canvas).0
}

fn sets(canvas: &Canvas<'_>, options: &Options, window: &Window) -> Vec<Set> {
    let Rect { w, h, .. } = window.rect;
    let one = |width: u16| vec![Set { class: "", unit: w / f64::from(width.max(1)) }];
    match (options.width, options.theme) {
        (Some(width), _) => one(width),
        (None, Theme::Mail) => one(MAIL),
        (None, Theme::Page | Theme::File) => {
            let width = wide(canvas).1;
            // A frame has the shape of the layout; the board fits into it.
            let unit = (w / width).max(h * viewport::ratio(canvas) / width);
            vec![Set { class: " b-wide", unit }, Set { class: " b-narrow", unit: w / NARROW }]
        }
    }
}

/// The figures on the board.
pub struct Figures<'a> {
    pub placed_figures: &'a [PlacedFigure<'a>],
    /// The middle of the star at each new piece.
    pub stars: &'a [Point],
}

/// Draws all names, over the pieces.
pub fn draw(
    pen: &mut Pen,
    canvas: &Canvas<'_>,
    options: &Options,
    window: &Window,
    figures: &Figures<'_>,
) {
    let solid = solid(canvas, figures);
    for set in sets(canvas, options, window) {
        let taken = taken(canvas, options, window, figures, set.unit);
        let sheet = Sheet { window: window.rect, unit: set.unit, taken: &taken, solid: &solid };
        let labels = labels(&canvas.geometry, &sheet, |area| rank(canvas, options, area));
        let size = sheet.least();
        pen.put(format_args!(
            "<g class=\"b-names{}\" fill=\"{}\" font-size=\"{}\">\n",
            set.class,
            palette::PLAIN_INK,
            tenth(size)
        ));
        title(pen, canvas, set.unit);
        groups(pen, canvas, &sheet, &labels);
        boxes::texts(pen, canvas, options, size);
        numbers(pen, canvas, options, size);
        for label in &labels {
            one(pen, canvas, label, size);
        }
        dots(pen, options, &labels, set.unit);
        pen.text("</g>\n");
    }
}

/// Returns the importance of a name.
fn rank(canvas: &Canvas<'_>, options: &Options, area: &Area) -> Rank {
    if options.targets.iter().any(|(slug, _)| *slug == area.slug) {
        return Rank::Chosen;
    }
    let shown = canvas.scene.areas.iter().find(|shown| shown.slug == area.slug);
    if shown.is_some_and(|shown| shown.last || shown.planned) {
        return Rank::Changed;
    }
    let View::Zoomed { own: Some(own), .. } = options.view else { return Rank::Other };
    let here = Spot::Area(area.slug.clone());
    let mut pieces = canvas.scene.pieces.iter();
    match pieces.any(|piece| piece.spot == here && piece.seat == Some(own)) {
        true => Rank::Own,
        false => Rank::Other,
    }
}

/// Returns what names should not cover.
fn taken(
    canvas: &Canvas<'_>,
    options: &Options,
    window: &Window,
    figures: &Figures<'_>,
    unit: f64,
) -> Vec<Rect> {
    let mut taken: Vec<Rect> = figures.placed_figures.iter().map(PlacedFigure::body).collect();
    taken.extend(figures.stars.iter().map(|at| Rect::around(*at, STAR, STAR)));
    taken.extend(canvas.plan.boxes.iter().copied());
    taken.extend(discs(canvas));
    let squares = canvas.geometry.areas.iter().filter(|area| area.square());
    taken.extend(squares.map(|area| Rect::around(area.label, 1.6 * area.room, 1.6 * area.room)));
    let homes = canvas.geometry.areas.iter().filter(|area| area.home.is_some());
    taken.extend(
        homes.filter_map(crate::layout::signs::place).map(|at| Rect::around(at, 22.0, 24.0)),
    );
    if matches!(options.view, View::Zoomed { .. }) {
        let Rect { x, y, w, h } = window.rect;
        let (button, low, high) = (44.0 * unit, 90.0 * unit, 128.0 * unit);
        taken.push(Rect { x: x + w - button, y, w: button, h: high });
        taken.push(Rect { x, y: y + h - low, w: low, h: low });
    }
    taken
}

/// Returns what names must not touch: the middle of each figure, stars, bridges, anchors and
/// squares.
fn solid(canvas: &Canvas<'_>, figures: &Figures<'_>) -> Vec<Rect> {
    let geometry = &canvas.geometry;
    let core = |Stand { at, scale }: Stand| Rect::around(at, 12.0 * scale, 12.0 * scale);
    let mut solid: Vec<Rect> = figures.placed_figures.iter().map(|one| core(one.place)).collect();
    solid.extend(figures.stars.iter().map(|at| Rect::around(*at, STAR, STAR)));
    let bridges = geometry.bridges.iter().map(|bridge| (bridge.x, bridge.y));
    solid.extend(bridges.map(|at| Rect::around(at, 22.0, 22.0)));
    solid.extend(discs(canvas));
    let squares = geometry.areas.iter().filter(|area| area.square());
    solid.extend(squares.map(|area| Rect::around(area.label, 0.0, 0.0).grown(area.room + 1.5)));
    solid
}

/// Returns the space of the anchors.
fn discs(canvas: &Canvas<'_>) -> impl Iterator<Item = Rect> {
    let harbours = canvas.geometry.harbours.iter().map(|harbour| harbour.sign);
    let discs = harbours.chain(canvas.plan.anchors.iter().map(|(_, disc)| *disc));
    discs.map(|at| Rect::around(at, 20.0, 20.0))
}

/// Draws one name with its frame.
fn one(pen: &mut Pen, canvas: &Canvas<'_>, label: &Label<'_>, usual: f64) {
    let area = label.area;
    if area.framed {
        frame(pen, canvas, label);
    }
    let class = match area.sea() || area.river() {
        true if canvas.mood(area) == Mood::Closed => "b-s b-faded",
        true => "b-s",
        false if area.mountain() => "b-n b-height",
        false if canvas.mood(area) == Mood::Closed => "b-n b-faded",
        false => "b-n",
    };
    let Some(text) = &area.text else { return };
    let (x, y) = (tenth(label.at.0), label.at.1);
    let mut more = String::new();
    if tenth(label.size) != tenth(usual) {
        more.push_str(&format!(" font-size=\"{}\"", tenth(label.size)));
    }
    if label.angle != 0.0 {
        let angle = tenth(label.angle);
        more.push_str(&format!(" transform=\"rotate({angle} {x} {})\"", tenth(y)));
    }
    let count = text.lines.len() as f64;
    for (index, words) in text.lines.iter().enumerate() {
        let off = (index as f64 - (count - 1.0) / 2.0) * 1.12 * label.size + 0.35 * label.size;
        pen.put(format_args!(
            "<text class=\"{class}\" x=\"{x}\" y=\"{}\"{more}>{}</text>\n",
            tenth(y + off),
            escape(words)
        ));
    }
}

/// Draws the small frame of a starting place: around its name, in its group's tone.
fn frame(pen: &mut Pen, canvas: &Canvas<'_>, label: &Label<'_>) {
    let tone = canvas.tone(label.area.group());
    let rect = bounds(label).grown(0.25 * label.size);
    pen.put(format_args!(
        "<rect rx=\"5\" fill=\"none\" class=\"b-frame b-gs{tone}\" x=\"{}\" y=\"{}\" \
         width=\"{}\" height=\"{}\"/>",
        tenth(rect.x),
        tenth(rect.y),
        tenth(rect.w),
        tenth(rect.h)
    ));
}

/// Draws a dot at each chosen name, on the first side where it covers no name.
fn dots(pen: &mut Pen, options: &Options, labels: &[Label<'_>], unit: f64) {
    let (off, radius) = (5.5 * unit, 4.0 * unit);
    // Names with many wide letters are longer than their bounds.
    let names: Vec<Rect> =
        labels.iter().map(bounds).map(|name| name.widened(0.05 * name.w)).collect();
    let chosen =
        |label: &Label<'_>| options.targets.iter().any(|(slug, _)| *slug == label.area.slug);
    for (_, rect) in labels.iter().zip(&names).filter(|(label, _)| chosen(label)) {
        let (x, y) = rect.centre();
        let sides = [
            (rect.x - off, y),
            (rect.x + rect.w + off, y),
            (x, rect.y - off),
            (x, rect.y + rect.h + off),
        ];
        let free =
            |at: &&Point| names.iter().all(|name| distance(name.nearest(**at), **at) >= radius);
        let (x, y) = sides.iter().find(free).unwrap_or(&sides[0]);
        pen.put(format_args!(
            "<circle class=\"b-dot\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
            tenth(*x),
            tenth(*y),
            tenth(radius)
        ));
    }
    pen.text("\n");
}

/// Draws the squares' numbers: in the middle, or on a tag if a ship lies there.
fn numbers(pen: &mut Pen, canvas: &Canvas<'_>, options: &Options, least: f64) {
    for square in canvas.geometry.areas.iter().filter(|area| area.square()) {
        let number = square.slug.trim_start_matches(|letter: char| !letter.is_ascii_digit());
        let taken = Spot::Area(square.slug.clone());
        let (mut x, mut y) = square.label;
        let ship = canvas.scene.pieces.iter().any(|piece| piece.spot == taken);
        let size = if ship { least.max(11.0) } else { least.max(16.0) };
        if size > 1.1 * square.room && rank(canvas, options, square) != Rank::Chosen {
            continue;
        }
        if ship {
            (x, y) = (x - 17.0, y - 17.0);
            pen.put(format_args!(
                "<circle class=\"b-tag\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
                tenth(x),
                tenth(y),
                tenth(0.82 * size)
            ));
        }
        pen.put(format_args!(
            "<text class=\"b-number\" x=\"{}\" y=\"{}\" font-size=\"{}\">{number}</text>\n",
            tenth(x),
            tenth(y + 0.36 * size),
            tenth(size)
        ));
    }
}

/// Edge width and opacity of the largest group names. Smaller names have less of both, so that
/// names over small areas are not more prominent.
const EDGE: f64 = 1.1;
const STRENGTH: f64 = 0.32;
const LARGEST: f64 = 32.0;

/// Draws the groups' names across their areas, in faint letters that do not obscure other things,
/// with an edge in the full tone for legibility. Pieces and names are never on them.
fn groups(pen: &mut Pen, canvas: &Canvas<'_>, sheet: &Sheet<'_>, labels: &[Label<'_>]) {
    let names: Vec<Rect> = labels.iter().map(bounds).collect();
    for ((key, words), banners) in canvas.board.groups.iter().zip(&canvas.plan.banners) {
        let letters = words.chars().count();
        let free = |banner: &&Banner| {
            banner.size >= LARGE * sheet.unit
                && (0..letters).all(|index| {
                    let letter = banner.letter(index, letters);
                    let mut things = sheet.taken.iter().chain(&names);
                    !things.any(|thing| distance(thing.nearest(letter), letter) < 0.6 * banner.size)
                })
        };
        let Some(banner) = banners.iter().find(free) else { continue };
        let (x, y) = (tenth(banner.middle.0), tenth(banner.middle.1));
        let tone = canvas.tone(key);
        let share = banner.size / LARGEST;
        pen.put(format_args!(
            "<text class=\"b-big b-gf{tone} b-gs{tone}\" x=\"{x}\" y=\"{y}\" dy=\".35em\" \
             stroke-width=\"{:.2}\" fill-opacity=\"{:.2}\" font-size=\"{}\" \
             letter-spacing=\"{}\" transform=\"rotate({} {x} {y})\">{}</text>\n",
            EDGE * share,
            STRENGTH * share,
            tenth(banner.size),
            tenth(banner.advance - 0.68 * banner.size),
            tenth(banner.angle),
            escape(&words.to_uppercase())
        ));
    }
}

/// Draws the board's name with a flourish, where the water leaves room.
fn title(pen: &mut Pen, canvas: &Canvas<'_>, unit: f64) {
    let Some(rect) = canvas.plan.title.filter(|_| TITLE >= LARGE * unit) else { return };
    let (x, y) = rect.centre();
    let half = num(rect.w / 2.0 - 8.0);
    pen.put(format_args!(
        "<g transform=\"translate({} {})\">\
         <text class=\"b-title\" y=\"12\" font-size=\"{TITLE}\">{}</text>\
         <path class=\"b-roseline\" \
         d=\"M-{half} 27H-18M18 27H{half}M-12 27l12-6 12 6-12 6z\"/></g>\n",
        tenth(x),
        tenth(y),
        escape(canvas.board.name)
    ));
}

/// Draws a compass rose, where the water leaves room.
pub fn rose(pen: &mut Pen, canvas: &Canvas<'_>) {
    if let Some(rect) = canvas.plan.rose {
        let (x, y) = rect.centre();
        pen.put(format_args!(
            "<g transform=\"translate({} {})\" class=\"b-rose\">\
             <circle r=\"27\" class=\"b-roseline\"/><circle r=\"23.5\" class=\"b-roseline\" \
             stroke-width=\".5\"/><path d=\"M0-34l5 29-5 5-5-5z\"/><path fill-opacity=\".35\" \
             d=\"M0 34l5-29-5-5-5 5zM34 0L5 5 0 0l5-5zM-34 0l29-5 5 5-5 5z\"/>\
             <text class=\"b-c b-rose\" y=\"-37\" font-size=\"13\">N</text></g>\n",
            tenth(x),
            tenth(y + 6.0)
        ));
    }
}
