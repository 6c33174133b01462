//! The seats' part of a document: Thingmen, cards, votes, what they have told privately.

use serde_json::Value;

use super::super::orders::Order;
use super::super::orders::parse::parse;
use super::super::state::apply::cards::tuck;
use super::super::state::course::{Step, Vote};
use super::super::things::data;
use super::super::things::names::Edge;
use super::desk::{Desk, count, is, step};
use crate::rules::Seat;
use crate::rules::doc::Doc;

/// The keys a seat may have; the last ones are told and not read.
const KEYS: &[&str] = &[
    "fame",
    "longhall",
    "sea",
    "slain",
    "gone",
    "wealth",
    "goods",
    "oaths",
    "bondi",
    "hird",
    "vote",
    "sealed",
    "away",
    "standing",
    "later",
    "sheep",
    "strength",
    "halves",
    "quarters",
    "home_bondi",
    "colour",
];

pub fn read(desk: &mut Desk<'_>) {
    borders(desk);
    let sheet = desk.sheet.clone();
    let named = sheet.part_by_name("seats");
    for (slug, _) in named.iter().flat_map(Doc::entries) {
        if let Some(seats) = &named {
            desk.seat_named(seats, slug);
        }
    }
    let none = Value::Object(serde_json::Map::new());
    for at in 0..usize::from(desk.state.seats) {
        let slug = desk.state.faction[at].slug();
        let known = named.as_ref().and_then(|seats| seats.value(slug)).unwrap_or(&none);
        let known = Doc::of(format!("the seat of {slug}"), known, KEYS, sheet.slips());
        desk.state.fame[at] = count(&known, "fame");
        if is(&known, "gone") {
            desk.state.gone |= 1 << at;
        }
        cards(desk, at, &known);
        votes(desk, at, &known);
        private(desk, at, &known);
        thingmen(desk, at, &known);
    }
}

/// Thingmen on borders.
fn borders(desk: &mut Desk<'_>) {
    let Some(men) = desk.sheet.part_by_name("men") else { return };
    for (id, _) in men.entries() {
        let there = men.part_by_name(id);
        let Some(edge) = Edge::from_slug(id) else {
            men.slip::<()>(format!("\"{id}\" is no edge"));
            continue;
        };
        for (slug, _) in there.iter().flat_map(Doc::entries) {
            let Some(there) = &there else { continue };
            let Some(at) = desk.seat_named(there, slug) else { continue };
            match count(there, slug) {
                few if few <= data().thingmen => desk.state.add_men(edge, at, few),
                many => there.slip(format!("{many} Thingmen are too many")).unwrap_or_default(),
            }
        }
    }
}

fn cards(desk: &mut Desk<'_>, at: usize, known: &Doc<'_>) {
    let goods = if known.has("wealth") { "wealth" } else { "goods" };
    for card in desk.cards(known, goods) {
        tuck(&mut desk.state, at, card);
    }
    let oaths = known.part_by_name(if known.has("oaths") { "oaths" } else { "bondi" });
    for (slot, _) in oaths.iter().flat_map(Doc::entries) {
        let Some(oaths) = &oaths else { continue };
        let place = slot.parse::<usize>().ok().and_then(|slot| slot.checked_sub(1));
        match place.filter(|place| *place < desk.state.oaths[at].len()) {
            None => oaths.slip(format!("\"{slot}\" is no slot")).unwrap_or_default(),
            Some(place) => {
                if let Some(card) = desk.card(oaths, slot) {
                    desk.state.oaths[at][place] = card;
                }
            }
        }
    }
    for card in desk.cards(known, "hird") {
        desk.state.hird[at] |= card.bit();
    }
}

fn votes(desk: &mut Desk<'_>, at: usize, known: &Doc<'_>) {
    let read = |key: &str| {
        let find = |text: &str| match parse(&desk.state, Seat::at(at), text) {
            Ok(Order::Support) => Some(Vote::Support),
            Ok(Order::Sue(statute, from)) => Some(Vote::Sue { statute, from }),
            _ => None,
        };
        known.named(key, "vote", find).unwrap_or_default()
    };
    let (vote, sealed) = (read("vote"), read("sealed"));
    let state = &mut desk.state;
    state.votes[at] = vote;
    state.sealed[at] = sealed;
    let early = matches!(state.step, Step::Blank | Step::Side | Step::Propose);
    if vote == Vote::None && !early && at == usize::from(state.speaker) {
        state.votes[at] = Vote::Support;
    }
    // Once the Council acts, everybody has voted; silence is support.
    let voting = matches!(state.step, Step::Vote);
    if state.votes[at] == Vote::None && !early && !voting {
        state.votes[at] = Vote::Support;
    }
    let away = known.truth("away").unwrap_or(true);
    if matches!(vote, Vote::Sue { .. }) && away {
        state.away |= 1 << at;
    }
}

fn private(desk: &mut Desk<'_>, at: usize, known: &Doc<'_>) {
    let find = |text: &str| match parse(&desk.state, Seat::at(at), text) {
        Ok(Order::Standing(instruction)) => Some(instruction),
        _ => None,
    };
    let said = known.list("standing", "standing instruction", find).unwrap_or_default();
    for instruction in said {
        desk.state.standing[at].instruct(instruction);
    }
    for left in known.values("later").unwrap_or_default() {
        let pair = left.as_array().map(Vec::as_slice);
        let Some([Value::String(id), Value::String(text)]) = pair else {
            known.slip::<()>(format!("later: {left} is not a decision and an order"));
            continue;
        };
        if let Some(step) = known.find("later", "state", id, step) {
            desk.state.drawer[at].push((step, text.clone()));
        }
    }
}

/// Thingmen that are not said to be anywhere are in the Longhall, or, where that is counted, slain.
fn thingmen(desk: &mut Desk<'_>, at: usize, known: &Doc<'_>) {
    let band = band(desk, at);
    let state = &mut desk.state;
    state.sea[at] = count(known, "sea");
    state.slain[at] = count(known, "slain");
    let home = known.number::<u8>("longhall");
    if !state.is_in(at) {
        return;
    }
    let afield = [state.afield(at), state.on_laws(at), band];
    let out: u32 =
        [state.sea[at], state.slain[at]].iter().chain(&afield).map(|men| u32::from(*men)).sum();
    let rest = u32::from(data().thingmen).checked_sub(out + u32::from(home.unwrap_or(0)));
    let Some(rest) = rest else {
        return known.slip(format!("{} has too many Thingmen", state.name(at))).unwrap_or_default();
    };
    match home {
        None => state.longhall[at] = rest as u8,
        Some(home) => {
            state.longhall[at] = home;
            state.slain[at] += rest as u8;
        }
    }
}

/// How many of a seat's Thingmen ride in the band, which is read later.
fn band(desk: &Desk<'_>, at: usize) -> u8 {
    let told = |part: &str, key: &str| desk.sheet.value(part).and_then(|part| part.get(key));
    let rider = told("deed", "who").and_then(Value::as_str).and_then(|slug| desk.place(slug));
    if rider.unwrap_or(desk.state.asked()) != at {
        return 0;
    }
    let men = told("band", "men").and_then(Value::as_u64);
    men.and_then(|men| u8::try_from(men).ok()).unwrap_or_default()
}
