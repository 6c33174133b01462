//! Checks that ids are distinct, so that two presentations can be compared by them.

use std::collections::BTreeSet;

use crate::view::Presentation;
use crate::view::item::Item;
use crate::view::panel::{Block, Cell, Panel};

/// Checks all ids of a presentation.
///
/// # Panics
///
/// Panics if two things that are compared have the same id.
pub fn distinct(here: &str, presentation: &Presentation) {
    let scene = &presentation.scene;
    all_differ(here, "the board", scene.areas.iter().map(|area| area.slug.clone()));
    for area in &scene.areas {
        items_differ(here, &area.slug, &area.details);
    }
    all_differ(here, "the boxes", scene.boxes.iter().map(|one| one.place.clone()));
    for one in &scene.boxes {
        all_differ(here, &one.place, one.spaces.iter().map(|space| space.id.clone()));
        one.spaces.iter().for_each(|space| items_differ(here, &space.id, &space.details));
    }
    let panels = || presentation.own.iter().chain(&presentation.panels);
    all_differ(here, "the page", panels().map(|panel| panel.id.to_owned()));
    for panel in panels() {
        all_differ(here, panel.id, ids(here, panel));
    }
}

/// Returns the ids in a panel: those of pairs, cells and cards.
fn ids(here: &str, panel: &Panel) -> Vec<String> {
    let mut ids = Vec::new();
    for block in &panel.blocks {
        match block {
            Block::Text(_) => {}
            Block::Pairs(pairs) => {
                pairs.iter().for_each(|pair| cell_differs(here, &pair.id, &pair.value));
                ids.extend(pairs.iter().map(|pair| pair.id.clone()));
            }
            Block::Grid { head, rows } => {
                for row in rows {
                    assert_eq!(row.cells.len(), head.len(), "{here}: row {} of {panel:?}", row.id);
                    row.cells.iter().for_each(|cell| cell_differs(here, &row.id, cell));
                    let columns = head.iter().skip(1);
                    ids.extend(columns.map(|column| format!("{}.{}", row.id, column.id)));
                }
            }
            Block::Cards(cards) => ids.extend(cards.iter().map(|card| card.slug.clone())),
        }
    }
    ids
}

fn cell_differs(here: &str, of: &str, cell: &Cell) {
    if let Cell::List(items) = cell {
        items_differ(here, of, items);
    }
}

fn items_differ(here: &str, of: &str, items: &[Item]) {
    all_differ(here, of, items.iter().map(|item| item.id.clone()));
}

fn all_differ(here: &str, of: &str, ids: impl IntoIterator<Item = String>) {
    let mut seen = BTreeSet::new();
    for id in ids {
        assert!(!id.is_empty(), "{here}: an id of {of} is empty");
        assert!(seen.insert(id.clone()), "{here}: {of} has \"{id}\" twice");
    }
}
