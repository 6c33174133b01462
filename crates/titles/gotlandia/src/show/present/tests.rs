//! The presentation of a synthetic view: complete, within its width, and without hidden
//! information.

use std::collections::BTreeSet;

use serde_json::Value;

use super::super::super::state::options::Options;
use super::super::super::things::data::data;
use super::super::super::things::goods::Goods;
use super::super::super::things::ids::{Card, Deco, District, Gen, Rep, Setting};
use super::super::super::things::kinds::{Dir, Kind};
use super::super::view::{Building, PileView, SeatView, Settlement, Ships, Sold, Spare};
use super::map::BOARD;
use super::*;
use ravenpost_rules::contract::ids::distinct;
use ravenpost_rules::list::List;
use ravenpost_rules::view::scene::{Mood, Spot};
use ravenpost_rules::{Block, Item, Seat};

fn district(slug: &str) -> District {
    District::from_slug(slug).expect("a district")
}

fn card(slug: &str) -> Card {
    Card::from_slug(slug).expect("a card")
}

fn dir(slug: &str) -> Dir {
    Dir::from_slug(slug).expect("a direction")
}

fn seat(seat: u8, home: &str, settled: &[(&str, Building)], ships: &[(&str, u8)]) -> SeatView {
    let settled = settled.iter();
    SeatView {
        seat: Seat(seat),
        colour: ["red", "blue"][usize::from(seat) - 1],
        home: Setting::from_slug(home),
        settlements: settled
            .map(|(slug, kind)| Settlement { district: district(slug), kind: *kind })
            .collect(),
        ships: ships.iter().map(|(slug, count)| Ships { dir: dir(slug), count: *count }).collect(),
        storage: Goods([4, 1, 0, 3, 1, 0, 1]),
        buried_silver: 2,
        buried: List::of(&[card("field")]),
        deck: 6,
        hand: 3,
        hand_cards: (seat == 1).then(|| List::of(&["forest", "lubeck", "forest"].map(card))),
        unseen: List::of(&[card("home"), card("roma")]),
        played: List::of(&[card("hill")]),
        discard: List::of(&[card("stud"), card("stud")]),
        workers: 3,
        free: 2,
        sunk: 1,
        decorations: List::new(),
        reputation: Some(Rep::WISE),
        offered: None,
        vp: 9,
        owes: 0,
        settings: 2,
        draws: 6,
        need: 5,
        food: (seat == 1).then_some(3),
        spare: Spare { farmsteads: 3, towers: 2, churches: 2, ships: 1 },
        sealed: None,
        sealed_words: None,
        standing: None,
        plan: None,
    }
}

fn view(viewer: Option<Seat>) -> View {
    let pile = |slug: &str, size| PileView { top: Some(card(slug)), size };
    let red = [("hoburg", Building::Church), ("fardhem", Building::Farmstead)];
    let mut seats = vec![
        seat(1, "hoburg", &red, &[("sw", 1), ("ne", 2)]),
        seat(2, "rute", &[("rute", Building::Tower), ("fardhem", Building::Farmstead)], &[]),
    ];
    if viewer.is_none() {
        seats[0].hand_cards = None;
        seats[0].food = None;
    }
    View {
        viewer,
        options: Options::default(),
        stage: Stage::Turns,
        century: 1200,
        generation: 2,
        generations: 4,
        card: Gen::from_slug("g1200-1"),
        left: 2,
        past: List::new(),
        demand: &[Kind::STONE],
        token: Seat(1),
        turn: Some(Seat(2)),
        playing: None,
        steps: List::new(),
        raiders: List::new(),
        bank: Goods([180, 17, 12, 14, 11, 12, 9]),
        pirates: List::of(&[dir("ne"), dir("w")]),
        pirate_tokens: 25,
        threatened: List::of(&["hejde", "banda", "stenkumla"].map(district)),
        neutral: List::of(&[district("eke")]),
        craft_piles: List::of(&[
            pile("stud", 4),
            pile("tar-pit", 1),
            PileView { top: None, size: 0 },
        ]),
        trading_piles: List::of(&[pile("lubeck", 2)]),
        decorations: Deco::all().skip(2).collect(),
        sold: List::of(&[Sold { kind: Kind::STONE, seat: Seat(2) }]),
        assembly: Some(Seat(1)),
        seats,
        awaited: Vec::new(),
        goals: Vec::new(),
        scored: vec![vec![9, 7]],
        outcome: None,
    }
}

fn own() -> Presentation {
    present(&view(Some(Seat(1))))
}

#[test]
fn board_matches_the_data() {
    let geometry: Value = serde_json::from_str(BOARD.geometry).expect("JSON");
    let areas = geometry["areas"].as_array().unwrap();
    let drawn: BTreeSet<&str> = areas.iter().map(|area| area["slug"].as_str().unwrap()).collect();
    let districts = District::all().map(District::slug);
    let known: BTreeSet<&str> = districts.chain(Dir::all().map(Dir::slug)).collect();
    assert_eq!(drawn, known);
    for known in District::all() {
        let area = areas.iter().find(|area| area["slug"] == known.slug()).unwrap();
        assert_eq!(area["terrain"], known.terrain().slug());
        assert_eq!(area["group"], format!("setting-{}", known.setting().slug()));
        let mut starts = data().settings.iter().flat_map(|setting| setting.start);
        assert_eq!(area["framed"] == true, starts.any(|district| district == known));
    }
    let marks: BTreeSet<(&str, &str)> = BOARD.shore_marks.iter().copied().collect();
    let ports: BTreeSet<(&str, &str)> =
        data().settings.iter().map(|known| (known.harbour.slug(), known.dir.slug())).collect();
    assert_eq!(marks, ports);
    for setting in Setting::all() {
        let key = format!("setting-{}", setting.slug());
        let group = BOARD.groups.iter().find(|(group, _)| *group == key);
        assert_eq!(group.map(|(_, name)| *name), Some(setting.name()));
    }
}

#[test]
fn scene_shows_every_piece_in_its_place() {
    let scene = own().scene;
    assert_eq!(scene.areas.len(), 27);
    let at = |slug: &str| {
        let spot = Spot::Area(slug.to_owned());
        let here = scene.pieces.iter().filter(|piece| piece.spot == spot);
        here.map(|piece| (piece.symbol, piece.colour, piece.count, piece.letter.as_str()))
            .collect::<Vec<_>>()
    };
    assert_eq!(at("hoburg"), [("church", "red", 1, "C")]);
    assert_eq!(at("fardhem"), [("farmstead", "red", 1, "F"), ("farmstead", "blue", 1, "F")]);
    assert_eq!(at("eke"), [("farmstead", "neutral", 1, "")]);
    assert_eq!(at("ne"), [("pirate", "neutral", 1, ""), ("ship", "red", 2, "")]);
    for piece in &scene.pieces {
        assert!(BOARD.symbols.iter().any(|symbol| symbol.name == piece.symbol));
        assert_eq!(piece.seat.is_none(), piece.colour == "neutral");
    }
}

/// Returns the ids of details.
fn ids(details: &[Item]) -> Vec<&str> {
    details.iter().map(|item| item.id.as_str()).collect()
}

#[test]
fn areas_are_described_by_their_details() {
    let scene = own().scene;
    let area = |slug: &str| scene.areas.iter().find(|area| area.slug == slug).expect("an area");
    assert_eq!(ids(&area("hoburg").details), ["ground", "harbour", "red"]);
    let words = "Hoburg: Hill in Hoburg; Harbour to the southwest; Red church";
    assert_eq!(area("hoburg").description(), words);
    assert_eq!(ids(&area("banda").details), ["ground", "harbour", "threat"]);
    assert_eq!((area("banda").name.as_str(), area("banda").mood), ("Banda", Mood::Threatened));
    assert_eq!(ids(&area("ne").details), ["pirate", "red"]);
    assert_eq!(ids(&area("w").details), ["pirate", "threat"]);
    let west = "Sea to the west: pirate; threatens Stenkumla, Banda and Hejde";
    assert_eq!((area("w").description().as_str(), area("w").mood), (west, Mood::Stormy));
    assert_eq!(area("e").description(), "Sea to the east");
}

#[test]
fn wisby_and_roma_list_their_pieces() {
    let scene = own().scene;
    let [wisby, roma] = &scene.boxes[..] else { panic!("two boxes") };
    assert_eq!(wisby.spaces.len(), 6);
    let stone = wisby.spaces.iter().find(|space| space.code == "Stone").expect("a space");
    assert_eq!(ids(&stone.details), ["price", "demand", "taken"]);
    let words = "Sell Stone: 3 Silver each; in high demand; taken by Blue";
    assert_eq!(stone.description(), words);
    assert_eq!((stone.marked, stone.piece), (true, Some(("worker", Some(Seat(2)), "blue"))));
    assert_eq!(wisby.spaces.iter().filter(|space| space.marked).count(), 1);
    assert_eq!(roma.spaces[0].piece, Some(("worker", Some(Seat(1)), "red")));
}

#[test]
fn every_card_has_a_description() {
    for card in Card::all() {
        let face = cards::face(card, &Options::default());
        let uses = face.lines.iter().filter(|(label, _)| label == "Play" || label == "or").count();
        assert_eq!(uses, card.data().alts.len(), "{}", face.name);
        assert!(face.lines.iter().all(|(label, words)| !label.is_empty() && words.len() > 1));
        let mut seen = BTreeSet::new();
        assert!(face.lines.iter().all(|line| seen.insert(line)), "{} repeats itself", face.name);
    }
}

#[test]
fn card_texts_use_the_configured_numbers() {
    let line = |slug: &str| cards::line(card(slug), &Options::default());
    assert_eq!(
        line("forest"),
        "Settle an adjacent Forest | Produce 1 Wood and 1 more per settled Forest. \
         In hand: 1 Food per settled Forest."
    );
    assert_eq!(
        line("brewery"),
        "Produce 1 Grain and 1 more per settled Field | Sink one pirate anywhere; then you may \
         draw 1 card. In hand: 2 Food per settled Field; bury 1 Silver or card. \
         End: 1 VP per two pirates sunk. Needs Field."
    );
    assert_eq!(
        line("skanor"),
        "Settle any coastal district, adjacent or not | Take 2 Grain per ship you have. \
         In hand: 2 Food per ship away from pirates. End: 1 VP per ship on the board."
    );
    assert_eq!(
        line("village"),
        "Take 1 Wood, 1 Sheep, 1 Grain and 1 Stone. In hand: 4 Food; bury 1 Silver or card. \
         End: 4 VP. Needs Forest, Pasture, Field and Hill."
    );
}

#[test]
fn options_change_card_texts() {
    let options = Options { then_church: true, unbury_any: true, ..Options::default() };
    let face = cards::face(Card::LUBECK, &options);
    let plays = cards::alternatives(Card::LUBECK, &options);
    assert_eq!(plays, ["Take 1 Silver", "Sell any number of Tar, Stone or Wood"]);
    assert!(face.lines.iter().any(|(label, words)| label == "after" && words.contains("church")));
    let home = cards::follow(Card::HOME, &options);
    assert_eq!(home.as_deref(), Some("You may unbury Silver and cards"));
}

#[test]
fn generations_describe_their_effects() {
    let face = |slug: &str| cards::generation(Gen::from_slug(slug).expect("a card"));
    let line = |slug: &str, label: &str| {
        let face = face(slug);
        let found = face.lines.into_iter().find(|line| line.0 == label);
        found.map(|line| line.1).unwrap_or_default()
    };
    assert_eq!(line("g1200-1", "Pirates"), "Northeast, Southeast and West");
    assert_eq!(line("g1200-1", "High demand"), "Horse and Stone, 1 extra Silver each");
    assert_eq!(line("g1300-4", "Pirates"), "in all six directions");
    assert_eq!(line("g1300-1", "Pirates"), "none");
    assert!(line("g1300-1", "Plague").contains("two workers"));
    assert!(line("g1300-3", "Tribute").contains("5 items"));
    assert_eq!(face("g1300-3").family, "generation 1300s");
}

#[test]
fn panels_are_complete() {
    let presentation = own();
    distinct("a view", &presentation);
    let panels = presentation.own.iter().chain(&presentation.panels);
    let ids: Vec<&str> = panels.map(|panel| panel.id).collect();
    for id in ["hand", "own", "seats", "generation", "market", "craft", "trading", "bank"] {
        assert!(ids.contains(&id), "no {id}");
    }
}

#[test]
fn piles_show_learnable_cards() {
    let presentation = own();
    let craft = presentation.panels.iter().find(|panel| panel.id == "craft").expect("a panel");
    let faces = craft.blocks.iter().find_map(|block| match block {
        Block::Cards(faces) => Some(faces),
        _ => None,
    });
    let faces = faces.expect("cards");
    let seen: Vec<_> =
        faces.iter().map(|face| (face.name.as_str(), face.foot.as_str(), face.dim)).collect();
    // Red has settled a Hill and a Field, neither Pasture nor Forest.
    assert_eq!(seen, [("Stud", "3 cards beneath", true), ("Tar pit", "the last one", true)]);
}

#[test]
fn text_is_narrow_and_complete() {
    let text = own().text.to_string();
    assert!(text.lines().all(|line| line.chars().count() <= 72 && line == line.trim_end()));
    for known in District::all() {
        assert!(text.contains(&format!("  {}", known.slug())), "no {}", known.slug());
    }
    for part in [
        "1200s, generation 2 of 4: Conflict & strife",
        "Turn: Blue.",
        "rute* forest: Blue T",
        "banda*! field: -",
        "ne PIRATE, Red 2",
        "stone 3s high, Blue",
        "forest (2): Settle",
        "stud, 4 left (prerequisite not met)",
        "splinter-of-the-holy-cross 55s",
    ] {
        assert!(text.contains(part), "no {part:?} in\n{text}");
    }
}

#[test]
fn spectators_see_no_hand() {
    let presentation = present(&view(None));
    assert!(presentation.own.is_empty());
    let text = presentation.text.to_string();
    assert!(!text.contains("YOUR HAND") && !text.contains("forest (2)"));
    assert!(!presentation.panels.iter().any(|panel| ["hand", "hands"].contains(&panel.id)));
}
