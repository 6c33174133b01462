//! Short texts in documents, read and written: seats, areas, cards (`b3 k1`), disks (`6 6 6`),
//! sides of a lot (`2 hide 1 gold`), sessions and aims.

use serde::de::DeserializeOwned;

use super::super::state::State;
use super::super::state::turn::{Aim, Session};
use super::super::things::areas::Area;
use super::super::things::goods::{Lot, Mix, item};
use super::super::things::ids::Areas;
use super::super::things::kinds::{Colour, Unit};
use ravenpost_rules::doc::Doc;
use ravenpost_rules::{Seat, Seats};

/// A document table to be written.
pub type Table = serde_json::Map<String, serde_json::Value>;

/// Descriptions of values in error messages.
pub const SEAT: &str = "seat of this game";
pub const MIX: &str = "row of units with numbers, as b3 k1";
pub const THREE: &str = "row of three numbers, as 6 6 6";
pub const LOT: &str = "side of a lot, as 2 hide 1 gold";

/// Names of seats without a colour.
const SEATS: [&str; 5] = ["seat1", "seat2", "seat3", "seat4", "seat5"];

/// Finds a value by the word it is serialised as.
pub fn word<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_value(text.into()).ok()
}

/// Finds a seat by its colour, or by its number if it has none.
pub fn seat(state: &State, text: &str) -> Option<Seat> {
    let numbered = SEATS.iter().position(|known| *known == text);
    let mut seats = state.seats();
    match numbered {
        Some(at) => seats.nth(at),
        None => {
            let colour = Colour::from_slug(text)?;
            seats.find(|seat| state.players[*seat].colour == colour)
        }
    }
}

pub fn seats(state: &State, doc: &Doc, key: &str) -> Option<Seats> {
    let seats = doc.list(key, SEAT, |text| seat(state, text))?;
    Some(seats.into_iter().collect())
}

/// The name of a seat in documents: its colour, or its number if it has none.
pub fn colour(state: &State, seat: Seat) -> &'static str {
    match state.players[seat].colour {
        Colour::NONE => SEATS[seat],
        colour => colour.slug(),
    }
}

pub fn colours(state: &State, seats: Seats) -> Vec<&'static str> {
    seats.iter().map(|seat| colour(state, seat)).collect()
}

/// Finds an area of this game's board.
pub fn area(state: &State, doc: &Doc, slug: &str) -> Option<Area> {
    match Area::from_slug(slug) {
        Some(area) if area.map() == state.map => Some(area),
        Some(_) => doc.slip(format!("{slug} is not on the {} board", state.map.slug())),
        None => doc.slip(format!("\"{slug}\" is not an area")),
    }
}

/// Reads a list of areas in order.
pub fn areas(state: &State, doc: &Doc, key: &str) -> Option<Vec<Area>> {
    let slugs = doc.words(key)?.into_iter();
    Some(slugs.filter_map(|slug| area(state, doc, slug)).collect())
}

/// Reads a list of areas as a set.
pub fn set(state: &State, doc: &Doc, key: &str) -> Option<Areas> {
    Some(areas(state, doc, key)?.into_iter().fold(0, |set, area| set | area.bit()))
}

/// Reads counted cards: "b3 k3"; `None` if a letter or number is unknown.
pub fn mix(text: &str) -> Option<Mix> {
    let mut mix = Mix::default();
    for word in text.split_whitespace() {
        let (unit, count) = word.split_at_checked(1)?;
        mix[Unit::from_slug(unit)?.index()] = count.parse().ok()?;
    }
    Some(mix)
}

/// Reads "6 6 6": Virki, Hof, Verslun.
pub fn three(text: &str) -> Option<[u8; 3]> {
    let numbers: Result<Vec<u8>, _> = text.split_whitespace().map(str::parse).collect();
    numbers.ok()?.try_into().ok()
}

pub fn three_text(numbers: [u8; 3]) -> String {
    numbers.map(|number| number.to_string()).join(" ")
}

/// Reads one side of a lot: "2 hide 1 gold".
pub fn lot(text: &str) -> Option<Lot> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut lot = Lot::default();
    for pair in words.chunks(2) {
        let [count, what] = pair else { return None };
        let place = (0..lot.len()).find(|place| item(*place) == *what)?;
        lot[place] = count.parse().ok()?;
    }
    Some(lot)
}

/// Reads "none", "muster", "village", "home" or "visit blue".
pub fn session(state: &State, text: &str) -> Option<Session> {
    Some(match text.split_once(' ').unwrap_or((text, "")) {
        ("none", "") => Session::None,
        ("muster", "") => Session::Muster,
        ("village", "") => Session::Village,
        ("home", "") => Session::Home,
        ("visit", host) => Session::Visit(seat(state, host)?),
        _ => return None,
    })
}

pub fn session_text(state: &State, session: Session) -> String {
    match session {
        Session::None => "none".to_owned(),
        Session::Muster => "muster".to_owned(),
        Session::Village => "village".to_owned(),
        Session::Home => "home".to_owned(),
        Session::Visit(host) => format!("visit {}", colour(state, host)),
    }
}

/// Reads "duel red", "axes" or "take 2".
pub fn aim(state: &State, text: &str) -> Option<Aim> {
    Some(match text.split_once(' ').unwrap_or((text, "")) {
        ("duel", enemy) => Aim::Duel(seat(state, enemy)?),
        ("axes", "") => Aim::Axes,
        ("take", "") => Aim::Take(0),
        ("take", more) => Aim::Take(more.parse().ok()?),
        _ => return None,
    })
}

pub fn aim_text(state: &State, aim: Aim) -> String {
    match aim {
        Aim::Duel(enemy) => format!("duel {}", colour(state, enemy)),
        Aim::Axes => "axes".to_owned(),
        Aim::Take(0) => "take".to_owned(),
        Aim::Take(more) => format!("take {more}"),
    }
}
