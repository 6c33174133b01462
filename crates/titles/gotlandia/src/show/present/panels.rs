//! The public panels: seats, generation, market, piles, decorations, bank.

use super::super::super::state::{Goal, Stage};
use super::super::super::things::goods::Goods;
use super::super::super::things::kinds::Kind;
use super::super::view::{Building, SeatView, View};
use super::cards::{self, listed};
use super::piles;
use super::words::{count, names, own, sea, seat};
use ravenpost_rules::phrase::capital;
use ravenpost_rules::{Block, Panel, Seat};

type Row = (Option<Seat>, Vec<String>);

pub(super) fn panels(view: &View) -> Vec<Panel> {
    let mut panels = vec![seats(view)];
    panels.extend(generation(view));
    panels.push(market(view));
    panels.push(seas(view));
    panels.push(piles::craft(view));
    panels.push(piles::trading(view));
    panels.push(decorations(view));
    panels.push(packs(view));
    panels.push(bank(view));
    panels.extend(shown_hands(view));
    panels.extend(scores(view));
    panels.extend(goals(view));
    panels
}

fn heads(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

fn grid(head: &[&str], rows: Vec<Row>) -> Block {
    Block::Grid { head: heads(head), rows }
}

fn seats(view: &View) -> Panel {
    let stores = view.seats.iter().map(|one| {
        let mut cells = vec![capital(one.colour), one.vp.to_string()];
        cells.extend(Kind::all().map(|kind| one.storage.of(kind).to_string()));
        (Some(one.seat), cells)
    });
    let board = view.seats.iter().map(|one| {
        let cells = vec![
            capital(one.colour),
            one.home.map_or_else(|| "-".into(), |home| home.name().to_owned()),
            built(one),
            (3 - one.spare.ships).to_string(),
            format!("{} of {}", one.free, one.workers),
        ];
        (Some(one.seat), cells)
    });
    let rest = view.seats.iter().map(|one| {
        let cells = vec![
            capital(one.colour),
            one.hand.to_string(),
            one.deck.to_string(),
            one.sunk.to_string(),
            buried(one),
            one.reputation.map_or_else(|| "-".into(), |rep| rep.name().to_owned()),
        ];
        (Some(one.seat), cells)
    });
    let mut store = vec!["Seat", "VP"];
    store.extend(Kind::all().map(Kind::name));
    let mut blocks = vec![
        grid(&store, stores.collect()),
        grid(&["Seat", "Home", "Settlements", "Ships", "Free workers"], board.collect()),
        grid(&["Seat", "Hand", "Deck", "Sunk", "Buried", "Reputation"], rest.collect()),
    ];
    let known = view.seats.iter().filter_map(|one| Some((one, one.reputation?)));
    let pairs: Vec<_> = known
        .map(|(one, rep)| (format!("{}, {}", capital(one.colour), rep.name()), capital(rep.text())))
        .collect();
    if !pairs.is_empty() {
        blocks.push(Block::Pairs(pairs));
    }
    let token = format!("{} holds the starting-player token.", seat(view, view.token));
    blocks.push(Block::Text(token));
    Panel { id: "seats", title: "Families".into(), blocks }
}

/// Describes settlements: "3 F, 1 T, 1 C in 2 Settings".
fn built(one: &SeatView) -> String {
    let kinds = [Building::Farmstead, Building::Tower, Building::Church];
    let parts: Vec<String> = kinds
        .into_iter()
        .map(|kind| (kind, one.settlements.iter().filter(|own| own.kind == kind).count()))
        .filter(|(_, number)| *number > 0)
        .map(|(kind, number)| format!("{number} {}", kind.letter()))
        .collect();
    format!("{} in {}", parts.join(", "), count(one.settings, "Setting"))
}

fn buried(one: &SeatView) -> String {
    let mut parts = Vec::new();
    if one.buried_silver > 0 {
        parts.push(format!("{} Silver", one.buried_silver));
    }
    if !one.buried.is_empty() {
        parts.push(listed(&one.buried));
    }
    if parts.is_empty() { "-".into() } else { parts.join(", ") }
}

fn generation(view: &View) -> Option<Panel> {
    let card = view.card?;
    let left = match view.left {
        0 => "It is the last generation of the century.".to_owned(),
        left => format!("{} still to come in this century.", count(left, "generation card")),
    };
    let mut blocks = vec![Block::Cards(vec![cards::generation(card)]), Block::Text(left)];
    let past: Vec<String> =
        view.past.iter().map(|card| format!("{} ({})", card.title(), card.slug())).collect();
    if past.len() > 1 {
        blocks.push(Block::Text(format!("So far: {}.", past.join(", "))));
    }
    Some(Panel { id: "generation", title: "Generation".into(), blocks })
}

/// Shows the spaces of Wisby and Roma.
fn market(view: &View) -> Panel {
    let data = super::super::super::things::data::data();
    let row = |kind: Kind| {
        let wanted = view.demand.contains(&kind);
        let price = data.prices[kind.index()] + if wanted { data.demand_bonus } else { 0 };
        let taken = view.sold.iter().find(|sold| sold.kind == kind);
        let cells = vec![
            kind.name().to_owned(),
            if wanted { format!("{price}, high demand") } else { price.to_string() },
            taken.map_or_else(
                || "open".into(),
                |sold| format!("taken by {}", seat(view, sold.seat)),
            ),
        ];
        (taken.map(|sold| sold.seat), cells)
    };
    let roma = match view.assembly {
        Some(caller) => format!("Roma: {} has called the assembly.", seat(view, caller)),
        None => "Roma: the assembly has not been called in this generation.".to_owned(),
    };
    Panel {
        id: "market",
        title: "Wisby and Roma".into(),
        blocks: vec![
            grid(&["Sold in Wisby", "Silver each", "Space"], Kind::resources().map(row).collect()),
            Block::Text(roma),
        ],
    }
}

fn seas(view: &View) -> Panel {
    let pirates = names(&view.pirates, |dir| sea(*dir));
    let threatened = names(&view.threatened, |district| district.name().to_owned());
    let pairs = vec![
        ("Pirates".to_owned(), pirates),
        ("Threatened".to_owned(), threatened),
        ("Pirate tokens left".to_owned(), view.pirate_tokens.to_string()),
    ];
    Panel { id: "seas", title: "Pirates".into(), blocks: vec![Block::Pairs(pairs)] }
}

fn decorations(view: &View) -> Panel {
    let mut faces: Vec<_> = view.decorations.iter().map(|deco| cards::decoration(*deco)).collect();
    for (face, deco) in faces.iter_mut().zip(&view.decorations) {
        face.dim = own(view).is_some_and(|seat| seat.storage.of(Kind::SILVER) < deco.cost());
    }
    let mut blocks = vec![Block::Cards(faces)];
    let owned: Vec<(String, String)> = view
        .seats
        .iter()
        .filter(|one| !one.decorations.is_empty())
        .map(|one| (capital(one.colour), names(&one.decorations, |deco| deco.name().to_owned())))
        .collect();
    if !owned.is_empty() {
        blocks.push(Block::Pairs(owned));
    }
    Panel { id: "decorations", title: "Church decorations for sale".into(), blocks }
}

/// Shows cards in play and discarded, and those in deck and hand taken together.
fn packs(view: &View) -> Panel {
    let rows = view.seats.iter().map(|one| {
        let cells = vec![
            capital(one.colour),
            listed(&one.played),
            listed(&one.discard),
            listed(&one.unseen),
        ];
        (Some(one.seat), cells)
    });
    let head = ["Seat", "In play", "Discarded", "In deck or hand"];
    Panel {
        id: "packs",
        title: "Everybody's cards".into(),
        blocks: vec![grid(&head, rows.collect())],
    }
}

fn bank(view: &View) -> Panel {
    Panel {
        id: "bank",
        title: "Bank".into(),
        blocks: vec![Block::Text(capital(&stock(&view.bank)))],
    }
}

fn stock(goods: &Goods) -> String {
    format!("{}.", goods.words())
}

/// Shows the hands that are public at the end of a generation.
fn shown_hands(view: &View) -> Option<Panel> {
    if view.stage != Stage::End {
        return None;
    }
    let rows = view.seats.iter().map(|one| {
        let hand = one.hand_cards.as_deref().unwrap_or_default();
        let food = one.food.map_or_else(|| "-".into(), |food| format!("{food} of {}", one.need));
        (Some(one.seat), vec![capital(one.colour), listed(hand), food])
    });
    let head = ["Seat", "Hand", "Food"];
    Some(Panel {
        id: "hands",
        title: "Hands shown".into(),
        blocks: vec![grid(&head, rows.collect())],
    })
}

fn scores(view: &View) -> Option<Panel> {
    if view.scored.is_empty() {
        return None;
    }
    let centuries: Vec<String> =
        (0..view.scored.len()).map(|at| format!("{}s", 1100 + 100 * at)).collect();
    let mut head = vec!["Seat".to_owned()];
    head.extend(centuries);
    let rows = view.seats.iter().map(|one| {
        let mut cells = vec![capital(one.colour)];
        let at = one.seat.index();
        cells.extend(view.scored.iter().map(|century| match century.get(at) {
            Some(points) => points.to_string(),
            None => "-".to_owned(),
        }));
        (Some(one.seat), cells)
    });
    let rows = rows.collect();
    Some(Panel {
        id: "scores",
        title: "Scored so far".into(),
        blocks: vec![Block::Grid { head, rows }],
    })
}

fn goals(view: &View) -> Option<Panel> {
    if view.goals.is_empty() {
        return None;
    }
    let pairs = view.goals.iter().map(|goal| {
        let state = match goal.now {
            Goal::Open => "open",
            Goal::Reached => "reached",
            Goal::Missed => "missed",
        };
        let chosen = if goal.chosen { ", the goal of this game" } else { "" };
        (format!("{}{chosen}", capital(goal.name)), format!("{}: {state}", capital(goal.text)))
    });
    let blocks = vec![Block::Pairs(pairs.collect())];
    Some(Panel { id: "goals", title: "Solo goals".into(), blocks })
}
