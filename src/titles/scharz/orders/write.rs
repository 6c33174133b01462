//! Line to text: the canonical form.

use std::borrow::Cow;

use super::super::state::doctrine::Flight;
use super::super::state::line::Part;
use super::super::state::{Line, State};
use super::super::things::{Faction, Homeland, Unit};
use super::grammar::{form, pieces};
use super::lists::{GOALS, words};
use super::names::seat_word;

/// Writes a line.
pub fn write(state: &State, line: &Line) -> String {
    let mut text = String::with_capacity(48);
    if line.again {
        text.push_str("second");
    }
    for piece in pieces(form(line.verb)) {
        let said = say(state, line, piece);
        if !said.is_empty() && !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&said);
    }
    text
}

fn say(state: &State, line: &Line, piece: &'static str) -> Cow<'static, str> {
    match piece {
        "<n>" => line.n.to_string().into(),
        "<units>" if line.parts.is_empty() => format!("{} {}", line.n, line.unit).into(),
        "<units>" | "<group>" => parts(&line.parts, |_| true).into(),
        "<ships>" => parts(&line.parts, |unit| unit.kind.is_ship()).into(),
        "<unit>" | "<ship>" => line.unit.to_string().into(),
        "<kinds>" | "<targets>" | "<pupils>" => kinds(line, piece).into(),
        "<at>" => line.at.slug().into(),
        "<to>" => line.to.slug().into(),
        "<quay>" if line.to.is_none() => "quay".into(),
        "<quay>" => line.to.slug().into(),
        "<seat>" => seat_word(line.other()).into(),
        "<homelands>" => homelands(state, line).into(),
        "<faction>" => {
            let faction = Faction::all(state.map()).nth(usize::from(line.word));
            faction.map_or("", Faction::slug).into()
        }
        "<escape>" => escape(line).into(),
        "<siege>" if line.n == 0 => "never".into(),
        "<siege>" => format!("{} stop {} {}", line.n, line.m, word("<sack>", line.word)).into(),
        "<goals>" => {
            format!("{} {}", GOALS[usize::from(line.n)], GOALS[usize::from(line.m)]).into()
        }
        "<pen>" => word(piece, line.m).into(),
        _ if piece.starts_with('[') => optional(line, piece).into(),
        _ if piece.starts_with('<') => word(piece, line.word).into(),
        plain => plain.into(),
    }
}

fn optional(line: &Line, piece: &str) -> String {
    let tick = |word: &str| if line.m > 0 { word.to_owned() } else { String::new() };
    match piece {
        "[> <on>]" if !line.on.is_none() => format!("> {}", line.on.slug()),
        "[> <to>]" if !line.to.is_none() => format!("> {}", line.to.slug()),
        "[with <group>]" if !line.parts.is_empty() => {
            format!("with {}", parts(&line.parts, |_| true))
        }
        "[with <cargo>]" if line.parts.iter().any(|part| !part.unit.kind.is_ship()) => {
            format!("with {}", parts(&line.parts, |unit| !unit.kind.is_ship()))
        }
        "[afloat]" => tick("afloat"),
        "[stable]" => tick("stable"),
        "[cheap]" => tick("cheap"),
        "[rounds <n>]" if line.n > 0 => format!("rounds {}", line.n),
        "[amount]" if line.n > 0 => line.n.to_string(),
        "[rounds]" => format!("rounds {}", line.n),
        "[stop]" => format!("stop {}", line.m),
        "[sack]" => word("<sack>", line.word).to_owned(),
        _ => String::new(),
    }
}

fn word(slot: &str, at: u8) -> &'static str {
    let list = words(slot).map(|list| list.words).unwrap_or_default();
    list.get(usize::from(at)).copied().unwrap_or_default()
}

/// "3 li, 1 cav".
pub fn parts(parts: &[Part], of: impl Fn(Unit) -> bool) -> String {
    let some = parts.iter().filter(|part| of(part.unit));
    some.map(|part| format!("{} {}", part.n, part.unit)).collect::<Vec<_>>().join(", ")
}

fn kinds(line: &Line, piece: &str) -> String {
    if line.parts.is_empty() {
        return if piece == "<pupils>" { "recruits" } else { "weakest" }.to_owned();
    }
    line.parts.iter().map(|part| part.unit.kind.slug()).collect::<Vec<_>>().join(", ")
}

fn homelands(state: &State, line: &Line) -> String {
    let all: Vec<Homeland> = Homeland::all(state.map()).collect();
    let named = line.parts.iter().filter_map(|part| all.get(usize::from(part.n)));
    named.map(|home| home.slug()).collect::<Vec<_>>().join(" ")
}

fn escape(line: &Line) -> String {
    let when = Flight::ALL.get(usize::from(line.word)).copied().unwrap_or_default();
    match when {
        Flight::After | Flight::Loss => format!("{} {}", when.slug(), line.n),
        _ => when.slug().to_owned(),
    }
}
