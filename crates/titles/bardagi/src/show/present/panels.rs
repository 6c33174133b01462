//! Panels beside the board: current turn, seats, upgrades, trade, other boards, supplies.

use super::super::super::state::turn::{Aim, Chance, Session};
use super::super::super::things::kinds::Building;
use super::super::super::things::words::listed;
use super::super::view::{OfferView, SeatView, View};
use super::super::words::lot;
use super::{boards, called, market, name, seat_of};
use ravenpost_rules::{Block, Panel};

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
    let mut pairs = vec![("On turn".to_owned(), name(view, turn.seat))];
    let session = match turn.session {
        Session::None => None,
        Session::Muster => Some("a muster: more of it needs no card".to_owned()),
        Session::Village => Some("trade at a Village: more of it needs no card".to_owned()),
        Session::Home => Some("trade and refills: more of it needs no card".to_owned()),
        Session::Visit(host) => {
            Some(format!("a visit to {}: more of it needs no card", name(view, host)))
        }
    };
    pairs.extend(session.map(|text| ("Open".to_owned(), text)));
    if turn.chance.may_retreat() {
        let text = "without a card, as the very next order of the Berserkur";
        pairs.push(("Retreat".to_owned(), text.to_owned()));
    }
    let next = match turn.chance {
        Chance::None | Chance::Retreat => None,
        Chance::Also | Chance::RetreatOrAlso => Some("a second Rune may be cast without a card"),
        Chance::Charge => Some("the Berserkur may attack without a card"),
    };
    pairs.extend(next.map(|text| ("With the very next order".to_owned(), text.to_owned())));
    if let Some(attack) = &view.attack {
        let what = match attack.aim {
            Aim::Duel(_) => "a duel at",
            Aim::Axes => "the Axe tokens of",
            Aim::Take(_) => "the taking of",
        };
        let waits: Vec<String> = attack.waits.iter().map(|seat| name(view, *seat)).collect();
        let text =
            format!("{what} {} waits for the Godi of {}", attack.area.name(), listed(&waits));
        pairs.push(("Attack".to_owned(), text));
    }
    for seat in view.yielded.iter() {
        pairs.push((name(view, *seat), "has yielded until its next turn".to_owned()));
    }
    pairs.extend(view.offer.as_ref().map(|offer| ("Bargain".to_owned(), bargain(view, offer))));
    (pairs.len() > 1).then(|| Panel {
        id: "now",
        title: "This turn".into(),
        blocks: vec![Block::Pairs(pairs)],
    })
}

fn bargain(view: &View, offer: &OfferView) -> String {
    let (visitor, host) = (name(view, offer.visitor), name(view, offer.host));
    let state = if offer.sent { "sent" } else { "not sent yet" };
    match &offer.amounts {
        Some((give, want)) => {
            format!("{visitor} gives {host} {} for {}, {state}", lot(give), lot(want))
        }
        None => format!("{visitor} offers {host} a bargain"),
    }
}

/// All seats in one table.
fn glance(view: &View) -> Panel {
    let mut head = vec!["Seat", "Glory", "Areas", "Gold"];
    head.extend(Building::all().map(Building::name));
    head.extend(["Town", "Unused", "Runes", "Axes", "Cards"]);
    let rows = view.seats.iter().map(|seat| (Some(seat.seat), figures(view, seat)));
    let order: Vec<String> = view.order.iter().map(|seat| name(view, *seat)).collect();
    Panel {
        id: "glance",
        title: "All seats".into(),
        blocks: vec![
            Block::Grid {
                head: head.into_iter().map(str::to_owned).collect(),
                rows: rows.collect(),
            },
            Block::Text(format!("This round's order: {}.", order.join(", "))),
        ],
    }
}

fn figures(view: &View, seat: &SeatView) -> Vec<String> {
    let first = view.order.first() == Some(&seat.seat);
    let mut cells = vec![
        if first { format!("{} (first)", called(seat)) } else { called(seat) },
        seat.glory.to_string(),
        seat.areas.to_string(),
        seat.gold.map_or("?".to_owned(), |gold| gold.to_string()),
    ];
    let disks = seat.disks.iter().zip(seat.limits);
    cells.extend(disks.map(|(disks, limit)| format!("{disks} of {limit}")));
    cells.extend([seat.town, seat.pile, seat.runes_held, seat.axes].map(|count| count.to_string()));
    cells.push(boards::cards(seat));
    cells
}

fn supplies(view: &View) -> Panel {
    let mut pairs = vec![
        ("Runes face down".to_owned(), view.runes.to_string()),
        ("Axe tokens in the bank".to_owned(), view.axes.to_string()),
    ];
    let stray = view.lands.iter().filter(|land| land.owner.is_none());
    let stray: Vec<String> = stray.map(|land| boards::lying(view, land)).collect();
    if !stray.is_empty() {
        pairs.push(("On areas of the Barbarians and homes".into(), stray.join(", ")));
    }
    if !view.options.is_empty() {
        pairs.push(("This table plays with".into(), view.options.join(", ")));
    }
    Panel { id: "supplies", title: "Bank".into(), blocks: vec![Block::Pairs(pairs)] }
}
