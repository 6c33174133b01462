//! Drawings of every title's board, taken from played games: complete, well-formed, and the same
//! for all viewers with the same view.

mod bardagi;
mod bardagi_positions;
mod links;

use std::collections::BTreeSet;

use ravenpost::titles;
use ravenpost_drawing::{Options, Theme, View};
use ravenpost_rules::contract::ids;
use ravenpost_rules::view::scene::{Mark, Piece, Scene, Spot};
use ravenpost_rules::{Block, Dice, Position, Presentation, Seat, Table, Title, Viewer};
use resvg::usvg::roxmltree::Document;
use serde_json::Value;

/// A position after that many random legal orders.
fn played(title: &dyn Title, seats: u8, orders: usize, seed: u64) -> Box<dyn Position> {
    let mut dice = Dice::seeded(seed);
    let Ok(opened) = title.open(&Table::of(seats), &mut dice) else { panic!("it opens") };
    let mut position = opened.next;
    for number in 0..orders {
        let Some(awaited) = position.awaited().into_iter().next() else { break };
        let legal = position.legal(awaited.seat).orders;
        let pick = Dice::seeded(seed + number as u64)
            .stream("test")
            .below(u32::try_from(legal.len().max(1)).unwrap());
        let fallback = position.fallback(awaited.seat);
        let order = legal.get(pick as usize).unwrap_or(&fallback);
        let mut dice = Dice::seeded(seed * 1000 + number as u64);
        let Ok(decided) = position.decide(awaited.seat, order, &mut dice) else {
            panic!("{order} is legal and not taken")
        };
        position = decided.next;
    }
    position
}

fn viewers(position: &dyn Position) -> Vec<Viewer> {
    let seats = Seat::all(position.seats()).map(Viewer::Seat);
    seats.chain([Viewer::Spectator]).collect()
}

/// Visits some positions of some games from the perspective of each viewer.
fn each_presentation(mut look: impl FnMut(&str, &Presentation)) {
    for title in titles::all() {
        let (_, most) = title.about().seats;
        for (seats, orders, seed) in [(most, 0, 1), (most, 60, 2), (2, 140, 3), (most, 4000, 4)] {
            let position = played(*title, seats, orders, seed);
            for viewer in viewers(&*position) {
                let what = format!("{} {seats} {orders} {viewer:?}", title.about().key);
                look(&what, &position.present(viewer));
            }
        }
    }
}

/// The same drawing at its largest scale, around an area or what matters most.
fn close(scene: &Scene, near: Option<&str>) -> String {
    let near = near.map(str::to_owned);
    let view = View::Zoomed { level: Some(u8::MAX), near, own: None };
    ravenpost_drawing::svg(scene, &Options { view, ..Options::default() })
}

fn page(scene: &Scene) -> String {
    ravenpost_drawing::svg(scene, &Options { links: Some("#".into()), ..Options::default() })
}

/// The areas, borders and places in a board's file.
fn known(scene: &Scene) -> BTreeSet<Spot> {
    let text = scene.board.expect("a board").geometry;
    let file: serde_json::Value = serde_json::from_str(text).unwrap();
    let list = |key: &str| file[key].as_array().cloned().unwrap_or_default();
    let slug = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let mut known: BTreeSet<Spot> = BTreeSet::new();
    known.extend(list("areas").iter().map(|area| Spot::Area(slug(&area["slug"]))));
    known.extend(list("places").iter().map(|place| Spot::Place(slug(&place["slug"]))));
    for border in list("borders") {
        let (a, b) = (slug(&border["between"][0]), slug(&border["between"][1]));
        known.insert(Spot::Border(a.clone(), b.clone()));
        known.insert(Spot::Border(b.clone(), a.clone()));
        if border["route"] == true {
            known.extend([Spot::Harbour(a), Spot::Harbour(b)]);
        }
    }
    known
}

#[test]
fn every_place_of_a_scene_is_on_its_board() {
    each_presentation(|what, presentation| {
        let known = known(&presentation.scene);
        let board = presentation.scene.board.unwrap();
        for area in &presentation.scene.areas {
            assert!(known.contains(&Spot::Area(area.slug.clone())), "{what}: {}", area.slug);
            assert!(!area.name.is_empty(), "{what}: {} has no name", area.slug);
        }
        for piece in &presentation.scene.pieces {
            assert!(known.contains(&piece.spot), "{what}: {:?}", piece.spot);
            let symbol = board.symbols.iter().find(|symbol| symbol.name == piece.symbol);
            let marked = symbol.expect("the symbol is on the board").mark.is_some();
            assert!(marked || piece.seat.is_none(), "{what}: {} has no mark", piece.symbol);
        }
        for one in &presentation.scene.boxes {
            let place = Spot::Place(one.place.clone());
            assert!(!one.attached || known.contains(&place), "{what}: {}", one.place);
        }
    });
}

#[test]
fn every_card_has_a_picture_that_its_board_can_draw() {
    let mut pictures = BTreeSet::new();
    each_presentation(|what, presentation| {
        let board = presentation.scene.board.unwrap();
        let known = || board.symbols.iter().chain(board.card_symbols);
        let panels = presentation.own.iter().chain(&presentation.panels);
        for block in panels.flat_map(|panel| &panel.blocks) {
            let Block::Cards(cards) = block else { continue };
            for card in cards {
                let art = card.art.unwrap_or_else(|| panic!("{what}: {} has none", card.slug));
                if let Mark::Piece(name, ..) = art {
                    assert!(known().any(|symbol| symbol.name == name), "{what}: {name}");
                    pictures.insert(name);
                }
            }
        }
    });
    for name in ["silver", "reputation", "generation", "virki", "hof", "verslun", "stead"] {
        assert!(pictures.contains(name), "{pictures:?}");
    }
}

/// The texts in a drawing, which is well-formed.
fn written(what: &str, drawing: &str) -> BTreeSet<String> {
    let document = Document::parse(drawing).unwrap_or_else(|error| panic!("{what}: {error}"));
    let texts = document.descendants().filter(|node| node.tag_name().name() == "text");
    texts.filter_map(|node| node.text()).map(str::to_owned).collect()
}

/// Every area is named at least in the largest drawing of it.
#[test]
fn drawings_are_well_formed_labelled_and_small() {
    each_presentation(|what, presentation| {
        let text = page(&presentation.scene);
        Document::parse(&text).unwrap_or_else(|error| panic!("{what}: {error}"));
        let named = written(what, &close(&presentation.scene, None));
        let file: serde_json::Value =
            serde_json::from_str(presentation.scene.board.unwrap().geometry).unwrap();
        // A partial board omits names that its edge would cut off.
        let whole = presentation.scene.board.unwrap().part.is_none();
        for area in file["areas"].as_array().into_iter().flatten().filter(|_| whole) {
            let lines = area["text"]["lines"].as_array().into_iter().flatten();
            let lines: BTreeSet<String> =
                lines.map(|line| line.as_str().unwrap().to_owned()).collect();
            if lines.is_subset(&named) {
                continue;
            }
            // The edge of the view would cut the name off: look at the area itself.
            let around = close(&presentation.scene, area["slug"].as_str());
            assert!(lines.is_subset(&written(what, &around)), "{what}: {lines:?} is not written");
        }
        assert!(text.len() < 55_000 || file["width"] != 760.0, "{what}: {} bytes", text.len());
    });
}

/// The label of each area in a board's file.
fn labels(scene: &Scene) -> Vec<(String, [f64; 2])> {
    let file: Value = serde_json::from_str(scene.board.expect("a board").geometry).unwrap();
    let label = |area: &Value| {
        let at = [0, 1].map(|side| area["label"][side].as_f64().expect("a number"));
        (area["slug"].as_str().expect("a slug").to_owned(), at)
    };
    file["areas"].as_array().expect("areas").iter().map(label).collect()
}

#[test]
fn first_view_contains_everything_to_choose() {
    let mut views = 0;
    for title in titles::all() {
        let position = played(*title, title.about().seats.0, 60, 2);
        let scene = position.present(Viewer::Spectator).scene;
        // The section of a board has other coordinates.
        if scene.board.expect("a board").part.is_some() {
            continue;
        }
        let labels = labels(&scene);
        let apart = [labels[0].clone(), labels[9].clone()];
        for pair in labels.windows(2).step_by(8).chain([apart.as_slice()]) {
            let targets = pair.iter().map(|(slug, _)| (slug.clone(), "#orders".to_owned()));
            let view = View::Zoomed { level: None, near: None, own: None };
            let options = Options { targets: targets.collect(), view, ..Options::default() };
            let drawn = ravenpost_drawing::svg(&scene, &options);
            let document = Document::parse(&drawn).expect("the drawing is XML");
            let view = document.root_element().attribute("viewBox").expect("a view");
            let view: Vec<f64> = view.split(' ').map(|side| side.parse().unwrap()).collect();
            for (slug, [x, y]) in pair {
                let across = (view[0]..=view[0] + view[2]).contains(x);
                let down = (view[1]..=view[1] + view[3]).contains(y);
                assert!(across && down, "{}: {slug} is not in {view:?}", title.about().key);
            }
            views += 1;
        }
    }
    assert!(views >= 12, "only {views} views");
}

#[test]
fn board_is_the_same_for_all_viewers() {
    for title in titles::all() {
        let position = played(*title, title.about().seats.1, 90, 7);
        let mut drawn: Vec<String> = viewers(&*position)
            .into_iter()
            .map(|viewer| page(&without_plans(position.present(viewer).scene)))
            .collect();
        drawn.dedup();
        assert_eq!(drawn.len(), 1, "{}", title.about().key);
    }
}

/// Removes a seat's planned orders, which only its own board shows.
fn without_plans(mut scene: Scene) -> Scene {
    scene.arrows.retain(|arrow| !arrow.planned);
    scene.areas.iter_mut().for_each(|area| area.planned = false);
    scene
}

#[test]
fn board_text_is_narrow_and_panels_are_complete() {
    each_presentation(|what, presentation| {
        let shown = presentation.text.to_string();
        let text: Vec<&str> = shown.split_whitespace().collect();
        assert!(
            !presentation.headline.is_empty() && text.join(" ").starts_with(&presentation.headline),
            "{what}"
        );
        for line in shown.lines() {
            assert!(line.chars().count() <= 72, "{what}: too wide: {line}");
        }
        ids::distinct(what, presentation);
        for panel in presentation.own.iter().chain(&presentation.panels) {
            assert!(!panel.blocks.is_empty(), "{what}: {} is empty", panel.id);
        }
    });
}

/// All pieces of every seat in every area: far more than any game has.
fn crowd(position: &dyn Position) -> Scene {
    let mut scene = position.present(Viewer::Spectator).scene;
    let board = scene.board.unwrap();
    let colours = position.title().about().colours;
    scene.pieces.clear();
    let file: Value = serde_json::from_str(board.geometry).unwrap();
    let entered = |area: &&Value| !matches!(area["kind"].as_str(), Some("ocean" | "mountain"));
    for area in file["areas"].as_array().unwrap().iter().filter(entered) {
        for symbol in board.symbols {
            for (index, colour) in colours.iter().enumerate().take(position.seats().into()) {
                scene.pieces.push(Piece {
                    symbol: symbol.name,
                    seat: Some(Seat::at(index)),
                    colour,
                    spot: Spot::Area(area["slug"].as_str().unwrap().to_owned()),
                    count: 3,
                    letter: "X".to_owned(),
                });
            }
        }
    }
    scene
}

#[test]
fn crowded_board_stays_within_its_canvas() {
    for title in titles::all() {
        let scene = crowd(&*played(*title, title.about().seats.1, 0, 1));
        let text = page(&scene);
        let document = Document::parse(&text).unwrap();
        let root = document.root_element().attribute("viewBox").unwrap();
        let size: Vec<f64> = root.split(' ').map(|part| part.parse().unwrap()).collect();
        let symbols: BTreeSet<String> =
            scene.pieces.iter().map(|piece| format!("#d-{}-", piece.symbol)).collect();
        let pieces = document.descendants().filter(|node| {
            let href = node.attribute("href").unwrap_or_default();
            let of_piece = symbols.iter().any(|symbol| href.starts_with(symbol));
            of_piece && (node.has_attribute("x") || node.has_attribute("transform"))
        });
        let mut seen = 0;
        for node in pieces {
            let (x, y) =
                place(node.attribute("x"), node.attribute("y"), node.attribute("transform"));
            assert!(x > 0.0 && y > 0.0 && x < size[2] && y < size[3], "a piece at {x} {y}");
            seen += 1;
        }
        assert!(seen >= scene.pieces.len() / 3, "each is there, if only as a number: {seen}");
    }
}

fn place(x: Option<&str>, y: Option<&str>, transform: Option<&str>) -> (f64, f64) {
    let inside = transform.and_then(|text| text.strip_prefix("translate("));
    let moved =
        inside.and_then(|text| text.split(')').next()).and_then(|text| text.split_once(' '));
    let (x, y) = moved.or(x.zip(y)).expect("a place");
    (x.parse().unwrap(), y.parse().unwrap())
}

/// Whole turn emails stay within 150 KB; email encoding makes the picture a third larger.
#[test]
fn email_pictures_have_the_right_size_and_are_light() {
    for title in titles::all() {
        for orders in [0, 50, 120] {
            let seats = title.about().seats.1;
            let scene = played(*title, seats, orders, 5).present(Viewer::Spectator).scene;
            let options = Options { theme: Theme::Mail, ..Options::default() };
            let drawn = ravenpost_drawing::svg(&scene, &options);
            assert!(drawn.contains("<style>") && !drawn.contains("<a "));
            let width = ravenpost_drawing::email_width(&scene);
            let picture = ravenpost_drawing::png(&scene, width);
            assert_eq!(&picture[..8], b"\x89PNG\r\n\x1a\n");
            assert_eq!(u32::from_be_bytes(picture[16..20].try_into().unwrap()), width);
            let (key, weight) = (title.about().key, picture.len());
            assert!((40_000..97_000).contains(&weight), "{key} {orders}: {weight} bytes");
        }
    }
}
