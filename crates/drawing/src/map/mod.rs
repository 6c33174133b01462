//! A board's geometry file, and data derived from it alone: where things are, not what they look
//! like.

pub mod clearing;
pub mod harbours;
pub mod part;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;

use super::geometry::shape::{Point, Rect, Ring, Stand};

/// Everything about a board that can be drawn. The builder's `maps/README.md` describes the fields.
#[derive(Deserialize)]
pub struct Geometry {
    pub width: f64,
    pub height: f64,
    pub areas: Vec<Area>,
    pub borders: Vec<Border>,
    pub coast: Vec<String>,
    #[serde(default)]
    pub outside: Vec<String>,
    #[serde(default)]
    pub rivers: Vec<River>,
    #[serde(default)]
    pub straits: Vec<Strait>,
    #[serde(default)]
    pub black_lines: Vec<BlackLine>,
    #[serde(default)]
    pub bridges: Vec<Bridge>,
    #[serde(default)]
    pub places: Vec<NamedPlace>,
    /// Named sections of the board: left, top, width, height.
    #[serde(default)]
    pub parts: BTreeMap<String, (f64, f64, f64, f64)>,
    /// Whether it was drawn for a wide canvas, with proportionate lines.
    #[serde(skip)]
    pub broad: bool,
    /// Symbols that are dropped where space is short.
    #[serde(skip)]
    pub minor: &'static [&'static str],
    /// Where sea routes meet the shore, derived from the routes.
    #[serde(skip)]
    pub harbours: Vec<Harbour>,
    /// The outlines of all land.
    #[serde(skip)]
    pub land: Vec<Ring>,
}

#[derive(Deserialize)]
pub struct Area {
    pub slug: String,
    pub kind: String,
    /// Fill and pattern, if they differ from its kind: a key of the ground table.
    #[serde(default)]
    pub terrain: Option<String>,
    /// The ground of a strip along its longest border.
    #[serde(default)]
    pub with: Option<String>,
    /// Whether it lies in the board's other climate.
    #[serde(default)]
    pub hatched: bool,
    /// Areas of one group have light borders between them and heavy borders around them. Land
    /// without a group is its own group.
    #[serde(default)]
    pub group: Option<String>,
    /// Whether it has a small frame, e.g. as a starting place.
    #[serde(default)]
    pub framed: bool,
    /// The colour that owns it from the start.
    #[serde(default)]
    pub home: Option<String>,
    pub path: String,
    /// The centre of the largest inscribed circle, whose radius is `room`.
    pub label: Point,
    pub room: f64,
    #[serde(default)]
    pub text: Option<NameSpot>,
    /// Where pieces go: x, y, radius.
    pub spot: (f64, f64, f64),
    #[serde(skip)]
    pub rings: Vec<Ring>,
    /// Positions of pieces, indexed by their number; computed on first use.
    #[serde(skip)]
    pub stands: [OnceLock<Vec<Stand>>; STANDS],
    /// Things in it or on its edge that must not be covered: centre and radius.
    #[serde(skip)]
    pub reserved: Vec<(Point, f64)>,
    /// What its pieces avoid if possible: pieces on its borders, other names.
    #[serde(skip)]
    pub reserved_boxes: Vec<Rect>,
    /// The position of its sign, computed on first use.
    #[serde(skip)]
    pub sign: OnceLock<Option<Point>>,
}

/// Size of an area's position cache, which is indexed by the number of pieces.
pub const STANDS: usize = 12;

/// The position of an area's name.
#[derive(Deserialize)]
pub struct NameSpot {
    pub x: f64,
    pub y: f64,
    pub size: f64,
    pub lines: Vec<String>,
    #[serde(default)]
    pub angle: f64,
}

#[derive(Deserialize)]
pub struct Border {
    pub between: (String, String),
    #[serde(default)]
    pub mid: Point,
    #[serde(default)]
    pub angle: f64,
    #[serde(default)]
    pub room: f64,
    #[serde(default)]
    pub lines: Vec<Vec<Point>>,
    /// Whether it is a route over water between two squares, or from a square to a harbour.
    #[serde(default)]
    pub route: bool,
}

#[derive(Deserialize)]
pub struct River {
    /// The borders along which it runs. Such a river is drawn wide and can only be crossed by
    /// bridges.
    #[serde(default)]
    pub borders: Vec<(String, String)>,
    #[serde(default)]
    pub lines: Vec<Vec<Point>>,
    #[serde(default)]
    pub ornament: bool,
}

#[derive(Deserialize)]
pub struct Strait {
    pub line: Vec<Point>,
}

#[derive(Deserialize)]
pub struct BlackLine {
    pub between: (String, String),
    pub lines: Vec<Vec<Point>>,
}

/// Where a river can be crossed; `angle` is the direction of crossing in degrees.
#[derive(Deserialize)]
pub struct Bridge {
    pub kind: String,
    pub x: f64,
    pub y: f64,
    pub angle: f64,
}

/// The point on an area's shore where ships land.
pub struct Harbour {
    pub area: String,
    pub at: Point,
    /// The unit vector from there towards open water.
    pub out: Point,
    /// The position of its anchor.
    pub sign: Point,
}

/// A named place that is not an area.
#[derive(Deserialize)]
pub struct NamedPlace {
    pub slug: String,
    pub at: Point,
}

impl Geometry {
    pub fn area(&self, slug: &str) -> Option<&Area> {
        self.areas.iter().find(|area| area.slug == slug)
    }

    /// Returns the border between two areas, in either order.
    pub fn border(&self, one: &str, other: &str) -> Option<&Border> {
        self.borders.iter().find(|border| {
            let (a, b) = (border.between.0.as_str(), border.between.1.as_str());
            (a, b) == (one, other) || (b, a) == (one, other)
        })
    }

    /// Returns whether a wide river runs along the border between two places, in the map's order.
    pub fn ribbon(&self, one: &str, other: &str) -> bool {
        let mut borders = self.rivers.iter().flat_map(|river| &river.borders);
        borders.any(|(a, b)| a == one && b == other)
    }

    pub fn place(&self, slug: &str) -> Option<&NamedPlace> {
        self.places.iter().find(|place| place.slug == slug)
    }
}

impl Area {
    pub fn sea(&self) -> bool {
        matches!(self.kind.as_str(), "sea" | "ocean")
    }

    /// Returns whether it is an ocean square: a numbered circle connected by routes.
    pub fn square(&self) -> bool {
        self.kind == "ocean"
    }

    /// Returns whether it is a stretch of a great river.
    pub fn river(&self) -> bool {
        self.kind == "river"
    }

    /// Returns whether it is an impassable mountain.
    pub fn mountain(&self) -> bool {
        self.kind == "mountain"
    }

    /// Returns the terrain given in the file, or the area's kind.
    pub fn terrain(&self) -> &str {
        self.terrain.as_ref().unwrap_or(&self.kind)
    }

    pub fn group(&self) -> &str {
        match &self.group {
            Some(group) => group,
            None if self.sea() || self.mountain() => "",
            None => &self.slug,
        }
    }

    /// Returns the full name as written on the board.
    pub fn name(&self) -> String {
        let unnamed = || match self.square() {
            true => format!("Ocean square {}", self.slug),
            false => self.slug.clone(),
        };
        self.text.as_ref().map_or_else(unnamed, |text| text.lines.join(" "))
    }

    /// Returns the space that the name takes, with a margin.
    pub fn name_rect(&self) -> Option<Rect> {
        let text = self.text.as_ref()?;
        let longest = text.lines.iter().map(|line| line.chars().count()).max()?;
        let letter = if self.sea() { 0.62 * text.size + 2.2 } else { 0.61 * text.size };
        let (width, height) = (longest as f64 * letter, text.lines.len() as f64 * text.size * 1.12);
        Some(Rect::around((text.x, text.y), width, height))
    }
}
