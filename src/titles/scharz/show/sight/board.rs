//! The board: what stands on each field. The maps themselves are drawn elsewhere.

use super::super::super::orders::names::{seat_name, seat_word};
use super::super::super::state::{Sky, Stack};
use super::super::super::things::{Kind, Season};
use super::super::view::{FieldView, View};
use super::super::words;
use crate::rules::Seat;
use crate::rules::phrase::and;
use crate::rules::scene::{Area, Mood, Piece, Scene, Spot};

pub fn scene(view: &View) -> Scene {
    let open = view.fields.iter().map(|field| area(view, field));
    let closed = view.closed.iter().map(|field| Area {
        slug: field.slug().to_owned(),
        words: format!("{}: out of play", field.name()),
        mood: Mood::Closed,
        last: false,
    });
    Scene {
        board: None,
        areas: open.chain(closed).collect(),
        pieces: view.fields.iter().flat_map(pieces).collect(),
        boxes: Vec::new(),
    }
}

fn area(view: &View, field: &FieldView) -> Area {
    let bad = view.winter.is_some_and(|sky| {
        let at = if field.field.is_water() { 2 } else { field.field.data().region };
        sky[at] == Sky::Bad
    });
    let stormy = view.season == Season::Winter && bad && field.field.is_water();
    let mood = if stormy {
        Mood::Stormy
    } else if field.encircled {
        Mood::Threatened
    } else {
        Mood::Calm
    };
    Area {
        slug: field.field.slug().to_owned(),
        words: sentence(field),
        mood,
        last: view.last.contains(&field.field),
    }
}

/// All of a field in words.
pub fn sentence(field: &FieldView) -> String {
    let mut parts = Vec::new();
    if let Some(town) = field.town {
        let kind = if town.city { "city" } else { "village" };
        let fort = if town.fort { " with fortification" } else { "" };
        let shut = if field.encircled { ", encircled" } else { "" };
        parts.push(format!("{kind} of {}{fort}{shut}", seat_name(town.owner)));
    }
    if let Some(yard) = field.yard {
        let kind = if yard.port { "port" } else { "dock" };
        parts.push(format!("{kind} of {}", seat_name(yard.owner)));
    }
    if let Some(site) = field.site {
        let (what, who) = (site.what.slug(), seat_name(site.owner));
        parts.push(format!("{who} builds a {what}, {} of 12", site.points));
    }
    for (seat, stack) in &field.units {
        parts.push(unit(*seat, stack));
    }
    parts.extend(stores(field));
    if field.looted {
        parts.push("looted".to_owned());
    }
    if let Some(holder) = field.holder {
        parts.push(format!("controlled by {}", seat_name(holder)));
    }
    let name = field.field.name();
    if parts.is_empty() { name.to_owned() } else { format!("{name}: {}", parts.join("; ")) }
}

fn unit(seat: Seat, stack: &Stack) -> String {
    let place = stack.place.slug();
    format!("{} of {} ({place})", words::stack(stack), seat_name(seat))
}

fn stores(field: &FieldView) -> Vec<String> {
    let mut parts = Vec::new();
    if field.grain > 0 {
        parts.push(format!("{} grain stored", field.grain));
    }
    if field.fish > 0 {
        parts.push(format!("{} fish stored", field.fish));
    }
    if !field.stable.is_empty() {
        let herds: Vec<&str> = field.stable.iter().map(|herd| herd.slug()).collect();
        parts.push(format!("{} in the stable", and(&herds)));
    }
    if let Some((seat, herd)) = field.pasture {
        parts.push(format!("{} of {} at pasture", herd.slug(), seat_name(seat)));
    }
    if let Some((seat, crop)) = field.sown {
        parts.push(format!("{crop} grain of {} in the field", seat_name(seat)));
    }
    parts
}

fn pieces(field: &FieldView) -> Vec<Piece> {
    let spot = || Spot::Area(field.field.slug().to_owned());
    let piece = |symbol: &'static str, seat: Seat, count: u8, letter: &str| Piece {
        symbol,
        seat: Some(seat),
        colour: seat_word(seat),
        spot: spot(),
        count: u16::from(count),
        letter: letter.to_owned(),
    };
    let mut all = Vec::new();
    if let Some(town) = field.town {
        let symbol = if town.city { "city" } else { "village" };
        all.push(piece(symbol, town.owner, 1, if town.fort { "F" } else { "" }));
    }
    if let Some(yard) = field.yard {
        all.push(piece(if yard.port { "port" } else { "dock" }, yard.owner, 1, ""));
    }
    for (seat, stack) in &field.units {
        all.push(piece(symbol(stack.kind()), *seat, stack.n, ""));
    }
    all
}

fn symbol(kind: Kind) -> &'static str {
    match kind {
        Kind::Li | Kind::Hi | Kind::Merc => "soldier",
        Kind::Cav | Kind::Ele => "rider",
        Kind::Ts | Kind::Ws | Kind::Cors => "ship",
        Kind::Sm => "machine",
    }
}
