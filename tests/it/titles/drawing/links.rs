//! The links of areas on the boards of every title, with any options and number of seats.

use std::collections::{BTreeMap, BTreeSet};

use ravenpost::titles;
use ravenpost_drawing::{Options, View};
use ravenpost_rules::contract::pairwise;
use ravenpost_rules::view::scene::Scene;
use ravenpost_rules::{Dice, Title, Viewer};
use resvg::usvg::roxmltree::Document;
use serde_json::Value;

/// Every board of a title, by its key, at the start of a game.
fn boards(title: &dyn Title) -> BTreeMap<&'static str, Scene> {
    let mut boards = BTreeMap::new();
    for table in pairwise::tables(title) {
        let Ok(opened) = title.open(&table, &mut Dice::seeded(0)) else { panic!("it opens") };
        let scene = opened.next.present(Viewer::Spectator).scene;
        boards.entry(scene.board.expect("a board").key).or_insert(scene);
    }
    boards
}

/// The kind of each area in a board's file, by its slug.
fn kinds(scene: &Scene) -> BTreeMap<String, String> {
    let file: Value = serde_json::from_str(scene.board.expect("a board").geometry).unwrap();
    let text = |area: &Value, key: &str| area[key].as_str().expect("a text").to_owned();
    let areas = file["areas"].as_array().expect("areas");
    areas.iter().map(|area| (text(area, "slug"), text(area, "kind"))).collect()
}

/// The areas with labelled links, in the order of a drawing where a page offers all of them.
fn linked(scene: &Scene, kinds: &BTreeMap<String, String>, view: View) -> Vec<String> {
    let targets = kinds.keys().map(|slug| (slug.clone(), format!("#area-{slug}")));
    let options = Options { targets: targets.collect(), view, ..Options::default() };
    let drawn = ravenpost_drawing::svg(scene, &options);
    let document = Document::parse(&drawn).expect("the drawing is XML");
    let links = document
        .descendants()
        .filter(|node| node.tag_name().name() == "a" && node.has_attribute("aria-label"));
    let slugs = links.filter_map(|link| link.attribute("href")?.strip_prefix("#area-"));
    slugs.map(str::to_owned).collect()
}

/// The shape of a sea can extend below the land, which would be out of reach under its link.
#[test]
fn links_of_seas_precede_links_of_land() {
    let mut with_both = BTreeSet::new();
    for title in titles::all() {
        let boards = boards(*title);
        assert!(!boards.is_empty(), "{} has no board", title.about().key);
        for (key, scene) in &boards {
            let kinds = kinds(scene);
            let is_sea = |slug: &String| matches!(kinds[slug].as_str(), "sea" | "ocean");
            for view in [View::Whole, View::Zoomed { level: None, near: None, own: None }] {
                let linked = linked(scene, &kinds, view);
                let first_land = linked.iter().position(|slug| !is_sea(slug)).expect("land");
                let late: Vec<_> = linked[first_land..].iter().filter(|one| is_sea(one)).collect();
                assert!(late.is_empty(), "{key}: {late:?} follow {}", linked[first_land]);
                // A partial board omits the areas beyond its edge.
                let whole = scene.board.expect("a board").part.is_none();
                assert!(!whole || linked.len() == kinds.len(), "{key}: {} links", linked.len());
                if first_land > 0 {
                    with_both.insert(*key);
                }
            }
        }
    }
    assert!(with_both.len() >= 9, "only {with_both:?} have links of seas and of land");
}
