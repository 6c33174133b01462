//! The board at one moment: disks, Axe tokens, Runes, pawns and ships, and what lies in the docks.
//!
//! Drawn from [`BoardNow`], which is filled from a view: so nothing secret can come in here.

use super::super::orders::words::some;
use super::map::{SUMMER, WINTER};
use crate::rules::Seat;
use crate::rules::scene::{Area, Board, Mood, Piece, PlaceBox, Scene, Space, Spot};

/// What stands on the board, without anything that is not drawn.
#[derive(Clone, Debug, Default)]
pub struct BoardNow {
    pub winter: bool,
    /// All areas, in the data's order.
    pub lands: Vec<LandNow>,
    /// All seats, in seat order.
    pub seats: Vec<SeatNow>,
}

/// A seat with its colour's slug.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Owner {
    pub seat: Seat,
    pub colour: &'static str,
}

/// One area.
#[derive(Clone, Debug, Default)]
pub struct LandNow {
    pub slug: &'static str,
    pub name: &'static str,
    pub owner: Option<Owner>,
    pub disks: u8,
    pub axes: u8,
    /// Slugs of the Runes on it: divine, twice, defence, barren, theirs.
    pub runes: Vec<&'static str>,
    /// Whose marker lies on `theirs`.
    pub caster: Option<Owner>,
    /// Whether something happened here last.
    pub last: bool,
}

/// One seat's figures.
#[derive(Clone, Debug)]
pub struct SeatNow {
    pub who: Owner,
    /// "Red".
    pub name: String,
    /// Where Berserkur, Godi and Kaupmadur are.
    pub at: [UnitAt; 3],
    pub ship: ShipAt,
    /// Whether a Sea move lies ready by the dock.
    pub sea: bool,
}

/// Where a land unit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnitAt {
    Area(&'static str),
    Aboard,
    Town,
}

/// Where a ship is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShipAt {
    Dock,
    Harbour(&'static str),
    /// An ocean square, by its slug: o7.
    Square(&'static str),
}

/// The land units: symbol, letter, name.
const UNITS: [(&str, &str, &str); 3] =
    [("berserkur", "B", "Berserkur"), ("godi", "G", "Godi"), ("kaupmadur", "K", "Kaupmadur")];

/// What the kinds of areas are called.
const KINDS: [(&str, &str); 10] = [
    ("home", "home area"),
    ("forest", "woodcutting area"),
    ("sheep", "sheep area"),
    ("cattle", "cattle area"),
    ("quarry", "stone quarry"),
    ("iron", "iron mine"),
    ("gold", "gold mine"),
    ("village", "Village"),
    ("camp", "Barbarian camp"),
    ("sacred", "sacred location"),
];

/// Runes on areas: slug, letter, what it does, whether it is a Curse.
const RUNES: [(&str, &str, &str, bool); 5] = [
    ("divine", "D", "Divine token, one more", false),
    ("twice", "T", "Twice the resource, two more", false),
    ("defence", "F", "Defence, one stronger", false),
    ("barren", "B", "No resources", true),
    ("theirs", "Y", "Theirs are yours", true),
];

pub fn scene(now: &BoardNow) -> Scene {
    let board = if now.winter { &WINTER } else { &SUMMER };
    let mut areas: Vec<Area> = now.lands.iter().map(|land| area(now, board, land)).collect();
    areas.extend(squares(now));
    let mut pieces: Vec<Piece> = now.lands.iter().flat_map(lying).collect();
    pieces.extend(now.seats.iter().flat_map(standing));
    Scene { board: Some(board), areas, pieces, boxes: vec![docks(now)] }
}

/// All of an area in words.
fn area(now: &BoardNow, board: &Board, land: &LandNow) -> Area {
    let kind = board.areas.iter().find(|ground| ground.slug == land.slug);
    let kind = kind.map_or("", |ground| ground.terrain);
    let what = KINDS.iter().find(|(slug, _)| *slug == kind).map_or("area", |(_, name)| name);
    let mut words = vec![format!("{} ({}), {what}", land.name, land.slug)];
    let home = board.homes.iter().find(|(slug, _)| *slug == land.slug).map(|(_, colour)| *colour);
    let lord = home.map(|colour| now.seats.iter().find(|seat| seat.who.colour == colour));
    match (home, lord.flatten()) {
        (Some(_), Some(seat)) => words.push(format!("{}'s", seat.name)),
        (Some(colour), None) => words.push(format!("{colour} is not in play: closed")),
        (None, _) => words.extend(held(now, land, kind)),
    }
    for rune in &land.runes {
        if let Some((slug, _, name, _)) = RUNES.iter().find(|(slug, ..)| slug == rune) {
            let of = land.caster.filter(|_| *slug == "theirs");
            let of = of.map_or(String::new(), |caster| format!(" of {}", name_of(now, caster)));
            words.push(format!("Rune: {name}{of}"));
        }
    }
    for seat in &now.seats {
        for ((_, _, unit), at) in UNITS.iter().zip(seat.at) {
            if at == UnitAt::Area(land.slug) {
                words.push(format!("{}'s {unit}", seat.name));
            }
        }
        if seat.ship == ShipAt::Harbour(land.slug) {
            words.push(format!("{} in the harbour", ship_words(seat)));
        }
    }
    let closed = home.is_some() && lord.flatten().is_none();
    Area {
        slug: land.slug.to_owned(),
        words: words.join("; "),
        mood: if closed { Mood::Closed } else { Mood::Calm },
        last: land.last,
    }
}

/// Who holds an area, and with what.
fn held(now: &BoardNow, land: &LandNow, kind: &str) -> Vec<String> {
    let mut words = Vec::new();
    match land.owner {
        Some(owner) => {
            let disks = some(land.disks, "disk");
            words.push(format!("{}, {disks}", name_of(now, owner)));
        }
        None if kind != "sacred" => words.push("Barbarians".into()),
        None => {}
    }
    if land.axes > 0 {
        words.push(some(land.axes, "Axe token"));
    }
    words
}

fn name_of(now: &BoardNow, owner: Owner) -> String {
    let seat = now.seats.iter().find(|seat| seat.who.seat == owner.seat);
    seat.map_or_else(|| format!("seat {}", owner.seat), |seat| seat.name.clone())
}

/// "Red's Knerrir with Godi and Kaupmadur".
fn ship_words(seat: &SeatNow) -> String {
    let aboard: Vec<&str> = UNITS
        .iter()
        .zip(seat.at)
        .filter(|(_, at)| *at == UnitAt::Aboard)
        .map(|((_, _, name), _)| *name)
        .collect();
    let with = if aboard.is_empty() { "nobody".to_owned() } else { aboard.join(" and ") };
    format!("{}'s Knerrir with {with} aboard", seat.name)
}

/// The ocean squares on which ships lie.
fn squares(now: &BoardNow) -> Vec<Area> {
    let mut found: Vec<Area> = Vec::new();
    for seat in &now.seats {
        let ShipAt::Square(slug) = seat.ship else { continue };
        let ship = ship_words(seat);
        match found.iter_mut().find(|area| area.slug == slug) {
            Some(area) => area.words.push_str(&format!("; {ship}")),
            None => found.push(Area {
                slug: slug.to_owned(),
                words: format!("Ocean square {slug}; {ship}"),
                ..Area::default()
            }),
        }
    }
    found
}

fn piece(symbol: &'static str, owner: Option<Owner>, slug: &str, letter: String) -> Piece {
    Piece {
        symbol,
        seat: owner.map(|owner| owner.seat),
        colour: owner.map_or("neutral", |owner| owner.colour),
        spot: Spot::Area(slug.to_owned()),
        count: 1,
        letter,
    }
}

/// Disks, Axe tokens and Runes of an area.
fn lying(land: &LandNow) -> Vec<Piece> {
    let mut pieces = Vec::new();
    if land.disks > 0 {
        pieces.push(piece("disks", land.owner, land.slug, land.disks.to_string()));
    }
    if land.axes > 0 {
        pieces.push(piece("axe", None, land.slug, land.axes.to_string()));
    }
    let lies = |(slug, ..): &&(&str, &str, &str, bool)| land.runes.contains(slug);
    let letters: String =
        RUNES.iter().filter(lies).filter(|rune| !rune.3).map(|rune| rune.1).collect();
    if !letters.is_empty() {
        let symbol = if letters.len() == 1 { "rune" } else { "runes" };
        pieces.push(piece(symbol, None, land.slug, letters));
    }
    for (slug, letter, ..) in RUNES.iter().filter(lies).filter(|rune| rune.3) {
        let theirs = land.caster.filter(|_| *slug == "theirs");
        let symbol = if theirs.is_some() { "theirs" } else { "curse" };
        pieces.push(piece(symbol, theirs, land.slug, (*letter).to_owned()));
    }
    pieces
}

/// A seat's pawns and its ship.
fn standing(seat: &SeatNow) -> Vec<Piece> {
    let who = Some(seat.who);
    let mut pieces = Vec::new();
    for ((symbol, letter, _), at) in UNITS.iter().zip(seat.at) {
        if let UnitAt::Area(slug) = at {
            pieces.push(piece(symbol, who, slug, (*letter).to_owned()));
        }
    }
    let aboard = UNITS.iter().zip(seat.at).filter(|(_, at)| *at == UnitAt::Aboard);
    let mut letters: String = aboard.map(|((_, letter, _), _)| *letter).collect();
    if letters.is_empty() {
        letters.push('N');
    }
    match seat.ship {
        ShipAt::Dock => {}
        ShipAt::Square(slug) => pieces.push(piece("knerrir", who, slug, letters)),
        ShipAt::Harbour(slug) => {
            let spot = Spot::Harbour(slug.to_owned());
            pieces.push(Piece { spot, ..piece("knerrir", who, slug, letters) });
        }
    }
    pieces
}

/// The docks of all seats, with the Sea moves that lie ready there.
fn docks(now: &BoardNow) -> PlaceBox {
    let space = |seat: &SeatNow| {
        let docked = seat.ship == ShipAt::Dock;
        let (code, place) = if docked { ("dock", "in its dock") } else { ("out", "on the board") };
        let ready = if seat.sea { "; a Sea move lies ready" } else { "" };
        Space {
            code: if seat.sea { "Sea" } else { code }.to_owned(),
            words: format!("{}'s Knerrir is {place}{ready}", seat.name),
            piece: Some(("moored", Some(seat.who.seat), seat.who.colour)),
            marked: seat.sea,
        }
    };
    PlaceBox {
        place: "docks".to_owned(),
        tied: false,
        title: "Docks".to_owned(),
        spaces: now.seats.iter().map(space).collect(),
    }
}
