//! Positions of things not placed by the geometry file: boxes, fleets, shore marks, the title.
//! Computed once for each board and set of boxes.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::banner::{Banner, banners};
use super::boxes::{Outlines, outlines, size};
use crate::cache::Cache;
use crate::geometry::grid::Grid;
use crate::geometry::shape::{Point, Rect, Size, clearance, distance, edges, inside};
use crate::map::{Area, Geometry, Harbour};
use ravenpost_rules::view::scene::{Board, PlaceBox};

/// The computed positions.
#[derive(Default)]
pub struct Plan {
    /// One for each box, in order.
    pub boxes: Vec<Rect>,
    /// Space for a fleet, by sea.
    pub seas: BTreeMap<String, Rect>,
    /// Positions of the large name of each group, the best first.
    pub banners: Vec<Vec<Banner>>,
    pub title: Option<Rect>,
    pub rose: Option<Rect>,
    /// Space for the ships of a harbour, by area.
    pub moorings: BTreeMap<String, Rect>,
    /// For each shore mark, the point on the shore and the centre of its disc.
    pub anchors: Vec<(Point, Point)>,
}

/// Preferred size of a fleet: four ships wide, two deep.
const FLEET: (f64, f64) = (150.0, 74.0);

/// Distance of an anchor from its shore.
const OFF_SHORE: f64 = 15.0;

/// Approximate size in bytes of an entry of a plan, including its name.
const EACH: usize = 80;

static MADE: Cache<(&'static str, Outlines), Plan> = Cache::new(1 << 20, Plan::weight);

impl Plan {
    fn weight(&self) -> usize {
        let named = self.boxes.len() + self.seas.len() + self.moorings.len();
        let banners: usize = self.banners.iter().map(Vec::len).sum();
        size_of::<Plan>() + (named + banners + self.anchors.len()) * EACH
    }
}

/// Returns the plan of a board with these boxes.
pub fn of(board: &Board, geometry: &Geometry, boxes: &[PlaceBox]) -> Arc<Plan> {
    let key = (board.key, outlines(boxes));
    MADE.get(key, || make(board, geometry, boxes))
}

fn make(board: &Board, geometry: &Geometry, boxes: &[PlaceBox]) -> Plan {
    let banners = (0..board.groups.len()).map(|index| banners(board, geometry, index)).collect();
    let moorings = geometry.harbours.iter().map(|one| (one.area.clone(), mooring(geometry, one)));
    let mut plan = Plan {
        anchors: anchors(board, geometry),
        banners,
        moorings: moorings.collect(),
        ..Plan::default()
    };
    let mut water = water(geometry);
    for (_, disc) in &plan.anchors {
        water.block(Rect::around(*disc, 26.0, 26.0));
    }
    for one in boxes {
        let rect = rect_next_to(&mut water, geometry, &one.place, size(one));
        water.block(rect.grown(7.0));
        plan.boxes.push(rect);
    }
    for sea in geometry.areas.iter().filter(|area| area.sea() && !area.square()) {
        let rect = fleet(&water, sea);
        water.block(rect.grown(5.0));
        plan.seas.insert(sea.slug.clone(), rect);
    }
    water.seal();
    let letters = board.name.chars().count() as f64;
    let corner = (geometry.width, geometry.height);
    plan.title = water.best((letters * 32.0 + 10.0, 66.0), |rect| distance(rect.centre(), corner));
    if let Some(rect) = plan.title {
        water.block(rect);
        water.seal();
    }
    let corner = (geometry.width, 0.0);
    plan.rose = water.best((76.0, 90.0), |rect| distance(rect.centre(), corner));
    plan
}

/// Returns the canvas without land, shores, sea names and sea borders.
fn water(geometry: &Geometry) -> Grid {
    let canvas = Rect { x: 0.0, y: 0.0, w: geometry.width, h: geometry.height };
    let mut water = Grid::over(canvas.grown(-10.0), 5.0);
    water.block_where(&geometry.land, true);
    water.block_near(&geometry.land, 15.0);
    for area in geometry.areas.iter().filter(|area| area.sea()) {
        if let Some(name) = area.name_rect() {
            water.block(name.grown(3.0));
        }
    }
    for square in geometry.areas.iter().filter(|area| area.square()) {
        water.block(Rect::around(square.label, 1.0, 1.0).grown(square.room + 6.0));
    }
    for harbour in &geometry.harbours {
        water.block(Rect::around(ahead(harbour, 20.0), 60.0, 60.0));
    }
    for border in &geometry.borders {
        let ends = [&border.between.0, &border.between.1];
        let seas = ends.iter().all(|slug| geometry.area(slug).is_some_and(Area::sea));
        if seas || border.route {
            for line in &border.lines {
                water.block_line(line, 5.0);
            }
        }
    }
    water
}

/// Returns space for ships in a sea, near its name.
fn fleet(water: &Grid, sea: &Area) -> Rect {
    let mut own = water.clone();
    own.block_where(&sea.rings, false);
    own.seal();
    let near = sea.text.as_ref().map_or(sea.label, |text| (text.x, text.y + 12.0));
    let by_name = |rect: Rect| {
        let (x, y) = rect.centre();
        // Below the name is better than beside it.
        (x - near.0).abs() * 1.3 + (y - near.1).abs() + if y < near.1 { 30.0 } else { 0.0 }
    };
    [1.0, 0.85, 0.7, 0.5]
        .iter()
        .find_map(|part| own.best((FLEET.0 * part, FLEET.1 * part), by_name))
        .unwrap_or_else(|| {
            let (x, y, radius) = sea.spot;
            Rect::around((x, y), radius * 1.6, radius)
        })
}

/// Returns a point at a distance from a harbour, towards open water.
fn ahead(harbour: &Harbour, by: f64) -> Point {
    (harbour.at.0 + harbour.out.0 * by, harbour.at.1 + harbour.out.1 * by)
}

/// Returns space for ships off a harbour: on open water, clear of its anchor and the squares.
fn mooring(geometry: &Geometry, harbour: &Harbour) -> Rect {
    let wanted = ahead(harbour, 30.0);
    let mut water = Grid::over(Rect::around(harbour.at, 200.0, 200.0), 3.0);
    water.block_where(&geometry.land, true);
    water.block(Rect::around(harbour.sign, 26.0, 26.0));
    for square in geometry.areas.iter().filter(|area| area.square()) {
        water.block(Rect::around(square.label, 2.0 * square.room, 2.0 * square.room));
    }
    water.seal();
    let near = |rect: Rect| distance(rect.centre(), wanted);
    [(62.0, 28.0), (34.0, 28.0), (28.0, 22.0)]
        .iter()
        .find_map(|size| water.best(*size, near).filter(|rect| near(*rect) < 45.0))
        .unwrap_or_else(|| Rect::around(wanted, 34.0, 28.0))
}

/// Returns space for a box, as near to its place as possible.
fn rect_next_to(water: &mut Grid, geometry: &Geometry, place: &str, size: Size) -> Rect {
    water.seal();
    let middle = (geometry.width / 2.0, geometry.height / 2.0);
    let at = geometry.place(place).map_or(middle, |site| site.at);
    water.best(size, |rect| distance(rect.nearest(at), at)).unwrap_or(Rect {
        x: 10.0,
        y: 10.0,
        w: size.0,
        h: size.1,
    })
}

/// Returns for each shore mark the point nearest to the middle of its shore that has water all
/// around.
fn anchors(board: &Board, geometry: &Geometry) -> Vec<(Point, Point)> {
    board.shore_marks.iter().filter_map(|(land, sea)| anchor(geometry, land, sea)).collect()
}

fn anchor(geometry: &Geometry, land: &str, sea: &str) -> Option<(Point, Point)> {
    let (land, water) = (geometry.area(land)?, geometry.area(sea)?);
    let mid = geometry.border(&land.slug, &water.slug)?.mid;
    let mut found: Option<(f64, (Point, Point))> = None;
    for (a, b) in land.rings.iter().flat_map(|ring| edges(ring)) {
        let length = distance(a, b);
        if length < 0.5 {
            continue;
        }
        let shore = ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
        let out = ((b.1 - a.1) / length * OFF_SHORE, (a.0 - b.0) / length * OFF_SHORE);
        for disc in [(shore.0 + out.0, shore.1 + out.1), (shore.0 - out.0, shore.1 - out.1)] {
            let afloat = inside(&water.rings, disc) && !inside(&geometry.land, disc);
            let worth = distance(shore, mid);
            if afloat
                && found.is_none_or(|(least, _)| worth < least)
                && clearance(&geometry.land, disc) >= OFF_SHORE - 2.0
            {
                found = Some((worth, (shore, disc)));
            }
        }
    }
    found.map(|(_, places)| places)
}
