//! Panels beside the board in order of importance, and the viewer's private panels.

use super::super::super::orders::names::{seat_name, seat_word};
use super::super::super::orders::terms::{heading, terms};
use super::super::super::play::victory::dominance;
use super::super::super::state::Step;
use super::super::super::state::pact::Offer;
use super::super::super::things::ids::Homeland;
use super::super::strengths::strengths;
use super::super::view::{OwnView, SeatView, View};
use super::guide::offered;
use super::{pacts, sheet};
use ravenpost_rules::{Block, Cell, Column, Item, Pair, Panel, Row, Seat};

pub fn panels(view: &View) -> Vec<Panel> {
    let mut all = vec![players(view)];
    all.extend(pacts::matrix(view));
    all.extend(weather(view));
    all
}

fn players(view: &View) -> Panel {
    let head = Column::all([
        ("seat", ""),
        ("faction", "Faction"),
        ("now", "Now"),
        ("gold", "Gold"),
        ("pp", "PP"),
        ("vp", "VP"),
        ("ap", "AP"),
        ("land", "Land"),
        ("units", "Units"),
        ("rival", "Rival"),
    ]);
    let row = |seat: &SeatView| Row::of_seat(seat.seat, row(seat));
    let grid = Block::Grid { head, rows: view.seats.iter().map(row).collect() };
    let order: Vec<String> = view.initiative.iter().map(|seat| seat_name(*seat)).collect();
    let words = "PP: prestige points, VP: victory points, AP: agriculture points";
    let order = format!("Initiative: {}. {words}. Dominance needs", order.join(", "));
    let order = Block::Text(format!("{order} {} VP.", dominance(view.seats.len() as u8)));
    Panel::new("players", "Factions", vec![grid, order])
}

fn row(seat: &SeatView) -> Vec<Cell> {
    let faction = seat.faction.map_or("", |faction| faction.name());
    let rival = seat.rival.map(seat_name).unwrap_or_default();
    let numbers = [
        u32::from(seat.gold),
        u32::from(seat.pp),
        u32::from(seat.vp),
        seat.agriculture,
        seat.lands as u32,
        u32::from(seat.cubes),
    ];
    let mut row: Vec<Cell> =
        vec![seat_name(seat.seat).into(), faction.into(), announced(seat, now(seat)).into()];
    row.extend(numbers.map(|number| Cell::from(number.to_string())));
    row.push(rival.into());
    row
}

/// The public status of a seat, such as whether its sheet is closed.
fn now(seat: &SeatView) -> &'static str {
    match seat {
        SeatView { out: true, .. } => "out",
        SeatView { late: true, .. } => "not yet arrived",
        SeatView { resigned: true, .. } => "resigned",
        SeatView { asked: true, done: true, .. } => "submitted",
        SeatView { asked: true, .. } => "writing",
        _ => "",
    }
}

fn announced(seat: &SeatView, now: &str) -> String {
    let mut words = vec![now.to_owned()];
    if seat.absent {
        words.push("absent".to_owned());
    }
    if seat.dominance {
        words.push("announced Dominance".to_owned());
    }
    if seat.might.is_some() {
        words.push("announced Might".to_owned());
    }
    words.retain(|word| !word.is_empty());
    words.join(", ")
}

/// The winter weather, and the frozen river sections.
fn weather(view: &View) -> Option<Panel> {
    let [first, second, seas] = view.winter?.map(|sky| sky.slug().to_owned());
    let climates = view.options.map.data().climates.map(|climate| climate.slug());
    let mut pairs = vec![
        Pair::new("plain", format!("Plain fields ({})", climates[0]), first),
        Pair::new("hatched", format!("Hatched fields ({})", climates[1]), second),
        Pair::new("seas", "Seas", seas),
    ];
    if !view.ice.is_empty() {
        let ice = view.ice.iter().map(|at| Item::new(at.slug(), at.name()));
        pairs.push(Pair::new("ice", "Frozen sections", Cell::List(ice.collect())));
    }
    Some(Panel::new("winter", "This winter", vec![Block::Pairs(pairs)]))
}

/// The viewer's private panels: its sheet, lines for later, and offers.
pub fn own(view: &View) -> Vec<Panel> {
    let Some(own) = &view.own else { return Vec::new() };
    let mut all: Vec<Panel> = sheet::sheet(view, own).into_iter().collect();
    all.extend(homelands(view));
    all.extend(sheet::deferred(own));
    if !own.offers.is_empty() {
        all.push(Panel::new("offers", "Offers", vec![Block::Pairs(offers(own))]));
    }
    all
}

/// The homelands to choose from, with their strengths.
fn homelands(view: &View) -> Option<Panel> {
    let asked = |seat: &&SeatView| Some(seat.seat) == view.viewer && seat.asked && !seat.done;
    if view.step != Step::Homeland || !view.seats.iter().any(|seat| asked(&seat)) {
        return None;
    }
    let pair = |home: Homeland| Pair::new(home.slug(), home.name(), strengths(home, &view.options));
    let pairs = offered(view).map(pair).collect();
    Some(Panel::new("homelands", "Homelands", vec![Block::Pairs(pairs)]))
}

fn offers(own: &OwnView) -> Vec<Pair> {
    let pair = |(from, to, offer): &(Seat, Seat, Offer)| {
        let does = if offer.demand { "demands" } else { "offers" };
        let id = format!("{}-{does}-{}-{}", seat_word(*from), seat_word(*to), offer.bond.slug());
        Pair::new(id, heading(*from, *to, offer), terms(offer.bond, offer.amount))
    };
    own.offers.iter().map(pair).collect()
}
