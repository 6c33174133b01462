//! The board with its pieces.

use super::super::super::things::data::data;
use super::super::super::things::ids::District;
use super::super::super::things::kinds::{Dir, Kind};
use super::super::view::{Building, View};
use super::map::BOARD;
use super::words::{self, afloat, count, settled};
use ravenpost_rules::phrase::capital;
use ravenpost_rules::scene::{Area, Mood, Piece, PlaceBox, Scene, Space, Spot};

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
    let mut words = format!(
        "{}: {} in {}",
        district.name(),
        district.terrain().name(),
        district.setting().name()
    );
    if known.harbour {
        let dir = data().settings[district.setting().index()].dir;
        words.push_str(&format!(", Harbour to the {}", dir.name()));
    }
    for (seat, settlement) in settled(view, district) {
        words.push_str(&format!("; {} {}", capital(seat.colour), settlement.kind.name()));
    }
    if view.neutral.contains(&district) {
        words.push_str("; neutral farmstead");
    }
    let threatened = view.threatened.contains(&district);
    if threatened {
        words.push_str("; threatened");
    }
    let mood = if threatened { Mood::Threatened } else { Mood::Calm };
    Area { slug: district.slug().to_owned(), words, mood, ..Area::default() }
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
    let mut words = format!("Sea to the {}", dir.name());
    if pirate {
        words.push_str("; pirate");
    }
    for (seat, ships) in &fleets {
        words.push_str(&format!("; {} of {}", count(*ships, "ship"), capital(seat.colour)));
    }
    if pirate && fleets.is_empty() {
        let shore = District::of(data().shore[dir.index()]);
        words.push_str(&format!("; threatens {}", words::names(shore, |d| d.name().to_owned())));
    }
    let mood = if pirate { Mood::Stormy } else { Mood::Calm };
    Area { slug: dir.slug().to_owned(), words, mood, ..Area::default() }
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
        let mut words = format!("Sell {} in Wisby at {price} Silver", kind.name());
        if wanted {
            words.push_str(", in high demand");
        }
        if let Some(sold) = sold {
            words.push_str(&format!("; taken by {}", words::seat(view, sold.seat)));
        }
        let seat = sold.and_then(|sold| view.seats.iter().find(|seat| seat.seat == sold.seat));
        Space {
            code: kind.name().to_owned(),
            words,
            piece: seat.map(|seat| ("worker", Some(seat.seat), seat.colour)),
            marked: wanted,
        }
    };
    PlaceBox {
        place: "wisby".to_owned(),
        tied: true,
        title: "Wisby".to_owned(),
        spaces: Kind::resources().map(space).collect(),
    }
}

/// Returns the single space of the assembly.
fn roma(view: &View) -> PlaceBox {
    let seat = view.seats.iter().find(|seat| Some(seat.seat) == view.assembly);
    let words = match seat {
        Some(seat) => format!("Assembly in Roma; called by {}", capital(seat.colour)),
        None => "Assembly in Roma; not called".to_owned(),
    };
    PlaceBox {
        place: "roma".to_owned(),
        tied: true,
        title: "Roma".to_owned(),
        spaces: vec![Space {
            code: "assembly".to_owned(),
            words,
            piece: seat.map(|seat| ("worker", Some(seat.seat), seat.colour)),
            marked: false,
        }],
    }
}
