//! A board's geometry file, with what is worked out from it and from nothing else. Tells where
//! things are, not how they look.

pub mod clearing;
pub mod harbours;
pub mod part;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;

use super::plane::shape::{Point, Rect, Ring, Stand};

/// All of a board that can be drawn. `maps/README.md` of the builder describes the fields.
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
    /// Windows through which a part of the board is seen: left, top, width, height.
    #[serde(default)]
    pub parts: BTreeMap<String, (f64, f64, f64, f64)>,
    /// Whether it was drawn for a broad canvas, with lines in proportion.
    #[serde(skip)]
    pub broad: bool,
    /// Symbols that give way where room is short.
    #[serde(skip)]
    pub minor: &'static [&'static str],
    /// Where sea routes meet the shore, worked out from the routes.
    #[serde(skip)]
    pub harbours: Vec<Harbour>,
    /// All land, as points.
    #[serde(skip)]
    pub land: Vec<Ring>,
}

#[derive(Deserialize)]
pub struct Area {
    pub slug: String,
    pub kind: String,
    /// Fill and pattern, where its kind does not say: a key of the ground table.
    #[serde(default)]
    pub terrain: Option<String>,
    /// A second ground along its longest border.
    #[serde(default)]
    pub with: Option<String>,
    /// Whether it lies in the board's other climate.
    #[serde(default)]
    pub hatched: bool,
    /// Areas of one group share light borders inside and heavy ones outside. Without a group land
    /// is one by itself.
    #[serde(default)]
    pub group: Option<String>,
    /// Whether it has a small frame, e.g. a starting place.
    #[serde(default)]
    pub framed: bool,
    /// The colour to which it belongs from the start.
    #[serde(default)]
    pub home: Option<String>,
    pub path: String,
    /// The middle of the largest circle inside, and its radius in `room`.
    pub label: Point,
    pub room: f64,
    #[serde(default)]
    pub text: Option<NameSpot>,
    /// Where pieces go: x, y, radius.
    pub spot: (f64, f64, f64),
    #[serde(skip)]
    pub rings: Vec<Ring>,
    /// Where so many pieces stand, from none up: worked out when it is first asked.
    #[serde(skip)]
    pub stands: [OnceLock<Vec<Stand>>; STANDS],
    /// What is drawn in it or on its edge and must not be covered: middle and radius.
    #[serde(skip)]
    pub kept: Vec<(Point, f64)>,
    /// What pieces in it leave free for others if they can: pieces on its borders, other names.
    #[serde(skip)]
    pub beside: Vec<Rect>,
    /// Where its sign stands: worked out when it is first asked.
    #[serde(skip)]
    pub sign: OnceLock<Option<Point>>,
}

/// Numbers of pieces for which an area remembers the places.
pub const STANDS: usize = 12;

/// The place of an area's name.
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
    /// A way over water between two squares, or from a square to a harbour.
    #[serde(default)]
    pub route: bool,
}

#[derive(Deserialize)]
pub struct River {
    /// The borders along which it runs. Such a river is drawn broad: it can be crossed on bridges
    /// only.
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

/// An area's place on the shore where ships land.
pub struct Harbour {
    pub area: String,
    pub at: Point,
    /// From there towards the open water, one unit long.
    pub out: Point,
    /// Where its anchor is drawn.
    pub sign: Point,
}

/// A named place that is no area.
#[derive(Deserialize)]
pub struct NamedPlace {
    pub slug: String,
    pub at: Point,
}

impl Geometry {
    pub fn area(&self, slug: &str) -> Option<&Area> {
        self.areas.iter().find(|area| area.slug == slug)
    }

    /// The border between two areas, named in either order.
    pub fn border(&self, one: &str, other: &str) -> Option<&Border> {
        self.borders.iter().find(|border| {
            let (a, b) = (border.between.0.as_str(), border.between.1.as_str());
            (a, b) == (one, other) || (b, a) == (one, other)
        })
    }

    /// Whether a broad river runs along the border between two places, named as the map names it.
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

    /// A numbered circle on the water; routes lead from one to the next.
    pub fn square(&self) -> bool {
        self.kind == "ocean"
    }

    /// A stretch of a great river.
    pub fn river(&self) -> bool {
        self.kind == "river"
    }

    /// A shape between areas that nobody enters.
    pub fn mountain(&self) -> bool {
        self.kind == "mountain"
    }

    /// What its ground is, as the file says.
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

    /// The full name, as it is written on the board.
    pub fn name(&self) -> String {
        let unnamed = || match self.square() {
            true => format!("Ocean square {}", self.slug),
            false => self.slug.clone(),
        };
        self.text.as_ref().map_or_else(unnamed, |text| text.lines.join(" "))
    }

    /// The room that the name takes, generously.
    pub fn name_rect(&self) -> Option<Rect> {
        let text = self.text.as_ref()?;
        let longest = text.lines.iter().map(|line| line.chars().count()).max()?;
        let letter = if self.sea() { 0.62 * text.size + 2.2 } else { 0.61 * text.size };
        let (width, height) = (longest as f64 * letter, text.lines.len() as f64 * text.size * 1.12);
        Some(Rect::around((text.x, text.y), width, height))
    }
}
