//! A board's geometry file, read once and kept. Tells where things are, not how they look.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use serde::Deserialize;

use super::rows::Place;
use super::shape::{Point, Rect, Ring, rings};
use super::{borders, clearing, harbours};
use crate::rules::scene::Board;

/// All of a board that can be drawn. `maps/README.md` of the builder describes the fields.
#[derive(Deserialize)]
pub(super) struct Geometry {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) areas: Vec<Area>,
    pub(super) borders: Vec<Border>,
    pub(super) coast: Vec<String>,
    #[serde(default)]
    pub(super) outside: Vec<String>,
    #[serde(default)]
    pub(super) rivers: Vec<River>,
    #[serde(default)]
    pub(super) straits: Vec<Strait>,
    #[serde(default)]
    pub(super) black_lines: Vec<BlackLine>,
    #[serde(default)]
    pub(super) bridges: Vec<Bridge>,
    #[serde(default)]
    pub(super) places: Vec<Site>,
    /// Where sea routes meet the shore, worked out from the routes.
    #[serde(skip)]
    pub(super) harbours: Vec<Harbour>,
    /// All land, as points.
    #[serde(skip)]
    pub(super) land: Vec<Ring>,
}

#[derive(Deserialize)]
pub(super) struct Area {
    pub(super) slug: String,
    pub(super) kind: String,
    pub(super) path: String,
    /// The middle of the largest circle inside, and its radius in `room`.
    pub(super) label: Point,
    pub(super) room: f64,
    #[serde(default)]
    pub(super) text: Option<Text>,
    /// Where pieces go: x, y, radius.
    pub(super) spot: (f64, f64, f64),
    #[serde(skip)]
    pub(super) rings: Vec<Ring>,
    /// Where so many pieces stand, from none up: worked out when it is first asked.
    #[serde(skip)]
    pub(super) stands: [OnceLock<Vec<Place>>; STANDS],
    /// What is drawn in it or on its edge and must not be covered: middle and radius.
    #[serde(skip)]
    pub(super) kept: Vec<(Point, f64)>,
    /// What pieces in it leave free for others if they can: pieces on its borders, other names.
    #[serde(skip)]
    pub(super) beside: Vec<Rect>,
    /// Where its sign stands: worked out when it is first asked.
    #[serde(skip)]
    pub(super) sign: OnceLock<Option<Point>>,
}

/// Numbers of pieces for which an area remembers the places.
pub(super) const STANDS: usize = 12;

/// The place of an area's name.
#[derive(Deserialize)]
pub(super) struct Text {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) size: f64,
    pub(super) lines: Vec<String>,
    #[serde(default)]
    pub(super) angle: f64,
}

#[derive(Deserialize)]
pub(super) struct Border {
    pub(super) between: (String, String),
    #[serde(default)]
    pub(super) mid: Point,
    #[serde(default)]
    pub(super) angle: f64,
    #[serde(default)]
    pub(super) room: f64,
    #[serde(default)]
    pub(super) lines: Vec<Vec<Point>>,
    /// A way over water between two squares, or from a square to a harbour.
    #[serde(default)]
    pub(super) route: bool,
}

#[derive(Deserialize)]
pub(super) struct River {
    /// The borders along which it runs. Such a river is drawn broad: it can be crossed on bridges
    /// only.
    #[serde(default)]
    pub(super) borders: Vec<(String, String)>,
    #[serde(default)]
    pub(super) lines: Vec<Vec<Point>>,
    #[serde(default)]
    pub(super) ornament: bool,
}

#[derive(Deserialize)]
pub(super) struct Strait {
    pub(super) line: Vec<Point>,
}

#[derive(Deserialize)]
pub(super) struct BlackLine {
    pub(super) between: (String, String),
    pub(super) lines: Vec<Vec<Point>>,
}

/// Where a river can be crossed; `angle` is the direction of crossing in degrees.
#[derive(Deserialize)]
pub(super) struct Bridge {
    pub(super) kind: String,
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) angle: f64,
}

/// An area's place on the shore where ships land.
pub(super) struct Harbour {
    pub(super) area: String,
    pub(super) at: Point,
    /// From there towards the open water, one unit long.
    pub(super) out: Point,
    /// Where its anchor is drawn.
    pub(super) sign: Point,
}

/// A named place that is no area.
#[derive(Deserialize)]
pub(super) struct Site {
    pub(super) slug: String,
    pub(super) at: Point,
}

impl Geometry {
    pub(super) fn area(&self, slug: &str) -> Option<&Area> {
        self.areas.iter().find(|area| area.slug == slug)
    }

    /// The border between two areas, named in either order.
    pub(super) fn border(&self, one: &str, other: &str) -> Option<&Border> {
        self.borders.iter().find(|border| {
            let (a, b) = (border.between.0.as_str(), border.between.1.as_str());
            (a, b) == (one, other) || (b, a) == (one, other)
        })
    }

    /// Whether a broad river runs along that border.
    pub(super) fn ribbon(&self, border: &(String, String)) -> bool {
        self.rivers.iter().any(|river| river.borders.contains(border))
    }

    pub(super) fn place(&self, slug: &str) -> Option<&Site> {
        self.places.iter().find(|place| place.slug == slug)
    }
}

impl Area {
    pub(super) fn sea(&self) -> bool {
        matches!(self.kind.as_str(), "sea" | "ocean")
    }

    /// A numbered circle on the water; routes lead from one to the next.
    pub(super) fn square(&self) -> bool {
        self.kind == "ocean"
    }

    /// A shape between areas that nobody enters.
    pub(super) fn mountain(&self) -> bool {
        self.kind == "mountain"
    }

    /// The full name, as it is written on the board.
    pub(super) fn name(&self) -> String {
        let unnamed = || match self.square() {
            true => format!("Ocean square {}", self.slug),
            false => self.slug.clone(),
        };
        self.text.as_ref().map_or_else(unnamed, |text| text.lines.join(" "))
    }

    /// The room that the name takes, generously.
    pub(super) fn name_rect(&self) -> Option<Rect> {
        let text = self.text.as_ref()?;
        let longest = text.lines.iter().map(|line| line.chars().count()).max()?;
        let letter = if self.sea() { 0.62 * text.size + 2.2 } else { 0.61 * text.size };
        let (width, height) = (longest as f64 * letter, text.lines.len() as f64 * text.size * 1.12);
        Some(Rect::around((text.x, text.y), width, height))
    }
}

static READ: Mutex<BTreeMap<&'static str, Arc<Geometry>>> = Mutex::new(BTreeMap::new());

/// The geometry of a board; its file is read the first time only.
pub(super) fn of(board: &Board) -> Arc<Geometry> {
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    Arc::clone(read.entry(board.key).or_insert_with(|| Arc::new(read_board(board))))
}

fn read_board(board: &Board) -> Geometry {
    let mut geometry = parse(board.geometry);
    if board.on_borders {
        borders::leave_room(&mut geometry);
    }
    geometry
}

fn parse(text: &str) -> Geometry {
    let mut geometry: Geometry = serde_json::from_str(text)
        .expect("a board's geometry is built into the program and read by its tests");
    for area in &mut geometry.areas {
        area.rings = rings(&area.path);
    }
    geometry.land = geometry.coast.iter().flat_map(|data| rings(data)).collect();
    geometry.harbours = harbours::of(&geometry);
    clearing::keep(&mut geometry);
    geometry
}
