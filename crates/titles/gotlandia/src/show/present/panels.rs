//! The public panels: seats, generation, market, piles, decorations, bank.

use super::super::super::state::{Goal, Stage};
use super::super::super::things::goods::Goods;
use super::super::super::things::kinds::Kind;
use super::super::view::{Building, GoalView, SeatView, View};
use super::cards::{self, listed};
use super::piles;
use super::words::{count, own, sea, seat};
use ravenpost_rules::text::phrase::capital;
use ravenpost_rules::{Block, Cell, Column, Item, Pair, Panel, Row};

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

fn grid<const N: usize>(head: [(&str, &str); N], rows: Vec<Row>) -> Block {
    Block::Grid { head: Column::all(head), rows }
}

/// Creates the row of a seat, which begins with its colour.
fn row(seat: &SeatView, cells: Vec<Cell>) -> Row {
    let mut all = vec![Cell::from(capital(seat.colour))];
    all.extend(cells);
    Row::of_seat(seat.seat, all)
}

fn seats(view: &View) -> Panel {
    let stores = view.seats.iter().map(|one| {
        let mut cells = vec![one.vp.to_string().into()];
        cells.extend(Kind::all().map(|kind| one.storage.of(kind).to_string().into()));
        row(one, cells)
    });
    let board = view.seats.iter().map(|one| {
        let cells = vec![
            one.home.map_or("-", |home| home.name()).into(),
            built(one).into(),
            (3 - one.spare.ships).to_string().into(),
            format!("{} of {}", one.free, one.workers).into(),
        ];
        row(one, cells)
    });
    let rest = view.seats.iter().map(|one| {
        let cells = vec![
            one.hand.to_string().into(),
            one.deck.to_string().into(),
            one.sunk.to_string().into(),
            buried(one),
            one.reputation.map_or("-", |rep| rep.name()).into(),
        ];
        row(one, cells)
    });
    let mut store = Column::all([("seat", "Player"), ("vp", "VP")]);
    store.extend(Kind::all().map(|kind| Column::new(kind.slug(), kind.name())));
    let board_head = [
        ("seat", "Player"),
        ("home", "Home"),
        ("settlements", "Settlements"),
        ("ships", "Ships"),
        ("workers", "Free workers"),
    ];
    let rest_head = [
        ("seat", "Player"),
        ("hand", "Hand"),
        ("deck", "Deck"),
        ("sunk", "Sunk"),
        ("buried", "Buried"),
        ("reputation", "Reputation"),
    ];
    let mut blocks = vec![
        Block::Grid { head: store, rows: stores.collect() },
        grid(board_head, board.collect()),
        grid(rest_head, rest.collect()),
    ];
    let known = view.seats.iter().filter_map(|one| Some((one, one.reputation?)));
    let pairs: Vec<_> = known
        .map(|(one, rep)| {
            let name = format!("{}, {}", capital(one.colour), rep.name());
            Pair::new(format!("reputation-{}", one.seat.0), name, capital(rep.text()))
        })
        .collect();
    if !pairs.is_empty() {
        blocks.push(Block::Pairs(pairs));
    }
    let token = format!("{} has the starting-player token.", seat(view, view.token));
    blocks.push(Block::Text(token));
    Panel::new("seats", "Families", blocks)
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

fn buried(one: &SeatView) -> Cell {
    let mut items = Vec::new();
    if one.buried_silver > 0 {
        items.push(Item::new(Kind::SILVER.slug(), format!("{} Silver", one.buried_silver)));
    }
    items.extend(cards::items(&one.buried));
    if items.is_empty() { "-".into() } else { items.into() }
}

fn generation(view: &View) -> Option<Panel> {
    let card = view.card?;
    let left = match view.left {
        0 => "This is the last generation of the century.".to_owned(),
        left => format!("{} still to come in this century.", count(left, "generation card")),
    };
    let mut blocks = vec![Block::Cards(vec![cards::generation(card)]), Block::Text(left)];
    let past: Vec<String> =
        view.past.iter().map(|card| format!("{} ({})", card.title(), card.slug())).collect();
    if past.len() > 1 {
        blocks.push(Block::Text(format!("So far: {}.", past.join(", "))));
    }
    Some(Panel::new("generation", "Generation", blocks))
}

/// Shows the spaces of Wisby and Roma.
fn market(view: &View) -> Panel {
    let data = super::super::super::things::data::data();
    let row = |kind: Kind| {
        let wanted = view.demand.contains(&kind);
        let price = data.prices[kind.index()] + if wanted { data.demand_bonus } else { 0 };
        let taken = view.sold.iter().find(|sold| sold.kind == kind);
        let cells = vec![
            kind.name().into(),
            if wanted { format!("{price}, high demand") } else { price.to_string() }.into(),
            taken
                .map_or_else(|| "open".into(), |sold| format!("taken by {}", seat(view, sold.seat)))
                .into(),
        ];
        Row { id: kind.slug().to_owned(), seat: taken.map(|sold| sold.seat), cells }
    };
    let roma = match view.assembly {
        Some(caller) => format!("Roma: {} has called the assembly.", seat(view, caller)),
        None => "Roma: the assembly has not been called this generation.".to_owned(),
    };
    let head = [("sold", "Resource"), ("price", "Silver each"), ("space", "Space")];
    let blocks = vec![grid(head, Kind::resources().map(row).collect()), Block::Text(roma)];
    Panel::new("market", "Wisby and Roma", blocks)
}

fn seas(view: &View) -> Panel {
    let pirates: Vec<Item> =
        view.pirates.iter().map(|dir| Item::new(dir.slug(), sea(*dir))).collect();
    let threatened = view.threatened.iter();
    let threatened: Vec<Item> =
        threatened.map(|district| Item::new(district.slug(), district.name())).collect();
    let pairs = vec![
        Pair::new("pirates", "Pirates", pirates),
        Pair::new("threatened", "Threatened", threatened),
        Pair::new("tokens", "Pirate tokens left", view.pirate_tokens.to_string()),
    ];
    Panel::new("seas", "Pirates", vec![Block::Pairs(pairs)])
}

fn decorations(view: &View) -> Panel {
    let mut faces: Vec<_> = view.decorations.iter().map(|deco| cards::decoration(*deco)).collect();
    for (face, deco) in faces.iter_mut().zip(&view.decorations) {
        face.dim = own(view).is_some_and(|seat| seat.storage.of(Kind::SILVER) < deco.cost());
    }
    let mut blocks = vec![Block::Cards(faces)];
    let owners = view.seats.iter().filter(|one| !one.decorations.is_empty());
    let owned: Vec<Pair> = owners
        .map(|one| {
            let decorations = one.decorations.iter();
            let items: Vec<Item> =
                decorations.map(|deco| Item::new(deco.slug(), deco.name())).collect();
            Pair::new(format!("seat-{}", one.seat.0), capital(one.colour), items)
        })
        .collect();
    if !owned.is_empty() {
        blocks.push(Block::Pairs(owned));
    }
    Panel::new("decorations", "Church decorations for sale", blocks)
}

/// Shows cards in play and discarded, and those in deck and hand taken together.
fn packs(view: &View) -> Panel {
    let packs = |one: &SeatView| {
        let cells = [&one.played, &one.discard, &one.unseen].map(|cards| listed(cards));
        row(one, cells.to_vec())
    };
    let head = [
        ("seat", "Player"),
        ("played", "In play"),
        ("discard", "Discarded"),
        ("unseen", "In deck or hand"),
    ];
    let blocks = vec![grid(head, view.seats.iter().map(packs).collect())];
    Panel::new("packs", "All players' cards", blocks)
}

fn bank(view: &View) -> Panel {
    Panel::new("bank", "Bank", vec![Block::Text(capital(&stock(&view.bank)))])
}

fn stock(goods: &Goods) -> String {
    format!("{}.", goods.words())
}

/// Shows the hands that are public at the end of a generation.
fn shown_hands(view: &View) -> Option<Panel> {
    if view.stage != Stage::End {
        return None;
    }
    let hands = view.seats.iter().map(|one| {
        let hand = one.hand_cards.as_deref().unwrap_or_default();
        let food = one.food.map_or_else(|| "-".into(), |food| format!("{food} of {}", one.need));
        row(one, vec![listed(hand), food.into()])
    });
    let head = [("seat", "Player"), ("hand", "Hand"), ("food", "Food")];
    Some(Panel::new("hands", "Revealed hands", vec![grid(head, hands.collect())]))
}

fn scores(view: &View) -> Option<Panel> {
    if view.scored.is_empty() {
        return None;
    }
    let mut head = vec![Column::new("seat", "Player")];
    head.extend((0..view.scored.len()).map(|at| {
        let century = (1100 + 100 * at).to_string();
        let name = format!("{century}s");
        Column::new(century, name)
    }));
    let scores = view.seats.iter().map(|one| {
        let points = view.scored.iter().map(|century| match century.get(one.seat.index()) {
            Some(points) => points.to_string().into(),
            None => "-".into(),
        });
        row(one, points.collect())
    });
    let blocks = vec![Block::Grid { head, rows: scores.collect() }];
    Some(Panel::new("scores", "Scored so far", blocks))
}

fn goals(view: &View) -> Option<Panel> {
    if view.goals.is_empty() {
        return None;
    }
    let pair = |goal: &GoalView| {
        let state = match goal.now {
            Goal::Open => "open",
            Goal::Reached => "reached",
            Goal::Missed => "missed",
        };
        let chosen = if goal.chosen { ", the goal of this game" } else { "" };
        let name = format!("{}{chosen}", capital(goal.name));
        Pair::new(goal.name, name, format!("{}: {state}", capital(goal.text)))
    };
    let pairs = view.goals.iter().map(pair).collect();
    Some(Panel::new("goals", "Solo goals", vec![Block::Pairs(pairs)]))
}
