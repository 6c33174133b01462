//! Reads each board once and caches the derived data.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::geometry::shape::rings;
use super::layout::borders;
use super::map::{Geometry, clearing, harbours, part};
use ravenpost_rules::view::scene::Board;

static READ: Mutex<BTreeMap<&'static str, Arc<Geometry>>> = Mutex::new(BTreeMap::new());

/// Returns the geometry of a board; its file is parsed on first use only.
pub fn of(board: &Board) -> Arc<Geometry> {
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    Arc::clone(read.entry(board.key).or_insert_with(|| Arc::new(read_board(board))))
}

fn read_board(board: &Board) -> Geometry {
    let mut geometry = parse(board);
    if board.on_borders {
        borders::leave_room(&mut geometry);
    }
    geometry
}

fn parse(board: &Board) -> Geometry {
    let mut geometry: Geometry = serde_json::from_str(board.geometry)
        .expect("a board's geometry is built into the program and read by its tests");
    geometry.minor = board.minor;
    geometry.broad = geometry.width > 1000.0;
    if let Some(name) = board.part {
        part::cut(&mut geometry, name);
    }
    for area in &mut geometry.areas {
        area.rings = rings(&area.path);
    }
    geometry.land = geometry.coast.iter().flat_map(|data| rings(data)).collect();
    geometry.harbours = harbours::of(&geometry);
    clearing::keep(&mut geometry);
    geometry
}
