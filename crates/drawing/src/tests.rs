//! Checks drawings as text, on a synthetic board with one of everything: well-formed, complete, and
//! never relying on colour alone. `tests/it/titles/drawing.rs` covers real boards.

mod colours;

use std::collections::BTreeSet;

use resvg::usvg::roxmltree::{self, Document};

use super::picture::{paint, tones};
use super::style::marks::mark;
use super::*;
use ravenpost_rules::view::scene::{
    Area, Arrow, Board, Mood, Paint, Piece, PlaceBox, Scene, Space, Spot, Symbol,
};
use ravenpost_rules::{Item, Seat};

static ISLE: Board = Board {
    key: "isle",
    name: "Isle & <Skerry>",
    geometry: include_str!("isle.json"),
    symbols: &[
        Symbol {
            name: "hut",
            outline: "M-9 8v-9l9-8 9 8v9z",
            details: &[("M-9-1h18", Paint::Ink), ("M-2 8V2h4v6z", Paint::PaleFill)],
            mark: Some((0, 3, 6)),
            letter: None,
        },
        Symbol {
            name: "wreck",
            outline: "M-9 3h18l-3 6H-6z",
            details: &[("M-9 3h18l-3 6H-6z", Paint::Wood)],
            mark: None,
            letter: None,
        },
    ],
    card_symbols: &[],
    groups: &[("g", "Þing"), ("h", "Skerry")],
    shore_marks: &[("north", "bay")],
    on_borders: false,
    part: None,
    minor: &[],
    markers: &["wreck"],
    legend: &[],
};

fn piece(symbol: &'static str, seat: u8, spot: Spot, count: u16) -> Piece {
    let colour = ["neutral", "red", "blue", "yellow"][usize::from(seat)];
    let seat = (seat > 0).then_some(Seat(seat));
    Piece { symbol, seat, colour, spot, count, letter: String::new() }
}

fn on(slug: &str) -> Spot {
    Spot::Area(slug.to_owned())
}

fn scene() -> Scene {
    let area = |slug: &str, name: &str, detail: &str, mood, last| Area {
        slug: slug.to_owned(),
        name: name.to_owned(),
        code: String::new(),
        details: vec![Item::new("detail", detail)],
        mood,
        last,
        planned: last,
        held: last.then_some("yellow"),
    };
    let space = |code: &str, piece, marked| Space {
        id: code.to_owned(),
        code: code.to_owned(),
        name: format!("sell {code}"),
        details: Vec::new(),
        piece,
        marked,
    };
    Scene {
        board: Some(&ISLE),
        areas: vec![
            area("south", "South", "\"gold\" & more", Mood::Threatened, true),
            area("bay", "Bay", "a wreck", Mood::Stormy, false),
        ],
        pieces: vec![
            piece("hut", 1, on("north"), 1),
            piece("hut", 2, on("north"), 2),
            piece("hut", 3, on("south"), 9),
            piece("wreck", 0, on("bay"), 1),
            piece("hut", 2, Spot::Border("south".into(), "north".into()), 3),
            piece("hut", 1, Spot::Place("town".into()), 1),
        ],
        boxes: vec![PlaceBox {
            place: "town".into(),
            attached: true,
            title: "Town".into(),
            spaces: vec![
                space("tar", Some(("hut", Some(Seat(1)), "red")), true),
                space("hay", None, false),
            ],
        }],
        arrows: vec![
            way("north", "south", false),
            way("north", "south", true),
            way("bay", "north", true),
        ],
        ..Scene::default()
    }
}

fn way(from: &str, to: &str, planned: bool) -> Arrow {
    Arrow { from: from.to_owned(), to: to.to_owned(), colour: "blue", planned }
}

fn page() -> Options {
    Options {
        links: Some("#area-".into()),
        targets: vec![("north".into(), "#orders?a=1&b=2".into())],
        ..Options::default()
    }
}

fn mail() -> Options {
    Options { theme: Theme::Mail, ..Options::default() }
}

#[test]
fn both_themes_are_well_formed_without_dangling_references() {
    for options in [page(), mail()] {
        let text = svg(&scene(), &options);
        let document = Document::parse(&text).expect("the drawing is XML");
        let ids: Vec<&str> = document.descendants().filter_map(|n| n.attribute("id")).collect();
        let known: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(ids.len(), known.len(), "an id is used twice");
        for node in document.descendants() {
            for attribute in node.attributes().filter(|_| node.is_element()) {
                let value = attribute.value();
                let wanted = match (node.tag_name().name(), attribute.name()) {
                    ("use", "href") => value.strip_prefix('#'),
                    _ => value.strip_prefix("url(#").and_then(|rest| rest.strip_suffix(')')),
                };
                if let Some(id) = wanted {
                    assert!(known.contains(id), "nothing is called {id}");
                }
            }
        }
    }
}

#[test]
fn drawing_needs_no_style_or_script_of_the_page() {
    let text = svg(&scene(), &page());
    for banned in ["<style", " style=", "<script", "onclick", "var(--"] {
        assert!(!text.contains(banned), "{banned}");
    }
    let inside = svg(&scene(), &mail());
    assert!(inside.contains("<style>") && !inside.contains("var(--"));
}

#[test]
fn stylesheet_covers_every_class_and_property() {
    let css = board_css();
    for text in [svg(&scene(), &page()), symbol(&ISLE, "hut", "red", 30), swatch("gold", 20)] {
        let document = Document::parse(&text).expect("the drawing is XML");
        for class in document.descendants().filter_map(|node| node.attribute("class")) {
            for class in class.split_whitespace() {
                assert!(css.contains(&format!(".{class}")), "no rule for {class}");
            }
        }
    }
    for used in css.split("var(--").skip(1) {
        let name = used.split(')').next().unwrap_or_default();
        assert!(css.matches(&format!("--{name}:")).count() >= 3, "{name} has no dark value");
    }
}

/// Without a stylesheet, a page shows coloured land with names in its natural size.
#[test]
fn board_without_a_stylesheet_keeps_its_colours() {
    let text = svg(&scene(), &page());
    let document = Document::parse(&text).expect("the drawing is XML");
    let root = document.root_element();
    assert_eq!(root.attribute("fill"), Some("none"));
    assert!(root.has_attribute("width") && root.has_attribute("height"));
    let ground = |class: &str| {
        document.descendants().find(|node| node.attribute("class") == Some(class)).expect("there")
    };
    assert_eq!(ground("b-t-forest").attribute("fill"), Some("#a3bf92"));
    assert_eq!(ground("b-t-sea").attribute("fill"), Some("#d3e5ee"));
}

/// Seas come first, and both seas and land are in reading order.
#[test]
fn areas_are_labelled_links_with_seas_first() {
    let text = svg(&scene(), &page());
    let document = Document::parse(&text).expect("the drawing is XML");
    let links: Vec<_> = document
        .descendants()
        .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "a")))
        .filter(|node| node.attribute("tabindex").is_none())
        .map(|node| (node.attribute("href").unwrap(), node.attribute("aria-label").unwrap()))
        .collect();
    assert_eq!(
        links,
        [
            ("#area-bay", "Bay: a wreck"),
            ("#orders?a=1&b=2", "Norð, forest"),
            ("#area-skerry", "Sker, home"),
            ("#area-south", "South: \"gold\" & more"),
        ]
    );
}

#[test]
fn without_links_only_targets_are_selectable() {
    let options = Options { links: None, ..page() };
    let text = svg(&scene(), &options);
    assert_eq!(text.matches("<a href").count(), 1);
    let all = svg(&scene(), &page());
    assert_eq!(all.matches("tabindex=\"-1\"").count(), 1, "only the skerry needs a wider disc");
    let plain = svg(&scene(), &Options::default());
    assert_eq!(plain.matches("<a href").count(), 0);
    assert!(plain.contains("role=\"img\"") && plain.contains("Bay: a wreck"));
}

#[test]
fn identical_pieces_are_counted_when_space_is_short() {
    let text = svg(&scene(), &page());
    assert_eq!(text.matches("<use href=\"#d-hut-blue\"").count(), 3, "two in the area, one figure");
    assert_eq!(text.matches("<use href=\"#d-hut-yellow\"").count(), 1);
    assert!(text.contains(">9</text>") && text.contains(">3</text>"));
    assert_eq!(text.matches("b-stand").count(), 1, "only the border has a disc");
}

#[test]
fn every_owned_piece_has_its_owners_mark() {
    let text = svg(&scene(), &page());
    for colour in ["red", "blue", "yellow"] {
        let own = format!("<g id=\"d-hut-{colour}\">");
        let (_, rest) = text.split_once(&own).expect("the piece is defined");
        let (own, _) = rest.split_once("</g>").unwrap();
        assert!(own.contains(mark(colour).unwrap()), "{colour} has no mark");
    }
}

#[test]
fn accented_piece_letters_get_separate_definitions() {
    let mut scene = scene();
    let guard = scene.pieces.iter().position(|piece| piece.colour == "blue").expect("a piece");
    for letter in ["1", "1*", "1+"] {
        scene.pieces.push(Piece { letter: letter.into(), ..scene.pieces[guard].clone() });
    }
    let text = svg(&scene, &page());
    for id in ["d-hut-blue1", "d-hut-blue1_2a_", "d-hut-blue1_2b_"] {
        assert_eq!(text.matches(&format!("<g id=\"{id}\">")).count(), 1, "{id}");
        assert_eq!(text.matches(&format!("<use href=\"#{id}\"")).count(), 1, "{id}");
    }
}

#[test]
fn states_are_distinguished_by_pattern() {
    let text = svg(&scene(), &page());
    let stormy = "<use href=\"#d-a-bay\" fill=\"url(#d-storm)\"/>";
    assert!(text.contains(stormy), "a stormy sea has its waves");
    assert!(text.contains("url(#d-hatch)") && text.contains("d-danger"));
    assert!(text.contains("b-last\""));
    assert!(text.contains("b-wanted"), "high demand has its plus");
    assert!(text.matches("class=\"b-black\"").count() > 3, "black lines have cross strokes");
}

#[test]
fn shore_mark_is_in_its_sea_and_next_to_its_land() {
    let text = svg(&scene(), &page());
    let (_, rest) = text.split_once("b-jetty").expect("a jetty from the shore");
    let (_, rest) = rest.split_once("translate(").expect("the disc at its end");
    let (x, y) = rest.split_once(')').and_then(|(at, _)| at.split_once(' ')).expect("a place");
    let (x, y): (f64, f64) = (x.parse().unwrap(), y.parse().unwrap());
    // The northern district ends at y = 40, and the middle of its shore is at x = 150.
    assert!((20.0..40.0).contains(&y) && (140.0..160.0).contains(&x), "{x} {y}");
}

#[test]
fn picture_has_the_requested_size() {
    let picture = png(&scene(), 500);
    assert_eq!(&picture[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(picture[at..at + 4].try_into().unwrap());
    assert_eq!((number(16), number(20)), (500, 375));
    let bare = png(&Scene { board: Some(&ISLE), ..Scene::default() }, 500);
    assert_ne!(picture, bare, "pieces make a difference");
}

/// Pieces drawn on a cached ground look like a complete drawing, except for the smaller palette.
#[test]
fn picture_matches_the_complete_drawing() {
    let whole = paint(&svg(&scene(), &mail()), 500);
    let tones = tones::of(&ISLE);
    let packed = png(&scene(), 500);
    let mut reader = png_reader(&packed);
    let mut pixels = vec![0; reader.output_buffer_size().expect("it is small")];
    reader.next_frame(&mut pixels).expect("a whole picture");
    let off = |(index, pixel): (&u8, &[u8])| {
        let parts = tones.colour(*index).into_iter().zip(pixel);
        parts.map(|(one, other)| u64::from(one.abs_diff(*other))).max().unwrap_or_default()
    };
    let offs: Vec<u64> = pixels.iter().zip(whole.data().chunks_exact(4)).map(off).collect();
    assert_eq!(offs.len(), 500 * 375);
    let far = offs.iter().filter(|off| **off > 40).count();
    assert!(far * 100 < offs.len(), "{far} pixels are far off");
    let mean = offs.iter().sum::<u64>() as f64 / offs.len() as f64;
    assert!(mean < 4.0, "{mean} off on average");
}

fn png_reader(packed: &[u8]) -> ::png::Reader<std::io::Cursor<&[u8]>> {
    let mut decoder = ::png::Decoder::new(std::io::Cursor::new(packed));
    decoder.set_transformations(::png::Transformations::IDENTITY);
    decoder.read_info().expect("a picture")
}

#[test]
fn cached_ground_is_not_reused_for_other_moods() {
    let stormy = png(&scene(), 300);
    let calm = Scene { areas: Vec::new(), ..scene() };
    assert_ne!(png(&calm, 300), stormy);
    assert_eq!(png(&scene(), 300), stormy);
    assert!(!svg(&calm, &page()).contains("b-t-stormy"));
    assert!(svg(&scene(), &page()).contains("b-t-stormy"));
}

#[test]
fn scene_without_a_board_draws_nothing() {
    assert_eq!(svg(&Scene::default(), &page()), "");
    assert!(png(&Scene::default(), 500).is_empty());
}

#[test]
fn unknown_places_are_left_out() {
    let mut odd = scene();
    odd.pieces.push(piece("hut", 1, on("atlantis"), 1));
    odd.pieces.push(piece("dragon", 1, on("north"), 1));
    odd.pieces.push(piece("hut", 1, Spot::Border("north".into(), "bay".into()), 1));
    let text = svg(&odd, &page());
    assert!(Document::parse(&text).is_ok());
    assert!(!text.contains("dragon"));
}

/// The names of one set, with their sizes.
fn written(text: &str, set: &str) -> Vec<(String, f64)> {
    let document = Document::parse(text).expect("the drawing is XML");
    let class = |node: &roxmltree::Node<'_, '_>, wanted: &str| {
        node.attribute("class").is_some_and(|class| class.split(' ').any(|one| one == wanted))
    };
    let sets = document.descendants().filter(|node| class(node, set));
    let texts = sets.flat_map(|set| set.descendants());
    let names = texts.filter(|node| class(node, "b-n") || class(node, "b-s"));
    let size = |node: roxmltree::Node<'_, '_>| {
        let own = node.ancestors().find_map(|one| one.attribute("font-size"));
        (node.text().unwrap_or_default().to_owned(), own.unwrap_or("0").parse().unwrap_or(0.0))
    };
    names.map(size).collect()
}

#[test]
fn names_are_legible_in_narrow_and_wide_frames() {
    let view = |level| View::Zoomed { level: Some(level), near: None, own: None };
    for level in 0..3 {
        let Some(drawn) = framed(&scene(), &Options { view: view(level), ..page() }) else {
            panic!("there is a board")
        };
        let (_, size) = drawn.svg.split_once("viewBox=\"").expect("a view");
        let wide: f64 = size.split([' ', '"']).nth(2).and_then(|w| w.parse().ok()).expect("wide");
        let names = written(&drawn.svg, "b-narrow");
        assert!(names.iter().all(|(_, size)| size * 326.0 / wide >= 11.0), "{names:?}");
        assert!(names.iter().any(|(name, _)| name == "Norð"), "what can be chosen is named");
        assert!(!written(&drawn.svg, "b-wide").is_empty());
    }
}

#[test]
fn invalid_view_falls_back_to_the_default() {
    let zoomed = |level, near: Option<&str>| {
        let near = near.map(ToOwned::to_owned);
        let view = View::Zoomed { level, near, own: None };
        framed(&scene(), &Options { view, ..Options::default() }).expect("there is a board")
    };
    let usual = zoomed(None, None);
    let odd = zoomed(None, Some("atlantis"));
    assert_eq!((usual.svg, usual.known), (odd.svg, true));
    assert!(!odd.known && zoomed(None, Some("south")).known);
    let deep = zoomed(Some(200), Some("south"));
    assert_eq!(deep.level, deep.most);
    assert!(zoomed(Some(0), None).overview.contains("#d-land"));
}

#[test]
fn moved_pieces_get_arrows_and_new_ones_a_star() {
    let mut moved = scene();
    moved.arrows.clear();
    let hut = |slug: &str, count| piece("hut", 2, on(slug), count);
    moved.moves.gone = vec![hut("south", 2)];
    moved.moves.come = vec![hut("north", 2), piece("hut", 1, on("north"), 1)];
    let text = svg(&moved, &page());
    assert_eq!(text.matches("class=\"b-way\"").count(), 1, "one arrow for both");
    assert!(text.contains(">2</text>"), "with their number");
    assert!(text.contains("b-ghost"));
    assert_eq!(text.matches("class=\"b-new\"").count(), 1);
    moved.moves.come.truncate(0);
    let gone = svg(&moved, &page());
    assert!(gone.contains("b-ghost") && !gone.contains("b-way\""), "a piece that is gone");
    moved.moves.gone = vec![piece("wreck", 0, on("south"), 1)];
    assert!(!svg(&moved, &page()).contains("b-ghost"), "markers do not move");
}

#[test]
fn spaces_of_boxes_are_selectable() {
    let targets = vec![("town.tar".to_owned(), "#orders".to_owned())];
    let text = svg(&scene(), &Options { targets, ..Options::default() });
    assert_eq!(text.matches("<a href=\"#orders\" aria-label=\"sell tar\"").count(), 1);
}
