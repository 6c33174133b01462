//! Short texts for single items of a document: `3 li capua inside`, `village red fort`.

use super::super::orders::names::{seat_of, seat_word};
use super::super::state::land::{Site, Town, Yard};
use super::super::state::stack::{Place, Stack, hazard_bit, mark};
use super::super::things::ids::Field;
use super::super::things::kinds::{Building, Herd, MapId};
use super::super::things::units::Unit;
use ravenpost_rules::Seat;

/// Formats a stack as `3 li capua`, followed by its place if it is not open, its marks and the
/// fields it passed through.
pub fn stack(stack: &Stack) -> String {
    let mut text = format!("{} {} {}", stack.n, stack.unit, stack.at.slug());
    if stack.place != Place::Open {
        text.push_str(&format!(" {}", stack.place.slug()));
    }
    let marks = mark::words(stack.marks).map(|word| format!(" *{word}"));
    let passed = stack.passed().map(|field| format!(" via:{}", field.slug()));
    marks.chain(passed).for_each(|word| text.push_str(&word));
    text
}

pub fn to_stack(map: MapId, text: &str) -> Option<Stack> {
    let mut words = text.split_whitespace();
    let n = words.next()?.parse().ok().filter(|n| *n > 0)?;
    let unit = Unit::from_code(words.next()?)?;
    let at = Field::find(map.data(), words.next()?)?;
    let mut stack = Stack { n, unit, at, place: natural(unit, at), marks: 0, via: 0 };
    for word in words {
        if let Some(marks) = word.strip_prefix('*') {
            stack.marks |= mark::from_word(marks)?;
        } else if let Some(via) = word.strip_prefix("via:") {
            stack.via |= hazard_bit(Field::find(map.data(), via)?);
        } else {
            stack.place = Place::from_slug(word)?;
        }
    }
    Some(stack)
}

/// The place assumed for a unit where none is given: ships are afloat, and soldiers on water are at
/// the quay or aboard.
fn natural(unit: Unit, at: Field) -> Place {
    match (unit.kind.is_naval(), at.is_water()) {
        (true, true) => Place::Afloat,
        (true, false) => Place::Quay,
        (false, true) => Place::Aboard,
        (false, false) => Place::Open,
    }
}

/// Formats a settlement: `city red fort`.
pub fn town(town: Town) -> String {
    let kind = if town.city { "city" } else { "village" };
    let fort = if town.fort { " fort" } else { "" };
    format!("{kind} {}{fort}", seat_word(town.owner))
}

pub fn to_town(text: &str) -> Option<Town> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (kind, owner, fort) = match words[..] {
        [kind, owner] => (kind, owner, false),
        [kind, owner, "fort"] => (kind, owner, true),
        _ => return None,
    };
    let city = match kind {
        "village" => false,
        "city" => true,
        _ => return None,
    };
    Some(Town { owner: seat_of(owner)?, city, fort })
}

/// Formats a shipyard: `port red`.
pub fn yard(yard: Yard) -> String {
    format!("{} {}", if yard.port { "port" } else { "dock" }, seat_word(yard.owner))
}

pub fn to_yard(text: &str) -> Option<Yard> {
    let (kind, owner) = text.split_once(' ')?;
    let port = match kind {
        "dock" => false,
        "port" => true,
        _ => return None,
    };
    Some(Yard { owner: seat_of(owner)?, port })
}

/// Formats a building site with its points: `village red 6`.
pub fn site(site: Site) -> String {
    format!("{} {} {}", site.building.slug(), seat_word(site.owner), site.points)
}

pub fn to_site(text: &str) -> Option<Site> {
    let mut words = text.split_whitespace();
    let what = Building::from_slug(words.next()?)?;
    let owner = seat_of(words.next()?)?;
    let points = words.next().unwrap_or("0").parse().ok()?;
    Some(Site { owner, building: what, points })
}

/// Formats a herd with its owner: `sheep red`.
pub fn flock(owner: Seat, herd: Herd) -> String {
    format!("{} {}", herd.slug(), seat_word(owner))
}

pub fn to_flock(text: &str) -> Option<(Seat, Herd)> {
    let (herd, owner) = text.split_once(' ')?;
    Some((seat_of(owner)?, Herd::from_slug(herd)?))
}

/// Formats a sown field as its sower and its grain: `red 4`.
pub fn crop(owner: Seat, grain: u8) -> String {
    format!("{} {grain}", seat_word(owner))
}

pub fn to_crop(text: &str) -> Option<(Seat, u8)> {
    let (owner, grain) = text.split_once(' ').unwrap_or((text, "1"));
    Some((seat_of(owner)?, grain.parse().ok()?))
}
