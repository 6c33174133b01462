//! The seats in a document: Thingmen, cards, votes, private instructions.

use serde_json::Value;

use super::super::orders::Order;
use super::super::orders::parse::parse;
use super::super::state::apply::cards::tuck;
use super::super::state::progress::{Step, Vote};
use super::super::things::data;
use super::super::things::names::Edge;
use super::desk::{StateBuilder, count, is, step};
use ravenpost_rules::Seat;
use ravenpost_rules::doc::Doc;

/// The keys allowed for a seat. The last ones are written for information and ignored on reading.
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

pub fn read(builder: &mut StateBuilder<'_>) {
    borders(builder);
    let document = builder.document.clone();
    let named = document.part_by_name("seats");
    for (slug, _) in named.iter().flat_map(Doc::entries) {
        if let Some(seats) = &named {
            builder.seat_named(seats, slug);
        }
    }
    let none = Value::Object(serde_json::Map::new());
    for seat in Seat::all(builder.state.seats) {
        let slug = builder.state.faction[seat].slug();
        let known = named.as_ref().and_then(|seats| seats.value(slug)).unwrap_or(&none);
        let known = Doc::of(format!("the seat of {slug}"), known, KEYS, document.slips());
        builder.state.fame[seat] = count(&known, "fame");
        if is(&known, "gone") {
            builder.state.gone.add(seat);
        }
        cards(builder, seat, &known);
        votes(builder, seat, &known);
        private(builder, seat, &known);
        thingmen(builder, seat, &known);
    }
}

/// Reads the Thingmen on borders.
fn borders(builder: &mut StateBuilder<'_>) {
    let Some(men) = builder.document.part_by_name("men") else { return };
    for (id, _) in men.entries() {
        let there = men.part_by_name(id);
        let Some(edge) = Edge::from_slug(id) else {
            men.slip::<()>(format!("\"{id}\" is not an edge"));
            continue;
        };
        for (slug, _) in there.iter().flat_map(Doc::entries) {
            let Some(there) = &there else { continue };
            let Some(seat) = builder.seat_named(there, slug) else { continue };
            match count(there, slug) {
                few if few <= data().thingmen => builder.state.edges.add(edge, seat, few),
                many => there.slip(format!("{many} Thingmen are too many")).unwrap_or_default(),
            }
        }
    }
}

fn cards(builder: &mut StateBuilder<'_>, seat: Seat, known: &Doc<'_>) {
    let goods = if known.has("wealth") { "wealth" } else { "goods" };
    for card in builder.cards(known, goods) {
        tuck(&mut builder.state, seat, card);
    }
    let oaths = known.part_by_name(if known.has("oaths") { "oaths" } else { "bondi" });
    for (slot, _) in oaths.iter().flat_map(Doc::entries) {
        let Some(oaths) = &oaths else { continue };
        let place = slot.parse::<usize>().ok().and_then(|slot| slot.checked_sub(1));
        match place.filter(|place| *place < builder.state.oaths[seat].slots.len()) {
            None => oaths.slip(format!("\"{slot}\" is not a slot")).unwrap_or_default(),
            Some(place) => {
                if let Some(card) = builder.card(oaths, slot) {
                    builder.state.oaths[seat].slots[place] = card;
                }
            }
        }
    }
    for card in builder.cards(known, "hird") {
        builder.state.hird[seat] |= card.bit();
    }
}

fn votes(builder: &mut StateBuilder<'_>, seat: Seat, known: &Doc<'_>) {
    let read = |key: &str| {
        let find = |text: &str| match parse(&builder.state, seat, text) {
            Ok(Order::Support) => Some(Vote::Support),
            Ok(Order::Sue(statute, from)) => Some(Vote::Sue { statute, from }),
            _ => None,
        };
        known.named(key, "vote", find).unwrap_or_default()
    };
    let (vote, sealed) = (read("vote"), read("sealed"));
    let state = &mut builder.state;
    state.votes[seat] = vote;
    state.sealed[seat] = sealed;
    let early = matches!(state.step, Step::Any | Step::Side | Step::Propose);
    if vote == Vote::None && !early && seat == state.speaker {
        state.votes[seat] = Vote::Support;
    }
    // Once the Council acts, all seats have voted; the default is support.
    let voting = matches!(state.step, Step::Vote);
    if state.votes[seat] == Vote::None && !early && !voting {
        state.votes[seat] = Vote::Support;
    }
    let away = known.truth("away").unwrap_or(true);
    if matches!(vote, Vote::Sue { .. }) && away {
        state.away.add(seat);
    }
}

fn private(builder: &mut StateBuilder<'_>, seat: Seat, known: &Doc<'_>) {
    let find = |text: &str| match parse(&builder.state, seat, text) {
        Ok(Order::Standing(instruction)) => Some(instruction),
        _ => None,
    };
    let said = known.list("standing", "standing instruction", find).unwrap_or_default();
    for instruction in said {
        builder.state.standing[seat].instruct(instruction);
    }
    for left in known.values("later").unwrap_or_default() {
        let pair = left.as_array().map(Vec::as_slice);
        let Some([Value::String(id), Value::String(text)]) = pair else {
            known.slip::<()>(format!("later: {left} is not a decision and an order"));
            continue;
        };
        if let Some(step) = known.find("later", "state", id, step) {
            builder.state.drawer[seat].push((step, text.clone()));
        }
    }
}

/// Thingmen without a given place are in the Longhall, or slain if the Longhall is counted.
fn thingmen(builder: &mut StateBuilder<'_>, seat: Seat, known: &Doc<'_>) {
    let band = band(builder, seat);
    let state = &mut builder.state;
    state.sea[seat] = count(known, "sea");
    state.slain[seat] = count(known, "slain");
    let home = known.number::<u8>("longhall");
    if !state.is_in(seat) {
        return;
    }
    let afield = [state.edges.afield(seat), state.on_laws(seat), band];
    let out: u32 =
        [state.sea[seat], state.slain[seat]].iter().chain(&afield).map(|men| u32::from(*men)).sum();
    let rest = u32::from(data().thingmen).checked_sub(out + u32::from(home.unwrap_or(0)));
    let Some(rest) = rest else {
        return known
            .slip(format!("{} has too many Thingmen", state.name(seat)))
            .unwrap_or_default();
    };
    match home {
        None => state.longhall[seat] = rest as u8,
        Some(home) => {
            state.longhall[seat] = home;
            state.slain[seat] += rest as u8;
        }
    }
}

/// Number of a seat's Thingmen in the band, which is read later.
fn band(builder: &StateBuilder<'_>, seat: Seat) -> u8 {
    let given = |part: &str, key: &str| builder.document.value(part).and_then(|part| part.get(key));
    let rider = given("deed", "who").and_then(Value::as_str).and_then(|slug| builder.seat_of(slug));
    if rider.unwrap_or(builder.state.turn) != seat {
        return 0;
    }
    let men = given("band", "men").and_then(Value::as_u64);
    men.and_then(|men| u8::try_from(men).ok()).unwrap_or_default()
}
