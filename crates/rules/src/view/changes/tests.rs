//! Tests that differences are found by ids.

use super::*;
use crate::view::panel::{Cell, Pair};
use crate::view::scene::PlaceBox;

fn items(items: &[(&str, &str)]) -> Vec<Item> {
    items.iter().map(|(id, text)| Item::new(*id, *text)).collect()
}

fn area(slug: &str, details: &[(&str, &str)]) -> Area {
    Area {
        slug: slug.to_owned(),
        name: slug.to_uppercase(),
        details: items(details),
        ..Area::default()
    }
}

fn presentation(areas: Vec<Area>, blocks: Vec<Block>) -> Presentation {
    let scene = Scene { areas, ..Scene::default() };
    let panel = Panel::new("trade", "Trade", blocks);
    Presentation { scene, panels: vec![panel], ..Presentation::default() }
}

/// Returns part, id, items before and items after of each change.
fn found(changes: &Changes) -> Vec<(&'static str, &str, Vec<Item>, Vec<Item>)> {
    let parts = changes.parts.iter();
    let each = parts.flat_map(|part| part.changes.iter().map(move |change| (part.id, change)));
    each.map(|(part, c)| (part, c.id.as_str(), c.before.clone(), c.after.clone())).collect()
}

#[test]
fn areas_list_only_details_that_differ() {
    let before = presentation(
        vec![area("bro", &[("ground", "forest"), ("gold", "3 gold"), ("threat", "threatened")])],
        vec![],
    );
    let after = presentation(
        vec![area("bro", &[("ground", "forest"), ("gold", "5 gold"), ("red", "Red farm")])],
        vec![],
    );
    let changes = Changes::between(&before, &after);
    let gone = items(&[("gold", "3 gold"), ("threat", "threatened")]);
    let new = items(&[("gold", "5 gold"), ("red", "Red farm")]);
    assert_eq!(found(&changes), [(AREAS, "bro", gone, new)]);
    assert_eq!(changes.areas.iter().collect::<Vec<_>>(), ["bro"]);
    assert!(Changes::between(&after, &after).is_empty());
}

#[test]
fn punctuation_in_texts_is_ignored() {
    let before =
        presentation(vec![area("bro", &[("a", "hill, steep; bare"), ("b", "2: x (y)")])], vec![]);
    let after = presentation(vec![area("bro", &[("a", "hill; bare"), ("b", "2: x (y)")])], vec![]);
    let (gone, new) = (items(&[("a", "hill, steep; bare")]), items(&[("a", "hill; bare")]));
    assert_eq!(found(&Changes::between(&before, &after)), [(AREAS, "bro", gone, new)]);
}

#[test]
fn lists_are_compared_item_by_item() {
    let deck = |list: &[(&str, &str)]| {
        presentation(vec![], vec![Block::Pairs(vec![Pair::new("deck", "Deck", items(list))])])
    };
    let before = deck(&[("forest", "Forest (2)"), ("mill", "Mill"), ("roma", "Roma")]);
    let after = deck(&[("roma", "Roma"), ("forest", "Forest"), ("mill", "Mill")]);
    let (gone, new) = (items(&[("forest", "Forest (2)")]), items(&[("forest", "Forest")]));
    assert_eq!(found(&Changes::between(&before, &after)), [("trade", "deck", gone, new)]);
}

#[test]
fn piece_on_a_border_changes_both_areas() {
    let before = presentation(vec![], vec![]);
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
fn spaces_of_boxes_are_matched_by_id() {
    let space = |id: &str, text: &str| Space {
        id: id.to_owned(),
        code: String::new(),
        name: "a ship".to_owned(),
        details: items(&[("men", text)]),
        piece: None,
        marked: false,
    };
    let sea = |spaces| {
        let one = PlaceBox { place: "sea".into(), attached: false, title: "At sea".into(), spaces };
        let scene = Scene { boxes: vec![one], ..Scene::default() };
        Presentation { scene, ..Presentation::default() }
    };
    let before = sea(vec![space("red", "2"), space("blue", "1")]);
    let after = sea(vec![space("blue", "3")]);
    assert_eq!(
        found(&Changes::between(&before, &after)),
        [
            (BOXES, "sea.blue", items(&[("men", "1")]), items(&[("men", "3")])),
            (BOXES, "sea.red", items(&[("men", "2")]), vec![]),
        ]
    );
}

#[test]
fn panels_compare_cells_pairs_cards_and_texts() {
    let blocks = |name: &str, grain: &str, gold: &str, card: &str| {
        let row = vec![Cell::from(name), grain.into(), "1".into()];
        vec![
            Block::Text(format!("{card} is to move")),
            Block::Text("Red began".into()),
            Block::Grid {
                head: Column::all([("seat", "Seat"), ("grain", "Grain"), ("wood", "Grain")]),
                rows: vec![Row::new("red", row)],
            },
            Block::Pairs(vec![Pair::new("gold", "Gold", gold)]),
            Block::Cards(vec![Card { slug: card.into(), name: card.into(), ..Card::default() }]),
        ]
    };
    let before = presentation(vec![], blocks("Red", "2", "5", "smith"));
    let after = presentation(vec![], blocks("Red (first)", "4", "5", "baker"));
    let changes = Changes::between(&before, &after);
    let text = |text| items(&[("text", text)]);
    let count = |text| items(&[("count", text)]);
    assert_eq!(
        found(&changes),
        [
            ("trade", "red.grain", text("2"), text("4")),
            ("trade", "baker", vec![], count("1")),
            ("trade", "smith", count("1"), vec![]),
            ("trade", "text", text("smith is to move"), text("baker is to move")),
        ]
    );
    assert_eq!(changes.parts[0].changes[0].what, "Red (first), Grain");
}

#[test]
fn panel_that_is_gone_loses_its_lines() {
    let before = presentation(vec![], vec![Block::Pairs(vec![Pair::new("gold", "Gold", "5")])]);
    let after = Presentation::default();
    let gone = items(&[("text", "5")]);
    assert_eq!(found(&Changes::between(&before, &after)), [("trade", "gold", gone, vec![])]);
}
