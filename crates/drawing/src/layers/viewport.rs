//! The visible part of a board: all of it, a level of magnification around an area, or some areas
//! with their surroundings.

use super::Options;
use super::canvas::Canvas;
use super::movements::middle;
use crate::geometry::shape::{Point, Rect, Size, distance};
use crate::map::Area;
use ravenpost_rules::Seat;
use ravenpost_rules::view::scene::Spot;

/// How much of the surroundings is shown, as a share of the longer side.
const ROUND: f64 = 0.22;
/// Minimum and maximum ratio of a window's width to its height.
const SHAPE: (f64, f64) = (1.3, 2.0);
/// Like `SHAPE`, for a wide window. It is cropped to this shape if the board is too narrow for it.
const BANNER: (f64, f64) = (2.4, 2.8);
/// Areas further apart than this share of the board in either direction are not shown together: the
/// window would be almost as large as the board.
const APART: f64 = 0.45;
/// The ratio between the widths of the view at one level of magnification and the next.
const STEP: f64 = 0.68;
/// The narrowest view, in board units.
const NARROWEST: f64 = 230.0;
/// The width of the first view of a board, in heights of its usual name. Names can then be read at
/// the width of a phone without covering much.
const OPENED: f64 = 40.0;

/// Which part of a board is shown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum View {
    /// All of it.
    #[default]
    Whole,
    /// A level of magnification, 0 for the whole board, around an area. By default, it is the level
    /// at which names can be read around what matters most: what can be chosen, what has changed,
    /// the pieces of this seat. Everything that can be chosen is in view.
    Zoomed { level: Option<u8>, near: Option<String>, own: Option<Seat> },
}

/// The part of a view that a low frame shows, as on a phone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Band {
    Top,
    #[default]
    Middle,
    Bottom,
}

/// The upper and lower end of each band, as shares of the height of a view.
const BANDS: [(Band, f64, f64); 3] =
    [(Band::Middle, 0.33, 0.67), (Band::Top, 0.0, 0.35), (Band::Bottom, 0.65, 1.0)];

/// The chosen part, with the data needed to choose another.
pub struct Window {
    pub rect: Rect,
    pub level: u8,
    /// The highest level of this board.
    pub most: u8,
    /// The area in the middle, and whether the requested one is on the board.
    pub near: String,
    pub known: bool,
    /// The part of the window with most of the points of interest.
    pub band: Band,
}

/// The points of interest on a board.
struct Matters {
    /// What can be chosen.
    chosen: Vec<Point>,
    news: Vec<Point>,
    /// The pieces of a seat.
    home: Vec<Point>,
}

/// Returns the visible part of a board.
pub fn of(canvas: &Canvas<'_>, options: &Options) -> Window {
    let whole = whole(canvas);
    let most = levels(canvas);
    if !options.near.is_empty() || options.wide {
        let rect = around(canvas, &options.near, options.wide);
        let near = options.near.first().cloned().unwrap_or_default();
        let band = Band::default();
        return Window { rect, level: most, most, near, known: true, band };
    }
    let View::Zoomed { level, near, own } = &options.view else {
        let band = Matters::of(canvas, options, None).band(whole);
        return Window { rect: whole, level: 0, most, near: String::new(), known: true, band };
    };
    let asked = near.as_ref().and_then(|slug| canvas.geometry.area(slug)).map(|area| area.label);
    let matters = Matters::of(canvas, options, *own);
    let level = match (level, asked) {
        (Some(level), _) => (*level).min(most),
        (None, Some(_)) => opened(canvas),
        (None, None) => showing(canvas, &matters.chosen),
    };
    let (w, h) = size(canvas, level);
    let middle = asked.unwrap_or_else(|| matters.focus(canvas, (w, h)));
    let rect = Rect::around(middle, w, h);
    let rect = Rect {
        x: rect.x.clamp(0.0, (whole.w - w).max(0.0)),
        y: rect.y.clamp(0.0, (whole.h - h).max(0.0)),
        ..rect
    };
    let known = near.is_none() || asked.is_some();
    let near = nearest(canvas, asked.filter(|_| level == 0).unwrap_or(rect.centre()));
    Window { rect, level, most, near, known, band: matters.band(rect) }
}

fn whole(canvas: &Canvas<'_>) -> Rect {
    Rect { x: 0.0, y: 0.0, w: canvas.geometry.width, h: canvas.geometry.height }
}

/// Returns the ratio of width to height of a magnified view, which suits the page's layout.
pub fn ratio(canvas: &Canvas<'_>) -> f64 {
    match canvas.geometry.width / canvas.geometry.height {
        high if high < 0.95 => 0.9,
        even if even < 1.25 => 1.1,
        _ => 1.25,
    }
}

/// Returns the width and height of a level's view.
fn size(canvas: &Canvas<'_>, level: u8) -> Size {
    let Rect { w, h, .. } = whole(canvas);
    if level == 0 {
        return (w, h);
    }
    let wide = (w * STEP.powi(level.into())).min(w);
    let high = (wide / ratio(canvas)).min(h);
    (wide.min(high * ratio(canvas)), high)
}

fn levels(canvas: &Canvas<'_>) -> u8 {
    (1..8).take_while(|level| size(canvas, *level).0 > NARROWEST).last().unwrap_or(1)
}

/// Returns the level at which a board is first shown.
fn opened(canvas: &Canvas<'_>) -> u8 {
    let mut sizes: Vec<f64> =
        canvas.geometry.areas.iter().filter_map(|area| Some(area.text.as_ref()?.size)).collect();
    sizes.sort_by(f64::total_cmp);
    let usual = sizes.get(sizes.len() / 2).copied().unwrap_or(14.0);
    let wanted = OPENED * usual;
    (0..levels(canvas)).find(|level| size(canvas, *level).0 <= wanted).unwrap_or(levels(canvas))
}

/// Returns the level at which a board is first shown if these points can be chosen: the usual one,
/// or the whole board if no other level shows them all.
fn showing(canvas: &Canvas<'_>, chosen: &[Point]) -> u8 {
    let shows = |level: &u8| chosen.is_empty() || fit(chosen, size(canvas, *level));
    (1..=opened(canvas)).rev().find(shows).unwrap_or(0)
}

/// Returns whether a view of this size can show all points, with some space around them.
fn fit(points: &[Point], size: Size) -> bool {
    let all = crate::geometry::shape::around(points);
    all.w < 0.8 * size.0 && all.h < 0.8 * size.1
}

impl Matters {
    fn of(canvas: &Canvas<'_>, options: &Options, own: Option<Seat>) -> Matters {
        let area = |slug: &str| canvas.geometry.area(slug).map(|area| area.label);
        let space = |slug: &str| {
            let (place, id) = slug.split_once('.')?;
            middle(canvas, &Spot::Space(place.to_owned(), id.to_owned()))
        };
        let target = |(slug, _): &(String, String)| area(slug).or_else(|| space(slug));
        let last = canvas.scene.areas.iter().filter(|area| area.last);
        let pieces = canvas.scene.pieces.iter();
        let pieces = pieces.filter(|piece| own.is_some() && piece.seat == own);
        let spots = pieces.filter_map(|piece| match &piece.spot {
            Spot::Area(slug) | Spot::Harbour(slug) => area(slug),
            _ => None,
        });
        Matters {
            chosen: options.targets.iter().filter_map(target).collect(),
            news: last.filter_map(|one| area(&one.slug)).collect(),
            home: spots.collect(),
        }
    }

    /// Returns the points that matter most.
    fn most(&self) -> &[Point] {
        let all = [&self.chosen, &self.news, &self.home];
        all.into_iter().find(|all| !all.is_empty()).map_or(&[][..], |all| all.as_slice())
    }

    /// Returns the centre of the most important points of interest. If not everything fits into the
    /// view, it is the place with most of them nearby.
    fn focus(&self, canvas: &Canvas<'_>, size: Size) -> Point {
        let points = self.most();
        if points.is_empty() {
            return whole(canvas).centre();
        }
        if fit(points, size) {
            return crate::geometry::shape::around(points).centre();
        }
        let (w, h) = (0.8 * size.0, 0.8 * size.1);
        let within = |middle: Point| {
            let view = Rect::around(middle, w, h);
            points.iter().chain(&self.home).filter(|point| view.holds(**point)).count()
        };
        let best = points.iter().copied().rev().max_by_key(|point| within(*point));
        best.unwrap_or_else(|| whole(canvas).centre())
    }

    /// Returns the part of a view that contains most of the points that matter.
    fn band(&self, view: Rect) -> Band {
        let seen: Vec<f64> = self
            .most()
            .iter()
            .filter(|point| view.holds(**point))
            .map(|point| (point.1 - view.y) / view.h)
            .collect();
        let within =
            |from: f64, to: f64| seen.iter().filter(|share| (from..=to).contains(*share)).count();
        // Of equal bands, the last one is the maximum.
        let most = BANDS.iter().rev().max_by_key(|(_, from, to)| within(*from, *to));
        most.map_or_else(Band::default, |(band, ..)| *band)
    }
}

/// Returns the slug of the area next to a point.
pub fn nearest(canvas: &Canvas<'_>, point: Point) -> String {
    let far = |area: &&Area| distance(area.label, point);
    let areas = canvas.geometry.areas.iter();
    let found = areas.min_by(|one, other| far(one).total_cmp(&far(other)));
    found.map(|area| area.slug.clone()).unwrap_or_default()
}

/// Returns the window around these areas, in the shape for emails if `wide`. If they are far
/// apart, it covers the first area and those close to it; if none is on the board, it is the whole
/// board, or as much of it as the shape allows.
fn around(canvas: &Canvas<'_>, near: &[String], wide: bool) -> Rect {
    let whole = whole(canvas);
    let (width, height) = (whole.w, whole.h);
    let areas = near.iter().filter_map(|slug| canvas.geometry.area(slug));
    // A wide window is low, so areas above each other leave it sooner.
    let low = if wide { width / BANNER.0 / (1.0 + 2.0 * ROUND) } else { height };
    let close = |seen: Rect| seen.w <= APART * width && seen.h <= low.min(APART * height);
    let seen = areas.map(bounds).reduce(|seen, next| match both(seen, next) {
        more if close(more) => more,
        _ => seen,
    });
    if seen.is_none() && !wide {
        return whole;
    }
    let mut seen = seen.map_or(whole, |seen| seen.grown(ROUND * seen.w.max(seen.h)));
    let (least, most) = if wide { BANNER } else { SHAPE };
    let (w, h) = (seen.w.max(seen.h * least), seen.h.max(seen.w / most));
    let (w, h) = (w.min(width), h.min(height));
    let h = if wide { h.min(w / least) } else { h };
    let middle = seen.centre();
    seen = Rect::around(middle, w, h);
    Rect { x: seen.x.clamp(0.0, width - w), y: seen.y.clamp(0.0, height - h), w, h }
}

fn bounds(area: &Area) -> Rect {
    let mut points = area.rings.iter().flatten();
    let first = points.next().copied().unwrap_or(area.label);
    let start = Rect { x: first.0, y: first.1, w: 0.0, h: 0.0 };
    points.fold(start, |seen, at| both(seen, Rect { x: at.0, y: at.1, w: 0.0, h: 0.0 }))
}

fn both(one: Rect, other: Rect) -> Rect {
    let (x, y) = (one.x.min(other.x), one.y.min(other.y));
    let right = (one.x + one.w).max(other.x + other.w);
    let low = (one.y + one.h).max(other.y + other.h);
    Rect { x, y, w: right - x, h: low - y }
}
