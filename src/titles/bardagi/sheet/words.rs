//! Small texts in documents: cards (`b3 k1`), disks (`6 6 6`), sides of a lot (`2 hide 1 gold`),
//! sessions and aims, both ways; and the reading of plain values. Knows nothing of the whole sheet.

use serde_json::{Map, Value};

use super::super::state::{Aim, Session, State};
use super::super::things::goods::item;
use super::super::things::{Colour, Lot, Mix, Unit};
use crate::rules::{Seat, Seats};

/// A table of a document.
pub type Doc = Map<String, Value>;

/// Refuses keys that are not known, so that a slip of the pen cannot pass as a value.
pub fn known(what: &str, table: &Doc, keys: &[&str]) -> Result<(), String> {
    match table.keys().find(|key| !keys.contains(&key.as_str())) {
        Some(key) => Err(format!("{what} has no \"{key}\"")),
        None => Ok(()),
    }
}

pub fn number(table: &Doc, key: &str) -> Result<Option<u8>, String> {
    let small = |value: u16| u8::try_from(value).map_err(|_| format!("{key}: {value} is too much"));
    large(table, key)?.map(small).transpose()
}

pub fn large(table: &Doc, key: &str) -> Result<Option<u16>, String> {
    match table.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => {
            let number = value.as_u64().and_then(|number| u16::try_from(number).ok());
            number.map(Some).ok_or_else(|| format!("{key}: {value} is no number"))
        }
    }
}

pub fn truth(table: &Doc, key: &str) -> Result<Option<bool>, String> {
    match table.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Bool(is)) => Ok(Some(*is)),
        Some(value) => Err(format!("{key}: {value} is neither true nor false")),
    }
}

pub fn text<'a>(table: &'a Doc, key: &str) -> Result<Option<&'a str>, String> {
    match table.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(value) => Err(format!("{key}: {value} is no text")),
    }
}

pub fn list<'a>(table: &'a Doc, key: &str) -> Result<Option<Vec<&'a str>>, String> {
    let words = |value: &'a Value| {
        let all = value.as_array().ok_or_else(|| format!("{key}: {value} is no list"))?;
        let word = |one: &'a Value| one.as_str().ok_or_else(|| format!("{key}: {one} is no text"));
        all.iter().map(word).collect::<Result<Vec<_>, String>>()
    };
    table.get(key).filter(|value| !value.is_null()).map(words).transpose()
}

/// A table within a table; none where it is left out.
pub fn part<'a>(table: &'a Doc, key: &str) -> Result<Option<&'a Doc>, String> {
    match table.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Object(inner)) => Ok(Some(inner)),
        Some(value) => Err(format!("{key}: {value} is no table")),
    }
}

/// Any slug, told by what it should have been.
pub fn slug<T>(what: &str, found: Option<T>, text: &str) -> Result<T, String> {
    found.ok_or_else(|| format!("\"{text}\" is no {what}"))
}

/// Seats without a colour.
const SEATS: [&str; 5] = ["seat1", "seat2", "seat3", "seat4", "seat5"];

/// A seat: by its colour, or by its number while it has none.
pub fn place(state: &State, text: &str) -> Result<Seat, String> {
    if let Some(at) = SEATS.iter().position(|known| *known == text) {
        return slug("seat", state.seats().nth(at), text);
    }
    let colour = slug("colour", Colour::from_slug(text), text)?;
    let place = state.seats().find(|seat| state.players[*seat].colour == colour);
    place.ok_or_else(|| format!("{text} is not in this game"))
}

/// Seats in a list.
pub fn places(state: &State, table: &Doc, key: &str) -> Result<Option<Seats>, String> {
    let Some(words) = list(table, key)? else { return Ok(None) };
    words.into_iter().map(|word| place(state, word)).collect::<Result<Seats, String>>().map(Some)
}

/// "b3 k3".
pub fn mix(text: &str) -> Result<Mix, String> {
    let mut mix = Mix::default();
    for word in text.split_whitespace() {
        let wrong = || format!("\"{word}\" is no unit and number, as b3");
        let (unit, count) = word.split_at_checked(1).ok_or_else(wrong)?;
        let unit = Unit::from_slug(unit).ok_or_else(wrong)?;
        mix[unit.index()] = count.parse().map_err(|_| wrong())?;
    }
    Ok(mix)
}

/// "6 6 6": Virki, Hof, Verslun.
pub fn three(text: &str) -> Result<[u8; 3], String> {
    let numbers: Result<Vec<u8>, _> = text.split_whitespace().map(str::parse).collect();
    let numbers = numbers.ok().and_then(|numbers| numbers.try_into().ok());
    numbers.ok_or_else(|| format!("\"{text}\" is not three numbers"))
}

pub fn three_text(numbers: [u8; 3]) -> String {
    numbers.map(|number| number.to_string()).join(" ")
}

/// "2 hide 1 gold": one side of a lot.
pub fn lot(text: &str) -> Result<Lot, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut lot = Lot::default();
    for pair in words.chunks(2) {
        let [count, what] = pair else { return Err(format!("\"{text}\" is no lot")) };
        let place = (0..lot.len()).find(|place| item(*place) == *what);
        lot[slug("good", place, what)?] = slug("number", count.parse().ok(), count)?;
    }
    Ok(lot)
}

/// "none", "muster", "village", "home", "visit blue".
pub fn session(state: &State, text: &str) -> Result<Session, String> {
    Ok(match text.split_once(' ').unwrap_or((text, "")) {
        ("none", "") => Session::None,
        ("muster", "") => Session::Muster,
        ("village", "") => Session::Village,
        ("home", "") => Session::Home,
        ("visit", host) => Session::Visit(place(state, host)?),
        _ => return Err(format!("\"{text}\" is no session")),
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

/// "duel red", "axes", "take 2".
pub fn aim(state: &State, text: &str) -> Result<Aim, String> {
    Ok(match text.split_once(' ').unwrap_or((text, "")) {
        ("duel", enemy) => Aim::Duel(place(state, enemy)?),
        ("axes", "") => Aim::Axes,
        ("take", "") => Aim::Take(0),
        ("take", more) => Aim::Take(slug("number", more.parse().ok(), more)?),
        _ => return Err(format!("\"{text}\" is no aim")),
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

/// What a seat is called in documents: its colour, or its number while it has none.
pub fn colour(state: &State, seat: Seat) -> &'static str {
    match state.players[seat].colour {
        Colour::NONE => SEATS[seat],
        colour => colour.slug(),
    }
}

pub fn colours(state: &State, seats: Seats) -> Vec<&'static str> {
    seats.iter().map(|seat| colour(state, seat)).collect()
}
