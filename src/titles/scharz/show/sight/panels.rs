//! Panels beside the board: the players, their pacts, and what is the viewer's own.

use super::super::super::orders::names::seat_name;
use super::super::super::state::Pact;
use super::super::super::state::pact::FOR_EVER;
use super::super::view::{Drafted, OwnView, SeatView, View};
use crate::rules::{Block, Panel, Seat};

pub fn panels(view: &View) -> Vec<Panel> {
    let mut all = vec![players(view)];
    if !view.pacts.is_empty() {
        let blocks = vec![Block::Pairs(view.pacts.iter().map(pact).collect())];
        all.push(Panel { id: "pacts", title: "Pacts".to_owned(), blocks });
    }
    all
}

fn players(view: &View) -> Panel {
    let head = ["", "Faction", "Gold", "PP", "VP", "AP", "Land", "Units", "Rival", "Now"];
    let row = |seat: &SeatView| (Some(seat.seat), row(seat));
    let grid = Block::Grid {
        head: head.map(str::to_owned).to_vec(),
        rows: view.seats.iter().map(row).collect(),
    };
    let order: Vec<String> = view.initiative.iter().map(|seat| seat_name(*seat)).collect();
    let order = Block::Text(format!("Initiative: {}.", order.join(", ")));
    Panel { id: "players", title: "Players".to_owned(), blocks: vec![grid, order] }
}

fn row(seat: &SeatView) -> Vec<String> {
    let faction = seat.faction.map_or("", |faction| faction.name()).to_owned();
    let rival = seat.rival.map(seat_name).unwrap_or_default();
    let now = match seat {
        SeatView { out: true, .. } => "out",
        SeatView { late: true, .. } => "not yet come",
        SeatView { resigned: true, .. } => "resigned",
        SeatView { asked: true, done: true, .. } => "done",
        SeatView { asked: true, .. } => "writes",
        _ => "",
    };
    let numbers = [
        u32::from(seat.gold),
        u32::from(seat.pp),
        u32::from(seat.vp),
        seat.agriculture,
        seat.lands as u32,
        u32::from(seat.cubes),
    ];
    let mut row = vec![seat_name(seat.seat), faction];
    row.extend(numbers.map(|number| number.to_string()));
    row.extend([rival, announced(seat, now)]);
    row
}

fn announced(seat: &SeatView, now: &str) -> String {
    let mut words = vec![now.to_owned()];
    if seat.dominance {
        words.push("announces Dominance".to_owned());
    }
    if seat.might.is_some() {
        words.push("announces Might".to_owned());
    }
    words.retain(|word| !word.is_empty());
    words.join(", ")
}

fn pact((one, other, pact): &(Seat, Seat, Pact)) -> (String, String) {
    let names = format!("{} and {}", seat_name(*one), seat_name(*other));
    let over = pact.over.map(|seat| format!(", over: {}", seat_name(seat))).unwrap_or_default();
    let until = match pact.until {
        FOR_EVER => String::new(),
        round => format!(", until round {round}"),
    };
    (names, format!("{}{over}{until}", pact.bond.slug()))
}

/// What is the viewer's own: its sheet and what was offered.
pub fn own(view: &View) -> Vec<Panel> {
    let Some(own) = &view.own else { return Vec::new() };
    let mut all = Vec::new();
    let numbered = |lines: &[Drafted]| {
        let lines = lines.iter().enumerate();
        let pair = |(at, line): (usize, &Drafted)| ((at + 1).to_string(), line.words.clone());
        Block::Pairs(lines.map(pair).collect())
    };
    if !own.sheet.is_empty() {
        let blocks = vec![numbered(&own.sheet)];
        all.push(Panel { id: "sheet", title: "Your sheet".to_owned(), blocks });
    }
    if !own.kept.is_empty() {
        let blocks = vec![numbered(&own.kept)];
        all.push(Panel { id: "kept", title: "Written for later".to_owned(), blocks });
    }
    if !own.offers.is_empty() {
        let blocks = vec![Block::Pairs(offers(own))];
        all.push(Panel { id: "offers", title: "Offers".to_owned(), blocks });
    }
    all
}

fn offers(own: &OwnView) -> Vec<(String, String)> {
    let words = |(from, to, offer): &(Seat, Seat, super::super::super::state::Offer)| {
        let names = format!("{} to {}", seat_name(*from), seat_name(*to));
        let demand = if offer.demand { "demands " } else { "" };
        let amount = if offer.amount > 0 { format!(" {}", offer.amount) } else { String::new() };
        (names, format!("{demand}{}{amount}", offer.bond.slug()))
    };
    own.offers.iter().map(words).collect()
}
