//! Panels beside the board: current turn, seats, upgrades, trade, other boards, supplies.

use super::super::super::state::turn::{Aim, Chance, Session};
use super::super::super::things::kinds::Building;
use super::super::super::things::words::listed;
use super::super::view::{OfferView, SeatView, View};
use super::super::words::lot;
use super::{boards, called, market, name, seat_of};
use ravenpost_rules::{Block, Cell, Column, Item, Pair, Panel, Row};

pub fn panels(view: &View) -> Vec<Panel> {
    let own = view.viewer.and_then(|seat| seat_of(view, seat));
    let mut panels = Vec::new();
    panels.extend(going_on(view));
    panels.push(glance(view));
    panels.push(market::upgrades(view, own));
    panels.push(market::trades());
    let others = view.seats.iter().filter(|seat| Some(seat.seat) != view.viewer);
    panels.extend(others.map(|seat| boards::board(view, seat)));
    panels.push(supplies(view));
    panels
}

/// The current turn, a pending attack, a bargain.
fn going_on(view: &View) -> Option<Panel> {
    let turn = view.turn.as_ref()?;
    let mut pairs = vec![Pair::new("turn", "Active player", name(view, turn.seat))];
    let session = match turn.session {
        Session::None => None,
        Session::Muster => Some("muster: further orders need no card".to_owned()),
        Session::Village => Some("trade at a Village: further trades need no card".to_owned()),
        Session::Home => Some("trades and refills: no further card needed".to_owned()),
        Session::Visit(host) => {
            Some(format!("visit to {}: further trades need no card", name(view, host)))
        }
    };
    pairs.extend(session.map(|text| Pair::new("open", "Open session", text)));
    if turn.chance.may_retreat() {
        let text = "possible without a card, with the Berserkur's very next order";
        pairs.push(Pair::new("retreat", "Retreat", text));
    }
    let next = match turn.chance {
        Chance::None | Chance::Retreat => None,
        Chance::Also | Chance::RetreatOrAlso => Some("a second Rune may be cast without a card"),
        Chance::Charge => Some("the Berserkur may attack without a card"),
    };
    pairs.extend(next.map(|text| Pair::new("next", "Very next order", text)));
    if let Some(attack) = &view.attack {
        let what = match attack.aim {
            Aim::Duel(_) => "duel at",
            Aim::Axes => "attack on the Axe tokens at",
            Aim::Take(_) => "capture of",
        };
        let waits: Vec<String> = attack.waits.iter().map(|seat| name(view, *seat)).collect();
        let text =
            format!("{what} {}; waiting for the Godi of {}", attack.area.name(), listed(&waits));
        pairs.push(Pair::new("attack", "Attack", text));
    }
    for seat in view.yielded.iter() {
        let id = format!("yielded-{seat}");
        pairs.push(Pair::new(id, name(view, *seat), "yielded: default moves until its next turn"));
    }
    let offer = view.offer.as_ref();
    pairs.extend(offer.map(|offer| Pair::new("bargain", "Bargain", bargain(view, offer))));
    (pairs.len() > 1).then(|| Panel::new("now", "This turn", vec![Block::Pairs(pairs)]))
}

fn bargain(view: &View, offer: &OfferView) -> String {
    let (visitor, host) = (name(view, offer.visitor), name(view, offer.host));
    let state = if offer.sent { "sent" } else { "not sent yet" };
    match &offer.amounts {
        Some((give, want)) => {
            format!("{visitor} offers {host} {} for {} ({state})", lot(give), lot(want))
        }
        None => format!("{visitor} offers {host} a bargain"),
    }
}

/// All seats in one table.
fn glance(view: &View) -> Panel {
    let mut head =
        Column::all([("seat", "Player"), ("glory", "Glory"), ("areas", "Areas"), ("gold", "Gold")]);
    head.extend(Building::all().map(|building| Column::new(building.slug(), building.name())));
    head.extend(Column::all([
        ("town", "Town"),
        ("unused", "Unused disks"),
        ("runes", "Runes"),
        ("axes", "Axe tokens"),
        ("cards", "Cards"),
    ]));
    let rows = view.seats.iter().map(|seat| Row::of_seat(seat.seat, figures(view, seat)));
    let order: Vec<String> = view.order.iter().map(|seat| name(view, *seat)).collect();
    let blocks = vec![
        Block::Grid { head, rows: rows.collect() },
        Block::Text(format!("Turn order this round: {}.", order.join(", "))),
    ];
    Panel::new("glance", "All players", blocks)
}

fn figures(view: &View, seat: &SeatView) -> Vec<Cell> {
    let first = view.order.first() == Some(&seat.seat);
    let mut cells: Vec<Cell> = vec![
        if first { format!("{} (first)", called(seat)) } else { called(seat) }.into(),
        seat.glory.to_string().into(),
        seat.areas.to_string().into(),
        seat.gold.map_or("?".to_owned(), |gold| gold.to_string()).into(),
    ];
    let disks = seat.disks.iter().zip(seat.limits);
    cells.extend(disks.map(|(disks, limit)| format!("{disks} of {limit}").into()));
    let counts = [seat.town, seat.pile, seat.runes_held, seat.axes];
    cells.extend(counts.map(|count| Cell::from(count.to_string())));
    cells.push(boards::cards(seat).into());
    cells
}

fn supplies(view: &View) -> Panel {
    let mut pairs = vec![
        Pair::new("runes", "Runes in the draw pile", view.runes.to_string()),
        Pair::new("axes", "Axe tokens in the bank", view.axes.to_string()),
    ];
    let stray = view.lands.iter().filter(|land| land.owner.is_none());
    let stray: Vec<Item> = stray.map(|land| boards::lying(view, land)).collect();
    if !stray.is_empty() {
        pairs.push(Pair::new("stray", "On Barbarian and home areas", stray));
    }
    if !view.options.is_empty() {
        pairs.push(Pair::new("options", "Options", view.options.join(", ")));
    }
    Panel::new("supplies", "Bank", vec![Block::Pairs(pairs)])
}
