//! The differences between two presentations of a game. It compares only what is visible, so it
//! needs no knowledge of the title and cannot leak secrets. Everything is matched by ids; texts are
//! compared whole.

use std::collections::{BTreeMap, BTreeSet};

use super::item::{Item, joined};
use super::panel::{Block, Card, Column, Panel, Row};
use super::scene::{Area, Mood, Moves, Piece, Scene, Space, Spot};
use crate::view::Presentation;

/// The id of the part about areas of the board.
pub const AREAS: &str = "areas";
/// The id of the part about boxes beside the board.
pub const BOXES: &str = "boxes";

/// The differences between two presentations.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Changes {
    /// Slugs of the areas that changed.
    pub areas: BTreeSet<String>,
    /// The pieces that have moved, appeared or disappeared.
    pub moves: Moves,
    /// Changes by section: the board first, then the panels in order.
    pub parts: Vec<Part>,
}

/// The changes in one section of the page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// [`AREAS`], [`BOXES`], or the id of a panel.
    pub id: &'static str,
    /// The heading of the section.
    pub title: String,
    /// The changes in the section.
    pub changes: Vec<Change>,
}

/// A single change: the items that are gone and the new ones. One of the two may be empty. An item
/// whose text changed is in both.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// Identifies what changed within its part.
    pub id: String,
    /// Its name. May be empty.
    pub what: String,
    /// The items that are gone.
    pub before: Vec<Item>,
    /// The items that are new.
    pub after: Vec<Item>,
}

impl Change {
    /// Returns the change from one list of items to another; `None` if they have the same items.
    fn of(id: String, what: String, before: &[Item], after: &[Item]) -> Option<Change> {
        let (before, after) = (missing(before, after), missing(after, before));
        let differs = !before.is_empty() || !after.is_empty();
        differs.then_some(Change { id, what, before, after })
    }

    /// Returns the text that is gone.
    pub fn before(&self) -> String {
        joined(&self.before, "; ")
    }

    /// Returns the text that is new.
    pub fn after(&self) -> String {
        joined(&self.after, "; ")
    }
}

/// Returns the items of `one` that `other` does not have.
fn missing(one: &[Item], other: &[Item]) -> Vec<Item> {
    one.iter().filter(|item| !other.contains(item)).cloned().collect()
}

impl Changes {
    /// Returns the changes from one presentation to another.
    pub fn between(before: &Presentation, after: &Presentation) -> Changes {
        let mut changes = Changes::default();
        changes.add(AREAS, "On the board", changes_of_areas(&before.scene, &after.scene));
        changes.add(BOXES, "Beside the board", changes_of_boxes(&before.scene, &after.scene));
        let panels = |presentation: &Presentation| {
            [&presentation.own[..], &presentation.panels[..]].concat()
        };
        let (old, new) = (panels(before), panels(after));
        for panel in &new {
            let was = old.iter().find(|was| was.id == panel.id);
            changes.add(panel.id, &panel.heading(), changes_of_panel(was, Some(panel)));
        }
        for gone in old.iter().filter(|was| !new.iter().any(|panel| panel.id == was.id)) {
            changes.add(gone.id, &gone.heading(), changes_of_panel(Some(gone), None));
        }
        changes.areas = changed_areas(&before.scene, &after.scene);
        changes.moves = Moves::between(&before.scene, &after.scene);
        changes
    }

    /// Returns whether nothing has changed.
    pub fn is_empty(&self) -> bool {
        self.areas.is_empty() && self.moves.is_empty() && self.parts.is_empty()
    }

    /// Shows which pieces have moved, and which spaces of boxes have changed.
    pub fn trace(&self, scene: &mut Scene) {
        scene.moves = self.moves.clone();
        let boxes = self.parts.iter().filter(|part| part.id == BOXES);
        let spaces = boxes.flat_map(|part| &part.changes).filter_map(|change| {
            let (place, id) = change.id.split_once('.')?;
            Some(Spot::Space(place.to_owned(), id.to_owned()))
        });
        scene.changed = spaces.collect();
    }

    /// Highlights exactly the areas that changed, and shows which pieces have moved.
    pub fn mark(&self, scene: &mut Scene) {
        self.trace(scene);
        for area in &mut scene.areas {
            area.last = self.areas.contains(&area.slug);
        }
        let known = |slug: &str| scene.areas.iter().any(|area| area.slug == slug);
        let bare: Vec<&String> = self.areas.iter().filter(|slug| !known(slug)).collect();
        let marked = |slug: &String| Area { slug: slug.clone(), last: true, ..Area::default() };
        let more: Vec<Area> = bare.into_iter().map(marked).collect();
        scene.areas.extend(more);
    }

    fn add(&mut self, id: &'static str, title: &str, changes: Vec<Change>) {
        if !changes.is_empty() {
            self.parts.push(Part { id, title: title.to_owned(), changes });
        }
    }
}

/// What an area shows: its description, its mood and the pieces on it.
#[derive(PartialEq, Default)]
struct Look<'a> {
    about: Vec<(&'a str, &'a [Item], Mood)>,
    pieces: Vec<&'a Piece>,
}

/// Returns the areas whose look differs. A piece on a border belongs to both areas.
fn changed_areas(before: &Scene, after: &Scene) -> BTreeSet<String> {
    let (old, new) = (looks(before), looks(after));
    let either = old.keys().chain(new.keys()).copied();
    either.filter(|slug| old.get(slug) != new.get(slug)).map(ToOwned::to_owned).collect()
}

fn looks(scene: &Scene) -> BTreeMap<&str, Look<'_>> {
    let mut looks: BTreeMap<&str, Look<'_>> = BTreeMap::new();
    for area in &scene.areas {
        let about = (area.name.as_str(), area.details.as_slice(), area.mood);
        looks.entry(&area.slug).or_default().about.push(about);
    }
    for piece in &scene.pieces {
        let at: &[&String] = match &piece.spot {
            Spot::Area(area) | Spot::Harbour(area) => &[area],
            Spot::Border(one, other) => &[one, other],
            Spot::Place(_) | Spot::Space(..) => &[],
        };
        at.iter().for_each(|area| looks.entry(area).or_default().pieces.push(piece));
    }
    looks.values_mut().for_each(|look| look.pieces.sort());
    looks
}

/// Something with an id, a name and items: an area, a space of a box, a line of a panel.
struct Line {
    id: String,
    name: String,
    items: Vec<Item>,
}

/// Matches lines by id and returns the changes, new lines first.
fn changes_of_lines(old: &[Line], new: &[Line]) -> Vec<Change> {
    let mut seen = BTreeSet::new();
    let all = new.iter().chain(old).filter(|line| seen.insert(&line.id));
    let change = |line: &Line| {
        let items = |lines: &[Line]| {
            let found = lines.iter().find(|known| known.id == line.id);
            found.map(|found| found.items.clone()).unwrap_or_default()
        };
        Change::of(line.id.clone(), line.name.clone(), &items(old), &items(new))
    };
    all.filter_map(change).collect()
}

fn changes_of_areas(before: &Scene, after: &Scene) -> Vec<Change> {
    let line = |area: &Area| Line {
        id: area.slug.clone(),
        name: area.name.clone(),
        items: area.details.clone(),
    };
    let lines = |scene: &Scene| scene.areas.iter().map(line).collect::<Vec<_>>();
    changes_of_lines(&lines(before), &lines(after))
}

/// Compares the spaces of the boxes beside the map.
fn changes_of_boxes(before: &Scene, after: &Scene) -> Vec<Change> {
    let lines = |scene: &Scene| {
        let mut lines = Vec::new();
        for one in &scene.boxes {
            lines.extend(one.spaces.iter().map(|space: &Space| Line {
                id: format!("{}.{}", one.place, space.id),
                name: format!("{}, {}", one.title, space.name),
                items: space.details.clone(),
            }));
        }
        lines
    };
    changes_of_lines(&lines(before), &lines(after))
}

/// Compares two versions of a panel line by line.
fn changes_of_panel(was: Option<&Panel>, is: Option<&Panel>) -> Vec<Change> {
    let lines = |panel: Option<&Panel>| panel.map(lines).unwrap_or_default();
    let mut found = changes_of_lines(&lines(was), &lines(is));
    found.extend(changes_of_texts(was, is));
    found
}

/// Pairs up removed and added sentences as far as possible.
fn changes_of_texts(was: Option<&Panel>, is: Option<&Panel>) -> Vec<Change> {
    let texts = |panel: Option<&Panel>| {
        let blocks = panel.into_iter().flat_map(|panel| &panel.blocks);
        let text = |block: &Block| match block {
            Block::Text(text) => Some(Item::new("text", text)),
            Block::Pairs(_) | Block::Grid { .. } | Block::Cards(_) => None,
        };
        blocks.filter_map(text).collect::<Vec<_>>()
    };
    let (old, new) = (texts(was), texts(is));
    let (mut gone, mut come) = (missing(&old, &new).into_iter(), missing(&new, &old).into_iter());
    let pair = || {
        let (before, after) = (Vec::from_iter(gone.next()), Vec::from_iter(come.next()));
        Change::of("text".to_owned(), String::new(), &before, &after)
    };
    std::iter::from_fn(pair).collect()
}

/// Returns the pairs, cells and cards of a panel.
fn lines(panel: &Panel) -> Vec<Line> {
    let mut lines = Vec::new();
    for block in &panel.blocks {
        match block {
            Block::Text(_) => {}
            Block::Pairs(pairs) => lines.extend(pairs.iter().map(|pair| Line {
                id: pair.id.clone(),
                name: pair.name.clone(),
                items: pair.value.items(),
            })),
            Block::Grid { head, rows } => {
                rows.iter().for_each(|row| lines.extend(cells(head, row)));
            }
            Block::Cards(cards) => lines.extend(cards.iter().map(card)),
        }
    }
    lines
}

/// Returns the cells of a row, each named after the row's first cell and the column heading.
fn cells<'a>(head: &'a [Column], row: &'a Row) -> impl Iterator<Item = Line> + 'a {
    let name = row.cells.first().map(ToString::to_string).unwrap_or_default();
    head.iter().zip(&row.cells).skip(1).map(move |(column, cell)| Line {
        id: format!("{}.{}", row.id, column.id),
        name: format!("{name}, {}", column.name),
        items: cell.items(),
    })
}

/// Returns a card with its number and whether it is available.
fn card(card: &Card) -> Line {
    let dim = if card.dim { ", spent" } else { "" };
    Line {
        id: card.slug.clone(),
        name: card.name.clone(),
        items: vec![Item::new("count", format!("{}{dim}", card.count.max(1)))],
    }
}

#[cfg(test)]
#[path = "changes/tests.rs"]
mod tests;
