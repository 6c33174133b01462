//! The board at one moment: disks, Axe tokens, Runes, pawns, ships and docks. It contains only what
//! is drawn.

use super::super::super::things::areas::{Area, Place};
use super::super::super::things::ids::Node;
use super::super::super::things::kinds::{Colour, Kind, Map, Rune};
use super::super::super::things::words::some;
use super::super::view::{LandView, SeatView, View};
use super::map::{SUMMER, WINTER};
use super::{called, hue, seat_of};
use ravenpost_rules::Item;
use ravenpost_rules::view::scene::{self, Mood, Piece, PlaceBox, Scene, Space, Spot};

/// A land unit on the board: symbol, letter, name.
type UnitSign = (&'static str, &'static str, &'static str);

const UNITS: [UnitSign; 3] =
    [("berserkur", "B", "Berserkur"), ("godi", "G", "Godi"), ("kaupmadur", "K", "Kaupmadur")];

/// Runes on areas: letter, effect, and whether it is a Curse.
const RUNES: [(Rune, &str, &str, bool); 5] = [
    (Rune::DIVINE, "D", "Divine token, yield +1", false),
    (Rune::TWICE, "T", "Twice the resource, yield +2", false),
    (Rune::DEFENCE, "F", "Defence, +1", false),
    (Rune::BARREN, "B", "No resources", true),
    (Rune::THEIRS, "Y", "Theirs are yours", true),
];

/// The name of a kind of area on the board.
fn what(kind: Kind) -> &'static str {
    match kind {
        Kind::Home => "home area",
        Kind::Forest => "woodcutting area",
        Kind::Sheep => "sheep area",
        Kind::Cattle => "cattle area",
        Kind::Quarry => "stone quarry",
        Kind::Iron => "iron mine",
        Kind::Gold => "gold mine",
        Kind::Village => "Village",
        Kind::Camp => "Barbarian camp",
        Kind::Sacred => "sacred location",
    }
}

pub fn scene(view: &View) -> Scene {
    let board = if view.map == Map::WINTER { &WINTER } else { &SUMMER };
    let all = Area::of(view.map.areas());
    let mut areas: Vec<scene::Area> = all.map(|one| area(view, one)).collect();
    areas.extend(squares(view));
    let mut pieces: Vec<Piece> = view.lands.iter().flat_map(|land| lying(view, land)).collect();
    pieces.extend(seats(view).flat_map(standing));
    Scene { board: Some(board), areas, pieces, boxes: vec![docks(view)], ..Scene::default() }
}

/// Seats with a colour; others have nothing on the board yet.
fn seats(view: &View) -> impl Iterator<Item = &SeatView> {
    view.seats.iter().filter(|seat| seat.colour.is_some())
}

/// An area with what is known of it.
fn area(view: &View, area: Area) -> scene::Area {
    let land = view.lands.iter().find(|land| land.area == area);
    let home = Colour::all().find(|colour| view.map.home(*colour) == Some(area));
    let lord = home.and_then(|colour| seats(view).find(|seat| seat.colour == Some(colour)));
    let mut details = vec![Item::new("kind", what(area.kind()))];
    match (home, lord) {
        (Some(_), Some(seat)) => details.push(Item::new("holder", format!("{}'s", called(seat)))),
        (Some(colour), None) => {
            let words = format!("closed: {} is not in play", colour.slug());
            details.push(Item::new("holder", words));
        }
        (None, _) => details.extend(held(view, area, land)),
    }
    details.extend(land.into_iter().flat_map(|land| runes(view, land)));
    for seat in seats(view) {
        for ((symbol, _, unit), at) in UNITS.iter().zip(seat.at) {
            if at == Place::on(area) {
                let words = format!("{}'s {unit}", called(seat));
                details.push(Item::new(format!("{symbol}-{}", seat.seat), words));
            }
        }
        if seat.ship == Node::at(area) {
            let words = format!("{} in the harbour", ship_words(seat));
            details.push(Item::new(ship_id(seat), words));
        }
    }
    scene::Area {
        slug: area.slug().to_owned(),
        name: area.name().to_owned(),
        code: area.slug().to_owned(),
        details,
        mood: if home.is_some() && lord.is_none() { Mood::Closed } else { Mood::Calm },
        last: view.last.contains(&area),
        ..scene::Area::default()
    }
}

/// The holder of an area, and its contents.
fn held(view: &View, area: Area, land: Option<&LandView>) -> Vec<Item> {
    let mut details = Vec::new();
    match land.and_then(|land| Some((seat_of(view, land.owner?)?, land.disks))) {
        Some((owner, disks)) => {
            let words = format!("{}, {}", called(owner), some(disks, "disk"));
            details.push(Item::new("holder", words));
        }
        None if area.kind() != Kind::Sacred => details.push(Item::new("holder", "Barbarians")),
        None => {}
    }
    let axes = land.map_or(0, |land| land.axes);
    if axes > 0 {
        details.push(Item::new("axes", some(axes, "Axe token")));
    }
    details
}

/// The Runes of an area, and the caster of `theirs`.
fn runes(view: &View, land: &LandView) -> Vec<Item> {
    let item = |rune: &Rune| {
        let (kind, _, name, _) = RUNES.iter().find(|(kind, ..)| kind == rune)?;
        let caster = land.caster.filter(|_| *kind == Rune::THEIRS);
        let of = caster.map(|seat| format!(" cast by {}", super::name(view, seat)));
        let words = format!("Rune: {name}{}", of.unwrap_or_default());
        Some(Item::new(format!("rune-{}", kind.slug()), words))
    };
    land.runes.iter().filter_map(item).collect()
}

/// The land units aboard a seat's ship.
fn aboard(seat: &SeatView) -> impl Iterator<Item = &'static UnitSign> {
    UNITS.iter().zip(seat.at).filter(|(_, at)| *at == Place::ABOARD).map(|(unit, _)| unit)
}

/// A ship in words: "Red's Knerrir with Godi and Kaupmadur".
fn ship_words(seat: &SeatView) -> String {
    let names: Vec<&str> = aboard(seat).map(|(_, _, name)| *name).collect();
    let with = if names.is_empty() { "no units".to_owned() } else { names.join(" and ") };
    format!("{}'s Knerrir with {with} aboard", called(seat))
}

/// The id of a seat's ship.
fn ship_id(seat: &SeatView) -> String {
    format!("ship-{}", seat.seat)
}

/// The ocean squares with ships.
fn squares(view: &View) -> Vec<scene::Area> {
    let mut found: Vec<scene::Area> = Vec::new();
    for seat in seats(view).filter(|seat| seat.ship.is_ocean()) {
        let (slug, ship) = (seat.ship.slug(), Item::new(ship_id(seat), ship_words(seat)));
        match found.iter_mut().find(|area| area.slug == slug) {
            Some(area) => area.details.push(ship),
            None => found.push(scene::Area {
                slug: slug.to_owned(),
                name: format!("Ocean square {slug}"),
                details: vec![ship],
                ..scene::Area::default()
            }),
        }
    }
    found
}

fn piece(symbol: &'static str, owner: Option<&SeatView>, slug: &str, letter: String) -> Piece {
    Piece {
        symbol,
        seat: owner.map(|seat| seat.seat),
        colour: hue(owner.and_then(|seat| seat.colour)),
        spot: Spot::Area(slug.to_owned()),
        count: 1,
        letter,
    }
}

/// Disks, Axe tokens and Runes of an area.
fn lying(view: &View, land: &LandView) -> Vec<Piece> {
    let slug = land.area.slug();
    let mut pieces = Vec::new();
    if land.disks > 0 {
        let owner = land.owner.and_then(|seat| seat_of(view, seat));
        pieces.push(piece("disks", owner, slug, land.disks.to_string()));
    }
    if land.axes > 0 {
        pieces.push(piece("axe", None, slug, land.axes.to_string()));
    }
    let lies = |(rune, ..): &&(Rune, &str, &str, bool)| land.runes.contains(rune);
    let letters: String =
        RUNES.iter().filter(lies).filter(|rune| !rune.3).map(|rune| rune.1).collect();
    if !letters.is_empty() {
        let symbol = if letters.len() == 1 { "rune" } else { "runes" };
        pieces.push(piece(symbol, None, slug, letters));
    }
    for (rune, letter, ..) in RUNES.iter().filter(lies).filter(|rune| rune.3) {
        let caster = land.caster.filter(|_| *rune == Rune::THEIRS);
        let caster = caster.and_then(|seat| seat_of(view, seat));
        let symbol = if caster.is_some() { "theirs" } else { "curse" };
        pieces.push(piece(symbol, caster, slug, (*letter).to_owned()));
    }
    pieces
}

/// A seat's pawns and its ship.
fn standing(seat: &SeatView) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for ((symbol, letter, _), at) in UNITS.iter().zip(seat.at) {
        if let Some(area) = at.area() {
            pieces.push(piece(symbol, Some(seat), area.slug(), (*letter).to_owned()));
        }
    }
    let mut letters: String = aboard(seat).map(|(_, letter, _)| *letter).collect();
    if letters.is_empty() {
        letters.push('N');
    }
    if seat.ship != Node::DOCK {
        let slug = seat.ship.slug().to_owned();
        let ship = piece("knerrir", Some(seat), &slug, letters);
        let harbour = seat.ship.harbour().is_some();
        pieces.push(if harbour { Piece { spot: Spot::Harbour(slug), ..ship } } else { ship });
    }
    pieces
}

/// The docks of all seats, with their ready Sea moves.
fn docks(view: &View) -> PlaceBox {
    let space = |seat: &SeatView| {
        let docked = seat.ship == Node::DOCK;
        let (code, place) = if docked { ("dock", "in its dock") } else { ("out", "on the board") };
        let mut details = vec![Item::new("place", place)];
        if seat.sea {
            details.push(Item::new("sea", "Sea move ready"));
        }
        Space {
            id: ship_id(seat),
            code: if seat.sea { "Sea" } else { code }.to_owned(),
            name: format!("{}'s Knerrir", called(seat)),
            details,
            piece: Some(("moored", Some(seat.seat), hue(seat.colour))),
            marked: seat.sea,
        }
    };
    PlaceBox {
        place: "docks".to_owned(),
        attached: false,
        title: "Docks".to_owned(),
        spaces: seats(view).map(space).collect(),
    }
}
