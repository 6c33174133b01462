//! Describes the differences between two presentations of a game in words. It compares only what is
//! visible, so it needs no knowledge of the title and cannot leak secrets.

use std::collections::{BTreeMap, BTreeSet};

use super::scene::{Area, Scene, Spot};
use super::view::{Block, Panel, Presentation};

/// Lists with at least this many parts are described by their new entries only.
const LONG: usize = 3;

/// The differences between two presentations.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Changes {
    /// Slugs of the areas that changed.
    pub areas: BTreeSet<String>,
    /// Changes by section: the board first, then the panels in order.
    pub parts: Vec<Part>,
}

/// The changes in one section of the page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    pub title: String,
    pub changes: Vec<Change>,
}

/// A single change. Either `before` or `after` may be empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    pub what: String,
    pub before: String,
    pub after: String,
}

impl Changes {
    pub fn between(before: &Presentation, after: &Presentation) -> Changes {
        let mut changes = Changes::default();
        changes.add("On the board", changes_of_areas(&before.scene, &after.scene));
        changes.add("Beside the board", changes_of_boxes(&before.scene, &after.scene));
        let panels = |sight: &Presentation| [&sight.own[..], &sight.panels[..]].concat();
        let (old, new) = (panels(before), panels(after));
        for panel in &new {
            let was = old.iter().find(|was| was.id == panel.id);
            changes.add(&panel.title, changes_of_panel(was, panel));
        }
        for gone in old.iter().filter(|was| !new.iter().any(|panel| panel.id == was.id)) {
            let nothing = Panel { blocks: Vec::new(), ..gone.clone() };
            changes.add(&gone.title, changes_of_panel(Some(gone), &nothing));
        }
        changes.areas = moved(&before.scene, &after.scene);
        changes
    }

    pub fn is_empty(&self) -> bool {
        self.areas.is_empty() && self.parts.is_empty()
    }

    /// Highlights exactly the areas that changed.
    pub fn mark(&self, scene: &mut Scene) {
        for area in &mut scene.areas {
            area.last = self.areas.contains(&area.slug);
        }
        let known = |slug: &str| scene.areas.iter().any(|area| area.slug == slug);
        let bare: Vec<&String> = self.areas.iter().filter(|slug| !known(slug)).collect();
        let marked = |slug: &String| Area { slug: slug.clone(), last: true, ..Area::default() };
        let more: Vec<Area> = bare.into_iter().map(marked).collect();
        scene.areas.extend(more);
    }

    fn add(&mut self, title: &str, changes: Vec<Change>) {
        if !changes.is_empty() {
            self.parts.push(Part { title: title.to_owned(), changes });
        }
    }
}

/// Returns the areas whose words, mood or pieces differ. A piece on a border belongs to both areas.
fn moved(before: &Scene, after: &Scene) -> BTreeSet<String> {
    type Look<'a> = BTreeMap<&'a str, Vec<String>>;
    fn look(scene: &Scene) -> Look<'_> {
        let mut looks = Look::new();
        for area in &scene.areas {
            let said = format!("{:?} {}", area.mood, area.words);
            looks.entry(&area.slug).or_default().push(said);
        }
        for piece in &scene.pieces {
            let at: &[&String] = match &piece.spot {
                Spot::Area(area) | Spot::Harbour(area) => &[area],
                Spot::Border(one, other) => &[one, other],
                Spot::Place(_) => &[],
            };
            let said = format!("{piece:?}");
            at.iter().for_each(|area| looks.entry(area).or_default().push(said.clone()));
        }
        looks.values_mut().for_each(|said| said.sort());
        looks
    }
    let (old, new) = (look(before), look(after));
    let either = old.keys().chain(new.keys()).copied();
    let differs = |slug: &&str| old.get(*slug) != new.get(*slug);
    either.filter(differs).map(ToOwned::to_owned).collect()
}

/// Compares the descriptions of areas, which consist of a name followed by parts.
fn changes_of_areas(before: &Scene, after: &Scene) -> Vec<Change> {
    let words = |scene: &Scene, slug: &str| {
        let area = scene.areas.iter().find(|area| area.slug == slug);
        area.map(|area| area.words.clone()).unwrap_or_default()
    };
    let slugs = after.areas.iter().chain(&before.areas).map(|area| area.slug.as_str());
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for slug in slugs.filter(|slug| seen.insert(*slug)) {
        let (was, is) = (words(before, slug), words(after, slug));
        if was != is {
            let (name, was_parts) = parts(&was);
            let (named, is_parts) = parts(&is);
            let name = if named.is_empty() { name } else { named };
            found.push(Change {
                what: name.to_owned(),
                before: without(&was_parts, &is_parts),
                after: without(&is_parts, &was_parts),
            });
        }
    }
    found
}

/// Splits the description of an area into its name and the parts that follow.
fn parts(words: &str) -> (&str, Vec<&str>) {
    let end = words.find([':', ';', ',', '(']).unwrap_or(words.len());
    let (name, rest) = words.split_at(end);
    let rest = rest.trim_start_matches([':', ';', ',']);
    let parts = rest.split(';').map(str::trim).filter(|part| !part.is_empty());
    (name.trim(), parts.collect())
}

/// Returns the parts of `one` that `other` does not have.
fn without(one: &[&str], other: &[&str]) -> String {
    let own: Vec<&str> = one.iter().filter(|part| !other.contains(part)).copied().collect();
    own.join("; ")
}

/// Compares the spaces of the boxes beside the map.
fn changes_of_boxes(before: &Scene, after: &Scene) -> Vec<Change> {
    let spaces = |scene: &Scene| {
        let boxes = scene.boxes.iter();
        let each = boxes.flat_map(|one| {
            one.spaces.iter().enumerate().map(|(at, space)| {
                ((one.place.clone(), at), (one.title.clone(), space.words.clone()))
            })
        });
        each.collect::<BTreeMap<_, _>>()
    };
    let (old, new) = (spaces(before), spaces(after));
    let keys: BTreeSet<_> = old.keys().chain(new.keys()).collect();
    let said = |(_, words): &(String, String)| words.clone();
    let one = |key| {
        let (was, is) = (old.get(key), new.get(key));
        let title = is.or(was).map(|(title, _)| title.clone()).unwrap_or_default();
        let (before, after) = (was.map(said).unwrap_or_default(), is.map(said).unwrap_or_default());
        (before != after).then_some(Change { what: title, before, after })
    };
    keys.into_iter().filter_map(one).collect()
}

/// Compares two versions of a panel line by line; lines are matched by name.
fn changes_of_panel(was: Option<&Panel>, is: &Panel) -> Vec<Change> {
    let old: Vec<(String, String)> = was.map(lines).unwrap_or_default();
    let new = lines(is);
    let find = |lines: &[(String, String)], what: &str| {
        let found = lines.iter().find(|(known, _)| known == what);
        found.map(|(_, said)| said.clone()).unwrap_or_default()
    };
    let mut seen = BTreeSet::new();
    let names = new.iter().chain(&old).map(|(what, _)| what).filter(|what| seen.insert(*what));
    let one = |what: &String| {
        let (before, after) = (find(&old, what), find(&new, what));
        let (before, after) = unlike(&before, &after);
        let change = Change { what: what.clone(), before, after };
        (change.before != change.after).then_some(change)
    };
    let found = names.filter_map(one).collect::<Vec<_>>();
    found.into_iter().chain(changes_of_texts(was, is)).collect()
}

/// Reduces two long lists to the entries they do not share. Shorter lists are returned unchanged.
fn unlike(before: &str, after: &str) -> (String, String) {
    let list = |text: &str| text.split(", ").map(str::to_owned).collect::<Vec<_>>();
    let (was, is) = (list(before), list(after));
    if was.len().min(is.len()) < LONG {
        return (before.to_owned(), after.to_owned());
    }
    let without = |one: &[String], other: &[String]| {
        let own = one.iter().filter(|part| !other.contains(part)).cloned();
        own.collect::<Vec<_>>().join(", ")
    };
    (without(&was, &is), without(&is, &was))
}

/// Pairs up removed and added sentences as far as possible.
fn changes_of_texts(was: Option<&Panel>, is: &Panel) -> Vec<Change> {
    let texts = |panel: &Panel| {
        let text = |block: &Block| match block {
            Block::Text(text) => Some(text.clone()),
            _ => None,
        };
        panel.blocks.iter().filter_map(text).collect::<Vec<_>>()
    };
    let (old, new) = (was.map(texts).unwrap_or_default(), texts(is));
    let mut gone = old.iter().filter(|text| !new.contains(text));
    let mut come = new.iter().filter(|text| !old.contains(text));
    let pair = || match (gone.next().cloned(), come.next().cloned()) {
        (None, None) => None,
        (before, after) => Some(Change {
            what: String::new(),
            before: before.unwrap_or_default(),
            after: after.unwrap_or_default(),
        }),
    };
    std::iter::from_fn(pair).collect()
}

fn lines(panel: &Panel) -> Vec<(String, String)> {
    let mut lines = Vec::new();
    for block in &panel.blocks {
        match block {
            Block::Text(_) => {}
            Block::Pairs(pairs) => lines.extend(pairs.iter().cloned()),
            Block::Grid { head, rows } => {
                rows.iter().for_each(|(_, row)| lines.extend(cells(head, row)));
            }
            Block::Cards(cards) => lines.extend(cards.iter().map(|card| {
                let dim = if card.dim { ", spent" } else { "" };
                (card.name.clone(), format!("{}{dim}", card.count.max(1)))
            })),
        }
    }
    lines
}

/// Returns the cells of a row, each named after the row's first cell and the column heading.
fn cells(head: &[String], row: &[String]) -> Vec<(String, String)> {
    let Some((first, rest)) = row.split_first() else { return Vec::new() };
    let column = |at: usize| head.get(at + 1).map_or("", String::as_str);
    let name = |at: usize| format!("{first}, {}", column(at));
    rest.iter().enumerate().map(|(at, cell)| (name(at), cell.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Area, Piece};
    use crate::view::Card;

    fn sight(words: &[(&str, &str)], blocks: Vec<Block>) -> Presentation {
        let area = |(slug, words): &(&str, &str)| Area {
            slug: (*slug).to_owned(),
            words: (*words).to_owned(),
            ..Area::default()
        };
        let scene = Scene { areas: words.iter().map(area).collect(), ..Scene::default() };
        let panel = Panel { id: "trade", title: "Trade".to_owned(), blocks };
        Presentation { scene, panels: vec![panel], ..Presentation::default() }
    }

    fn told(changes: &Changes) -> Vec<String> {
        let of = |part: &Part| {
            let each = part.changes.iter();
            let line = |c: &Change| format!("{}: {} > {}", c.what, c.before, c.after);
            each.map(line).collect::<Vec<_>>()
        };
        changes.parts.iter().flat_map(of).collect()
    }

    #[test]
    fn an_area_tells_only_what_is_new_and_what_is_gone() {
        let before = sight(&[("bro", "Bro: forest; threatened"), ("rute", "Rute: hill")], vec![]);
        let after = sight(&[("bro", "Bro: forest; Red farm"), ("rute", "Rute: hill")], vec![]);
        let changes = Changes::between(&before, &after);
        assert_eq!(told(&changes), ["Bro: threatened > Red farm"]);
        assert_eq!(changes.areas.iter().collect::<Vec<_>>(), ["bro"]);
        assert!(Changes::between(&after, &after).is_empty());
    }

    #[test]
    fn of_a_long_list_only_what_is_new_is_told() {
        let pairs = |list: &str| vec![Block::Pairs(vec![("Deck".into(), list.into())])];
        let before = sight(&[], pairs("Forest (2), Mill, Roma"));
        let after = sight(&[], pairs("Forest, Mill, Roma"));
        assert_eq!(told(&Changes::between(&before, &after)), ["Deck: Forest (2) > Forest"]);
    }

    #[test]
    fn a_piece_on_a_border_marks_both_areas() {
        let before = sight(&[], vec![]);
        let mut after = before.clone();
        after.scene.pieces.push(Piece {
            symbol: "fort",
            seat: None,
            colour: "neutral",
            spot: Spot::Border("bro".into(), "rute".into()),
            count: 1,
            letter: String::new(),
        });
        let changes = Changes::between(&before, &after);
        assert_eq!(changes.areas.iter().collect::<Vec<_>>(), ["bro", "rute"]);
    }

    #[test]
    fn panels_tell_cells_pairs_and_cards() {
        let blocks = |grain: &str, gold: &str, card: &str| {
            vec![
                Block::Text(format!("{card} is on turn")),
                Block::Text("Red began".into()),
                Block::Grid {
                    head: vec!["Seat".into(), "Grain".into(), "Wood".into()],
                    rows: vec![(None, vec!["Red".into(), grain.into(), "1".into()])],
                },
                Block::Pairs(vec![("Gold".into(), gold.into())]),
                Block::Cards(vec![Card { name: card.into(), count: 1, ..Card::default() }]),
            ]
        };
        let before = sight(&[], blocks("2", "5", "Smith"));
        let after = sight(&[], blocks("4", "5", "Baker"));
        let changes = Changes::between(&before, &after);
        assert_eq!(
            told(&changes),
            [
                "Red, Grain: 2 > 4",
                "Baker:  > 1",
                "Smith: 1 > ",
                ": Smith is on turn > Baker is on turn",
            ]
        );
        assert_eq!(changes.parts[0].title, "Trade");
    }
}
