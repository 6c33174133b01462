//! Pieces on a field: buildings, armies by type, herds, stores.

use super::super::super::orders::names::seat_word;
use super::super::super::state::stack::Place;
use super::super::super::things::kinds::{Herd, Kind, Level};
use super::super::fields::FieldView;
use ravenpost_rules::Seat;
use ravenpost_rules::view::scene::{Piece, Spot};

/// All pieces of a field in a fixed order.
pub fn pieces(field: &FieldView) -> Vec<Piece> {
    let mut all = buildings(field);
    all.extend(armies(field));
    all.extend(herds(field));
    all.extend(stores(field));
    all
}

fn piece(field: &FieldView, symbol: &'static str, seat: Option<Seat>, letter: String) -> Piece {
    Piece {
        symbol,
        seat,
        colour: seat.map_or("neutral", seat_word),
        spot: Spot::Area(field.field.slug().to_owned()),
        count: 1,
        letter,
    }
}

fn buildings(field: &FieldView) -> Vec<Piece> {
    let mut all = Vec::new();
    let mut put = |symbol, seat, letter| all.push(piece(field, symbol, seat, letter));
    if let Some(town) = field.town {
        let symbol = match (town.city, town.fort) {
            (false, false) => "village",
            (false, true) => "village-walled",
            (true, false) => "city",
            (true, true) => "city-walled",
        };
        put(symbol, Some(town.owner), String::new());
    }
    if field.encircled {
        put("siege", None, String::new());
    }
    if let Some(yard) = field.yard {
        put(if yard.port { "port" } else { "dock" }, Some(yard.owner), String::new());
    }
    if let Some(site) = field.site {
        put("works", Some(site.owner), site.points.to_string());
    }
    all
}

/// One piece for each seat, type, level and side of the walls, with its number of units.
fn armies(field: &FieldView) -> Vec<Piece> {
    let mut all: Vec<((Seat, Kind, Level, bool), u16)> = Vec::new();
    for (seat, stack) in &field.units {
        let within = matches!(stack.place, Place::Inside | Place::Quay);
        let key = (*seat, stack.unit.kind, stack.unit.level, within);
        match all.iter_mut().find(|(known, _)| *known == key) {
            Some((_, n)) => *n += u16::from(stack.n),
            None => all.push((key, u16::from(stack.n))),
        }
    }
    all.sort_by_key(|(key, _)| *key);
    let drawn = |((seat, kind, level, within), n): &((Seat, Kind, Level, bool), u16)| {
        let guard = if *within { "*" } else { "" };
        let letter = format!("{}{guard}", with_number(*n, *level));
        piece(field, unit(*kind), Some(*seat), letter)
    };
    all.iter().map(drawn).collect()
}

/// The number of units, and a letter for their level.
pub fn with_number(n: u16, level: Level) -> String {
    format!("{n}{}", level_letter(level))
}

/// Units above or below standard level have a letter.
fn level_letter(level: Level) -> &'static str {
    match level {
        Level::Recruit => "r",
        Level::Standard => "",
        Level::Experienced => "x",
        Level::Veteran => "v",
        Level::Elite => "e",
    }
}

pub fn unit(kind: Kind) -> &'static str {
    match kind {
        Kind::Li => "light",
        Kind::Hi => "heavy",
        Kind::Cav => "riders",
        Kind::Merc => "mercenaries",
        Kind::Ele => "elephants",
        Kind::Ts => "transports",
        Kind::Ws => "galleys",
        Kind::Cors => "corsairs",
        Kind::Sm => "machines",
    }
}

/// The herd at pasture, and the stable with the first letters of its herds.
fn herds(field: &FieldView) -> Vec<Piece> {
    let out = field.pasture.map(|(seat, herd)| piece(field, grazing(herd), Some(seat), "".into()));
    let letters: String = field.stable.iter().map(|herd| &herd.slug()[..1]).collect();
    let lord = field.town.map(|town| town.owner).filter(|_| !letters.is_empty());
    let stable = lord.map(|lord| piece(field, "stable", Some(lord), letters));
    out.into_iter().chain(stable).collect()
}

pub fn grazing(herd: Herd) -> &'static str {
    match herd {
        Herd::Sheep => "sheep",
        Herd::Pigs => "pigs",
        Herd::Cattle => "cattle",
        Herd::Horses => "horses",
    }
}

/// Crops, grain, fish, and looting markers.
fn stores(field: &FieldView) -> Vec<Piece> {
    let number = |n: u8| n.to_string();
    let crop = field.sown.map(|(seat, crop)| piece(field, "crop", Some(seat), number(crop)));
    let stored = [("grain", field.grain), ("fish", field.fish)];
    let stored = stored.into_iter().filter(|(_, n)| *n > 0);
    let stored = stored.map(|(symbol, n)| piece(field, symbol, None, number(n)));
    let looted = field.looted.then(|| piece(field, "looted", None, String::new()));
    crop.into_iter().chain(stored).chain(looted).collect()
}
