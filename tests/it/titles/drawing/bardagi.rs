//! Drawings of Bardagi's two boards: every part is drawn once and can be selected, and what lies on
//! it is legible.

use std::collections::BTreeSet;

use ravenpost_drawing::{Options, Theme};
use ravenpost_rules::view::scene::Scene;
use resvg::usvg::roxmltree::{Document, Node};
use serde_json::Value;

use super::bardagi_positions::{summer, winter};
use super::close;

/// Visits both boards with a busy position: the scene, the board's file, the drawing.
fn each_board(look: impl Fn(&Scene, &Value, &str)) {
    for scene in [summer(), winter()] {
        let file = serde_json::from_str(scene.board.unwrap().geometry).unwrap();
        let options = Options { links: Some("#".into()), ..Options::default() };
        look(&scene, &file, &ravenpost_drawing::svg(&scene, &options));
    }
}

fn list<'a>(file: &'a Value, key: &str) -> &'a [Value] {
    file[key].as_array().unwrap()
}

fn of_class<'a>(document: &'a Document<'a>, class: &'a str) -> impl Iterator<Item = Node<'a, 'a>> {
    document.descendants().filter(move |node| has_class(node, class))
}

fn has_class(node: &Node<'_, '_>, class: &str) -> bool {
    node.attribute("class").is_some_and(|all| all.split(' ').any(|one| one == class))
}

fn number(node: &Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).unwrap().parse().unwrap()
}

/// The translation of a group or a use element.
fn moved(node: &Node<'_, '_>) -> (f64, f64) {
    let text = node.attribute("transform").unwrap();
    let (x, y) = text.strip_prefix("translate(").unwrap().split_once(' ').unwrap();
    (x.parse().unwrap(), y.split(')').next().unwrap().parse().unwrap())
}

/// Home areas have a colour, and no other areas do.
#[test]
fn only_home_areas_have_a_colour() {
    each_board(|_, file, _| {
        for area in list(file, "areas") {
            assert_eq!(area["kind"] == "home", area["home"].is_string(), "{}", area["slug"]);
        }
    });
}

#[test]
fn every_area_is_drawn_once_and_selectable() {
    each_board(|_, file, text| {
        let document = Document::parse(text).unwrap();
        for area in list(file, "areas") {
            let slug = area["slug"].as_str().unwrap();
            let id = format!("d-a-{slug}");
            let drawn: Vec<_> =
                document.descendants().filter(|node| node.attribute("id") == Some(&id)).collect();
            assert_eq!(drawn.len(), 1, "{slug}");
            assert_eq!(drawn[0].attribute("d"), area["path"].as_str());
            let links: Vec<_> = document
                .descendants()
                .filter(|node| node.attribute("href") == Some(&format!("#{slug}")))
                .filter(|node| node.has_attribute("aria-label"))
                .collect();
            assert_eq!(links.len(), 1, "{slug}");
        }
    });
}

#[test]
fn every_bridge_route_harbour_and_square_is_drawn() {
    each_board(|scene, file, text| {
        let document = Document::parse(text).unwrap();
        let bridges: Vec<(f64, f64)> =
            of_class(&document, "b-bridge").map(|node| moved(&node)).collect();
        let known: Vec<(f64, f64)> = list(file, "bridges")
            .iter()
            .map(|bridge| (bridge["x"].as_f64().unwrap(), bridge["y"].as_f64().unwrap()))
            .collect();
        assert_eq!(bridges, known);
        let routes: Vec<&Value> =
            list(file, "borders").iter().filter(|border| border["route"] == true).collect();
        let drawn = of_class(&document, "b-route").next().unwrap().attribute("d").unwrap();
        assert_eq!(drawn.matches('M').count(), routes.len());
        let ends: BTreeSet<&str> = routes
            .iter()
            .flat_map(|route| list(route, "between"))
            .map(|slug| slug.as_str().unwrap())
            .collect();
        let kind = |slug: &str| {
            list(file, "areas").iter().find(|area| area["slug"] == slug).unwrap()["kind"].clone()
        };
        let harbours = ends.iter().filter(|slug| kind(slug) != "ocean").count();
        assert!(harbours >= 15);
        assert_eq!(of_class(&document, "b-disc").count(), harbours);
        let squares = list(file, "areas").iter().filter(|area| area["kind"] == "ocean").count();
        assert_eq!(of_class(&document, "b-square").count(), squares);
        // Without magnification, legible numbers would be larger than their squares.
        let close = close(scene, None);
        let close = Document::parse(&close).unwrap();
        for set in SETS {
            let numbers: BTreeSet<u32> = of_class(&close, "b-number")
                .filter(|node| node.ancestors().any(|group| has_class(&group, set)))
                .map(|node| node.text().unwrap().parse().unwrap())
                .collect();
            assert_eq!(numbers.len(), squares);
            assert_eq!(numbers.last().copied(), u32::try_from(squares).ok());
        }
        assert_eq!(
            of_class(&document, "b-black").count(),
            0,
            "rivers close borders by their shape"
        );
    });
}

#[test]
fn homes_have_their_owners_mark_or_are_barred() {
    let count = |text: &str, class: &str| of_class(&Document::parse(text).unwrap(), class).count();
    let [large, small] =
        [summer(), winter()].map(|scene| ravenpost_drawing::svg(&scene, &Options::default()));
    assert_eq!((count(&large, "b-banner"), count(&large, "b-barred")), (5, 1));
    // Names are written twice, for wide and for narrow frames.
    let faded = |text: &str| {
        let document = Document::parse(text).unwrap();
        let names = of_class(&document, "b-faded").map(|node| node.text().unwrap().to_owned());
        names.collect::<BTreeSet<String>>().len()
    };
    assert_eq!((count(&large, "b-homeband"), faded(&large)), (4, 1));
    assert_eq!((count(&small, "b-banner"), count(&small, "b-barred")), (4, 2));
    assert_eq!((count(&small, "b-homeband"), faded(&small)), (2, 2));
}

/// A name with its bounding box: left, top, right, bottom.
type Name = (String, [f64; 4]);

/// The two sets of names, for wide and for narrow frames.
const SETS: [&str; 2] = ["b-wide", "b-narrow"];

/// The names of areas in a set. A character of the serif fonts is about half as wide as it is high.
fn names(document: &Document<'_>, set: &str) -> Vec<Name> {
    let mut names: Vec<Name> = Vec::new();
    let own = |node: &Node<'_, '_>| node.ancestors().any(|group| has_class(&group, set));
    for node in of_class(document, "b-n").filter(own) {
        let words = node.text().unwrap().to_owned();
        // Most names have the size of their set.
        let sized = node.ancestors().find(|one| one.has_attribute("font-size")).unwrap();
        let size = number(&sized, "font-size");
        let (x, y) = (number(&node, "x"), number(&node, "y"));
        let half = words.chars().count() as f64 * size * 0.25;
        names.push((words, [x - half, y - size * 0.72, x + half, y + size * 0.1]));
    }
    names
}

fn gap([left, top, right, bottom]: [f64; 4], x: f64, y: f64) -> f64 {
    (x - x.clamp(left, right)).hypot(y - y.clamp(top, bottom))
}

/// Checks the names of a drawing, and returns the number of those in each set.
fn legible(file: &Value, text: &str) -> [usize; 2] {
    let document = Document::parse(text).unwrap();
    SETS.map(|set| {
        let names = names(&document, set);
        for (index, (one, a)) in names.iter().enumerate() {
            for (other, b) in &names[index + 1..] {
                let apart = a[0] > b[2] || b[0] > a[2] || a[1] > b[3] || b[1] > a[3];
                assert!(apart, "{set}: {one} and {other}");
            }
            for bridge in of_class(&document, "b-bridge") {
                let far = gap(*a, moved(&bridge).0, moved(&bridge).1);
                assert!(far > 9.0, "{set}: {one} and a bridge");
            }
            for disc in of_class(&document, "b-disc") {
                let at = moved(&disc.parent().unwrap());
                assert!(gap(*a, at.0, at.1) > 8.0, "{set}: {one} and an anchor");
            }
            for area in list(file, "areas").iter().filter(|area| area["kind"] == "ocean") {
                let at = |side: usize| area["label"][side].as_f64().unwrap();
                assert!(gap(*a, at(0), at(1)) > 20.0, "{set}: {one} and {}", area["slug"]);
            }
        }
        names.len()
    })
}

/// The whole board omits names without room for legible letters: most of them on narrow frames.
#[test]
fn names_overlap_no_name_bridge_anchor_or_square() {
    each_board(|scene, file, text| {
        let [wide, narrow] = legible(file, text);
        assert!(wide > 45 && narrow > 12, "{wide} and {narrow} names");
        let [wide, narrow] = legible(file, &close(scene, None));
        assert!(wide > 45 && narrow > 45, "{wide} and {narrow} names");
    });
}

#[test]
fn pieces_are_legible_and_cover_no_names() {
    each_board(|scene, _, text| {
        let document = Document::parse(text).unwrap();
        let names = SETS.map(|set| names(&document, set)).concat();
        let mut seen = 0;
        for node in document.descendants() {
            let href = node.attribute("href").unwrap_or_default();
            let of_piece =
                scene.pieces.iter().any(|p| href.starts_with(&format!("#d-{}-", p.symbol)));
            if !of_piece || href.starts_with("#d-moored") {
                continue;
            }
            let (at, scale) = match (node.attribute("x"), node.attribute("transform")) {
                (Some(_), _) => ((number(&node, "x"), number(&node, "y")), 1.0),
                (None, Some(text)) => {
                    let scale = text.split("scale(").nth(1).unwrap().trim_end_matches(')');
                    (moved(&node), format!("0{scale}").parse().unwrap())
                }
                (None, None) => panic!("a piece without a place"),
            };
            seen += 1;
            assert!(scale >= 0.5, "{href} is {scale} large");
            for (name, room) in &names {
                assert!(gap(*room, at.0, at.1) > 4.0 * scale, "{href} covers {name}");
            }
        }
        assert_eq!(seen, scene.pieces.len());
    });
}

#[test]
fn numbers_letters_and_marks_are_on_the_pieces() {
    let text = ravenpost_drawing::svg(&summer(), &Options::default());
    let look = |id: &str| {
        let (_, rest) = text
            .split_once(&format!("<g id=\"{id}\">"))
            .unwrap_or_else(|| panic!("{id} is not drawn"));
        rest.split_once("</g>").unwrap().0.to_owned()
    };
    assert!(look("d-disks-red12").contains(">12</text>"));
    assert!(look("d-disks-red12").contains("fill-rule=\"evenodd\""), "the owner's mark");
    assert!(look("d-axe-neutral2").contains(">2</text>"));
    assert!(look("d-runes-neutralDTF").contains(">DTF</text>"));
    assert!(look("d-curse-neutralB").contains(">B</text>"));
    assert!(look("d-theirs-blueY").contains("fill-rule=\"evenodd\""), "the caster's mark");
    assert!(look("d-knerrir-yellowGK").contains(">GK</text>"));
    assert!(look("d-knerrir-redN").contains(">N</text>"));
    for symbol in ["berserkur", "godi", "kaupmadur"] {
        assert!(text.contains(&format!("id=\"d-{symbol}\"")), "{symbol} has a shape of its own");
    }
}

#[test]
fn stylesheet_covers_every_class() {
    let css = ravenpost_drawing::board_css();
    each_board(|_, _, text| {
        let document = Document::parse(text).unwrap();
        for class in document.descendants().filter_map(|node| node.attribute("class")) {
            for class in class.split_whitespace().filter(|class| class.starts_with("b-")) {
                assert!(css.contains(&format!(".{class}")), "no rule for {class}");
            }
        }
    });
}

#[test]
fn email_gets_the_whole_picture() {
    each_board(|scene, _, text| {
        let options = Options { theme: Theme::Mail, ..Options::default() };
        let mail = ravenpost_drawing::svg(scene, &options);
        assert!(!mail.contains("var(--"));
        assert!(text.len() < 200_000, "{} bytes", text.len());
        let picture = ravenpost_drawing::png(scene, 800);
        assert_eq!(&picture[..8], b"\x89PNG\r\n\x1a\n");
        // Legible names weigh more. An email narrows a picture that is too heavy for it.
        assert!((60_000..105_000).contains(&picture.len()), "{} bytes", picture.len());
    });
}

/// Screen-reader text for the busy position on the large island.
#[test]
fn areas_have_screen_reader_text() {
    let scene = summer();
    let words: Vec<String> = scene.areas.iter().map(|area| area.description()).collect();
    insta::assert_snapshot!("bardagi_words", words.join("\n"));
    let dock = &scene.boxes[0].spaces[1];
    let details: Vec<&str> = dock.details.iter().map(|detail| detail.id.as_str()).collect();
    assert_eq!((dock.id.as_str(), details), ("ship-2", vec!["place", "sea"]));
}
