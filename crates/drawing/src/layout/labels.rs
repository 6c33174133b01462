//! Chooses which names a drawing shows and where: as large as a reader needs at the displayed size,
//! clear of pieces and of each other.

use crate::geometry::shape::{Point, Rect, Size, around, distance, inside};
use crate::map::{Area, Geometry};

/// Minimum height of a name on the screen, in pixels.
const LEAST: f64 = 11.1;
/// Maximum height on the screen of names that are enlarged with the board.
const MOST: f64 = 17.0;
/// By how much an optional name may be enlarged beyond the size in the board's file.
const STRETCH: f64 = 3.4;

/// The space between two names on one line, in sizes of their letters: about half a letter, and as
/// much again for letters that are wider than usual.
const GAP: f64 = 0.4;
/// The penalty for less space between names.
const CLOSE: f64 = 30.0;

/// The importance of a name. Chosen names are always shown, the others only where there is room.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Rank {
    Chosen,
    Changed,
    Own,
    Other,
}

/// The conditions under which names are placed.
pub struct Sheet<'a> {
    /// The visible part of the board.
    pub window: Rect,
    /// Board units per pixel of the screen.
    pub unit: f64,
    /// What names should not cover: pieces, boxes, controls.
    pub taken: &'a [Rect],
    /// Areas that only chosen names may overlap, however slightly.
    pub solid: &'a [Rect],
}

/// A name with its position.
pub struct Label<'a> {
    pub area: &'a Area,
    pub at: Point,
    pub size: f64,
    /// Rotation in degrees.
    pub angle: f64,
}

impl Sheet<'_> {
    /// The smallest size that can be read.
    pub fn least(&self) -> f64 {
        LEAST * self.unit
    }
}

/// Returns the size of a name's letters, without the space around them.
fn extent(area: &Area, size: f64) -> Size {
    let lines = area.text.as_ref().map_or(&[][..], |text| &text.lines);
    let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0) as f64;
    let wide = if area.sea() || area.river() { 0.5 * size + 2.0 } else { 0.57 * size };
    (longest * wide, (lines.len() as f64 - 1.0) * size * 1.12 + 0.86 * size)
}

/// Returns the rectangle around a name, which may be rotated.
pub fn bounds(label: &Label<'_>) -> Rect {
    let (w, h) = extent(label.area, label.size);
    let (sin, cos) = label.angle.to_radians().sin_cos();
    Rect::around(label.at, (w * cos).abs() + (h * sin).abs(), (w * sin).abs() + (h * cos).abs())
}

/// Returns the names to draw, the most important first.
pub fn labels<'a>(
    geometry: &'a Geometry,
    sheet: &Sheet<'_>,
    rank: impl Fn(&Area) -> Rank,
) -> Vec<Label<'a>> {
    let named = geometry.areas.iter().filter(|area| area.text.is_some());
    let mut areas: Vec<(Rank, &Area)> = named.map(|area| (rank(area), area)).collect();
    // Chosen names are placed first where there is least room, the others where there is most.
    areas.sort_by(|(one, a), (other, b)| {
        let room = b.room.total_cmp(&a.room);
        let room = if *one == Rank::Chosen { room.reverse() } else { room };
        one.cmp(other).then(a.sea().cmp(&b.sea())).then(room)
    });
    let mut placed: Vec<Label<'a>> = Vec::new();
    let mut boxes: Vec<Rect> = Vec::new();
    for (rank, area) in areas {
        if let Some(label) = place(area, rank, sheet, &boxes) {
            boxes.push(bounds(&label));
            placed.push(label);
        }
    }
    placed
}

fn place<'a>(area: &'a Area, rank: Rank, sheet: &Sheet<'_>, others: &[Rect]) -> Option<Label<'a>> {
    let text = area.text.as_ref()?;
    let least = sheet.least();
    let size = text.size.clamp(least, (MOST * sheet.unit).max(least));
    if rank != Rank::Chosen && size > STRETCH * text.size {
        return None;
    }
    // Enlarged names are level, because a rotated one would leave its area.
    let angle = if size > 1.05 * text.size { 0.0 } else { text.angle };
    let home = (text.x, text.y);
    let label = |at| Label { area, at, size, angle };
    let rect = bounds(&label(home));
    let spots = spots(area, home, extent(area, size), rank == Rank::Chosen);
    let trial = Trial::new(area, size, (rect.w, rect.h), sheet, others, &spots);
    let mut best: Option<(f64, Point)> = None;
    for at in spots {
        let least = best.map_or(f64::INFINITY, |(worth, _)| worth);
        // In sizes of its letters. The distance alone often rules a position out.
        let remoteness = distance(at, home) / size;
        if remoteness >= least {
            continue;
        }
        let worth = trial.worth(at, remoteness, least);
        if worth < least {
            best = Some((worth, at));
        }
    }
    let (worth, at) = best?;
    (rank == Rank::Chosen || worth < FAULT).then_some(label(at))
}

/// A penalty of at least this value means that a name collides with something or lies outside its
/// area.
const FAULT: f64 = 100.0;

/// A name whose positions are compared.
struct Trial<'a> {
    area: &'a Area,
    size: f64,
    /// The width and height of its bounds.
    bounds: Size,
    window: Rect,
    /// Whether the area is in the window.
    seen: bool,
    /// How much room the name needs on all sides. Greatly enlarged names need some, or they would
    /// cover the board.
    air: f64,
    /// What is near any of the positions.
    names: Vec<Rect>,
    taken: Vec<Rect>,
    solid: Vec<Rect>,
}

impl<'a> Trial<'a> {
    fn new(
        area: &'a Area,
        size: f64,
        bounds: Size,
        sheet: &Sheet<'_>,
        others: &[Rect],
        spots: &[Point],
    ) -> Trial<'a> {
        let natural = area.text.as_ref().map_or(size, |text| text.size);
        let air = 0.6 * (size - natural).clamp(0.0, natural);
        let all = around(spots);
        let reach = Rect::around(all.centre(), all.w + bounds.0, all.h + bounds.1);
        let reach = reach.grown(air.max(GAP * size));
        let near = |all: &[Rect]| all.iter().copied().filter(|one| touch(reach, *one)).collect();
        Trial {
            area,
            size,
            bounds,
            window: sheet.window,
            seen: meets(around(area.rings.iter().flatten()), sheet.window),
            air,
            names: near(others),
            taken: near(sheet.taken),
            solid: near(sheet.solid),
        }
    }

    /// Returns the penalty of a position, or a part of it that is at least `least`.
    fn worth(&self, at: Point, remoteness: f64, least: f64) -> f64 {
        let rect = Rect::around(at, self.bounds.0, self.bounds.1);
        let letters = Rect::around(at, rect.w - 0.1 * self.size, rect.h - 0.06 * self.size);
        let mut worth = remoteness;
        let names = self.names.iter().map(|one| share(letters, one.grown(self.air))).sum::<f64>();
        if names > 0.0 {
            worth += FAULT * (1.0 + 12.0 * names);
        }
        let gap = GAP * self.size;
        if self.names.iter().any(|one| share(letters, one.widened(gap)) > 0.0) {
            worth += CLOSE;
        }
        let things = self.taken.iter().map(|one| share(letters, *one)).sum::<f64>();
        if things > 0.08 {
            worth += FAULT * (0.6 + 2.0 * things);
        } else {
            worth += 40.0 * things;
        }
        if self.solid.iter().any(|one| share(rect, *one) > 0.0) {
            worth += FAULT;
        }
        if self.seen && !holds(self.window, rect) {
            worth += FAULT * 1.5 * (1.05 - share(rect, self.window));
        }
        // What follows takes longer.
        if worth < least && !inside(&self.area.rings, at) {
            worth += FAULT;
        }
        if worth < least && self.area.sea() && !afloat(self.area, rect) {
            worth += FAULT;
        }
        worth
    }
}

/// Returns whether the ends and the middle of a sea's name lie in it.
fn afloat(area: &Area, rect: Rect) -> bool {
    let (x, y) = rect.centre();
    let ends = [(rect.x, y), (x - rect.w / 4.0, y), (x + rect.w / 4.0, y), (rect.x + rect.w, y)];
    ends.iter().all(|end| inside(&area.rings, *end))
}

/// Returns positions near the one in the board's file, then more distant ones.
fn spots(area: &Area, home: Point, size: Size, chosen: bool) -> Vec<Point> {
    let (w, h) = size;
    let across: &[f64] =
        if chosen { &[0.0, 0.2, 0.4, 0.6, 0.85, 1.1] } else { &[0.0, 0.15, 0.3, 0.5] };
    let down: &[f64] =
        if chosen { &[0.0, 0.5, 0.9, 1.3, 1.8, 2.4, 3.2] } else { &[0.0, 0.5, 0.9, 1.4, 2.0] };
    let mut spots = Vec::new();
    for base in [home, area.label] {
        for dx in across {
            for dy in down {
                for (left, up) in [(1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)] {
                    let spot = (base.0 + left * dx * w, base.1 + up * dy * h);
                    let known = (left < 0.0 && *dx == 0.0) || (up < 0.0 && *dy == 0.0);
                    if !known {
                        spots.push(spot);
                    }
                }
            }
        }
    }
    spots
}

/// Returns the share of a rectangle that another one covers.
fn share(one: Rect, other: Rect) -> f64 {
    let across = (one.x + one.w).min(other.x + other.w) - one.x.max(other.x);
    let down = (one.y + one.h).min(other.y + other.h) - one.y.max(other.y);
    if across <= 0.0 || down <= 0.0 { 0.0 } else { across * down / (one.w * one.h).max(1.0) }
}

/// Returns whether two rectangles overlap or touch.
fn touch(one: Rect, other: Rect) -> bool {
    one.x <= other.x + other.w
        && other.x <= one.x + one.w
        && one.y <= other.y + other.h
        && other.y <= one.y + one.h
}

fn meets(one: Rect, other: Rect) -> bool {
    share(one, other) > 0.15 || share(other, one) > 0.15
}

fn holds(window: Rect, rect: Rect) -> bool {
    window.holds((rect.x, rect.y)) && window.holds((rect.x + rect.w, rect.y + rect.h))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn isle() -> Geometry {
        let text = include_str!("../isle.json");
        let mut board: Geometry = serde_json::from_str(text).expect("a board");
        for area in &mut board.areas {
            area.rings = crate::geometry::shape::rings(&area.path);
        }
        board
    }

    #[test]
    fn names_on_one_line_have_a_gap() {
        let mut board = isle();
        let north = &board.areas[0];
        let (rings, label) = (north.rings.clone(), north.label);
        let home = north.text.as_ref().map(|text| (text.x, text.y)).expect("it is named");
        let (wide, _) = extent(north, 14.0);
        let south = &mut board.areas[1];
        (south.rings, south.label) = (rings, label);
        let text = south.text.as_mut().expect("it is named");
        (text.x, text.y) = (home.0 + wide, home.1);
        let window = Rect { x: 0.0, y: 0.0, w: board.width, h: board.height };
        let sheet = Sheet { window, unit: 1.0, taken: &[], solid: &[] };
        let found = labels(&board, &sheet, |_| Rank::Other);
        let placed = |slug: &str| {
            let label = found.iter().find(|label| label.area.slug == slug).expect("it is placed");
            bounds(label)
        };
        let (north, south) = (placed("north"), placed("south"));
        assert_eq!(share(north.widened(0.3 * 14.0), south), 0.0);
    }

    #[test]
    fn labels_grow_until_legible_without_overlap() {
        let board = isle();
        let window = Rect { x: 0.0, y: 0.0, w: board.width, h: board.height };
        for unit in [0.5, 1.0, 2.0] {
            let sheet = Sheet { window, unit, taken: &[], solid: &[] };
            let found = labels(&board, &sheet, |_| Rank::Other);
            for (at, label) in found.iter().enumerate() {
                assert!(label.size >= 11.0 * unit);
                let rect = bounds(label);
                assert!(found[at + 1..].iter().all(|next| share(rect, bounds(next)) < 0.15));
            }
            let all = labels(&board, &sheet, |_| Rank::Chosen);
            assert_eq!(all.len(), board.areas.iter().filter(|area| area.text.is_some()).count());
        }
    }
}
