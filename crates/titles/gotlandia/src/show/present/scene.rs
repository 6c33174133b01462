//! The board with its pieces.

use super::super::super::things::data::data;
use super::super::super::things::ids::District;
use super::super::super::things::kinds::{Dir, Kind};
use super::super::view::{Building, View};
use super::map::BOARD;
use super::words::{self, afloat, count, settled};
use ravenpost_rules::Item;
use ravenpost_rules::text::phrase::capital;
use ravenpost_rules::view::scene::{Area, Mood, Piece, PlaceBox, Scene, Space, Spot};

/// The colour name of neutral pieces.
const NEUTRAL: &str = "neutral";

pub(super) fn scene(view: &View) -> Scene {
    let mut scene = Scene { board: Some(&BOARD), ..Scene::default() };
    for district in District::all() {
        scene.areas.push(land(view, district));
        pieces(view, district, &mut scene.pieces);
    }
    for dir in Dir::all() {
        scene.areas.push(water(view, dir));
        fleet(view, dir, &mut scene.pieces);
    }
    scene.boxes = vec![wisby(view), roma(view)];
    scene
}

fn land(view: &View, district: District) -> Area {
    let known = &data().districts[district.index()];
    let ground = format!("{} in {}", district.terrain().name(), district.setting().name());
    let mut details = vec![Item::new("ground", ground)];
    if known.harbour {
        let dir = data().settings[district.setting().index()].dir;
        details.push(Item::new("harbour", format!("Harbour to the {}", dir.name())));
    }
    for (seat, settlement) in settled(view, district) {
        let words = format!("{} {}", capital(seat.colour), settlement.kind.name());
        details.push(Item::new(seat.colour, words));
    }
    if view.neutral.contains(&district) {
        details.push(Item::new(NEUTRAL, "neutral farmstead"));
    }
    let threatened = view.threatened.contains(&district);
    if threatened {
        details.push(Item::new("threat", "threatened"));
    }
    let mood = if threatened { Mood::Threatened } else { Mood::Calm };
    let (slug, name) = (district.slug().to_owned(), district.name().to_owned());
    Area { slug, name, details, mood, ..Area::default() }
}

fn pieces(view: &View, district: District, pieces: &mut Vec<Piece>) {
    let spot = || Spot::Area(district.slug().to_owned());
    for (seat, settlement) in settled(view, district) {
        pieces.push(Piece {
            symbol: symbol(settlement.kind),
            seat: Some(seat.seat),
            colour: seat.colour,
            spot: spot(),
            count: 1,
            letter: settlement.kind.letter().to_owned(),
        });
    }
    if view.neutral.contains(&district) {
        pieces.push(Piece {
            symbol: symbol(Building::Farmstead),
            seat: None,
            colour: NEUTRAL,
            spot: spot(),
            count: 1,
            letter: String::new(),
        });
    }
}

fn symbol(kind: Building) -> &'static str {
    match kind {
        Building::Farmstead => "farmstead",
        Building::Tower => "tower",
        Building::Church => "church",
    }
}

fn water(view: &View, dir: Dir) -> Area {
    let pirate = view.pirates.contains(&dir);
    let fleets = afloat(view, dir);
    let mut details = Vec::new();
    if pirate {
        details.push(Item::new("pirate", "pirate"));
    }
    for (seat, ships) in &fleets {
        let words = format!("{} of {}", count(*ships, "ship"), capital(seat.colour));
        details.push(Item::new(seat.colour, words));
    }
    if pirate && fleets.is_empty() {
        let shore = District::of(data().shore[dir.index()]);
        let words = format!("threatens {}", words::names(shore, |d| d.name().to_owned()));
        details.push(Item::new("threat", words));
    }
    let mood = if pirate { Mood::Stormy } else { Mood::Calm };
    let (slug, name) = (dir.slug().to_owned(), format!("Sea to the {}", dir.name()));
    Area { slug, name, details, mood, ..Area::default() }
}

/// Adds a pirate first, then the ships in seat order.
fn fleet(view: &View, dir: Dir, pieces: &mut Vec<Piece>) {
    let spot = || Spot::Area(dir.slug().to_owned());
    if view.pirates.contains(&dir) {
        pieces.push(Piece {
            symbol: "pirate",
            seat: None,
            colour: NEUTRAL,
            spot: spot(),
            count: 1,
            letter: String::new(),
        });
    }
    for (seat, ships) in afloat(view, dir) {
        pieces.push(Piece {
            symbol: "ship",
            seat: Some(seat.seat),
            colour: seat.colour,
            spot: spot(),
            count: u16::from(ships),
            letter: String::new(),
        });
    }
}

/// Returns the six selling spaces.
fn wisby(view: &View) -> PlaceBox {
    let space = |kind: Kind| {
        let sold = view.sold.iter().find(|sold| sold.kind == kind);
        let wanted = view.demand.contains(&kind);
        let price = data().prices[kind.index()] + if wanted { data().demand_bonus } else { 0 };
        let mut details = vec![Item::new("price", format!("{price} Silver each"))];
        if wanted {
            details.push(Item::new("demand", "in high demand"));
        }
        if let Some(sold) = sold {
            let words = format!("taken by {}", words::seat(view, sold.seat));
            details.push(Item::new("taken", words));
        }
        let seat = sold.and_then(|sold| view.seats.iter().find(|seat| seat.seat == sold.seat));
        Space {
            id: kind.slug().to_owned(),
            code: kind.name().to_owned(),
            name: format!("Sell {}", kind.name()),
            details,
            piece: seat.map(|seat| ("worker", Some(seat.seat), seat.colour)),
            marked: wanted,
        }
    };
    PlaceBox {
        place: "wisby".to_owned(),
        attached: true,
        title: "Wisby".to_owned(),
        spaces: Kind::resources().map(space).collect(),
    }
}

/// Returns the single space of the assembly.
fn roma(view: &View) -> PlaceBox {
    let seat = view.seats.iter().find(|seat| Some(seat.seat) == view.assembly);
    let words = match seat {
        Some(seat) => format!("called by {}", capital(seat.colour)),
        None => "not called".to_owned(),
    };
    PlaceBox {
        place: "roma".to_owned(),
        attached: true,
        title: "Roma".to_owned(),
        spaces: vec![Space {
            id: "assembly".to_owned(),
            code: "assembly".to_owned(),
            name: "Assembly".to_owned(),
            details: vec![Item::new("caller", words)],
            piece: seat.map(|seat| ("worker", Some(seat.seat), seat.colour)),
            marked: false,
        }],
    }
}
