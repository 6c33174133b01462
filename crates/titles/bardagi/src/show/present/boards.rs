//! A player board: buildings with disks, limits and tiles, town, storage, figures, glory.

use super::super::super::things::goods::mix;
use super::super::super::things::kinds::{Building, Good, Rune, Unit};
use super::super::super::things::tiles::Tile;
use super::super::super::things::words::{capital, some};
use super::super::view::{LandView, SeatView, View};
use super::{called, name, whereabouts};
use ravenpost_rules::view::item::joined;
use ravenpost_rules::view::scene::Mark;
use ravenpost_rules::{Block, Card, CardLook, Cell, Column, Item, Pair, Panel, Row};

/// The player board of any seat, as the viewer sees it.
pub fn board(view: &View, seat: &SeatView) -> Panel {
    let own = view.viewer == Some(seat.seat);
    let ids = ["board-1", "board-2", "board-3", "board-4", "board-5"];
    let blocks = vec![
        Block::Cards(Building::all().map(|building| house(seat, building)).collect()),
        storage(seat),
        Block::Pairs(pairs(view, seat)),
    ];
    if own {
        Panel { note: called(seat), ..Panel::new("own", "Your board", blocks) }
    } else {
        Panel::new(ids[seat.seat], format!("{}, seat {}", called(seat), seat.seat), blocks)
    }
}

/// Disks as dots: filled for those present, empty for the remaining room.
pub fn dots(disks: u8, limit: u8) -> String {
    let full = "\u{25cf}".repeat(usize::from(disks));
    full + &"\u{25cb}".repeat(usize::from(limit.saturating_sub(disks)))
}

/// A building with its disks and slots (R13.4).
fn house(seat: &SeatView, building: Building) -> Card {
    let (disks, limit) = (seat.disks[building.index()], seat.limits[building.index()]);
    let tiles = &seat.tiles[building.index()];
    let level = |level: u8| tiles.iter().filter(move |tile| tile.data().level == level);
    let mut lines =
        vec![("Disks".to_owned(), format!("{disks} of {limit} {}", dots(disks, limit)))];
    for (label, at, which) in [("1st level", 1, 0), ("1st level", 1, 1), ("2nd level", 2, 0)] {
        let text = match level(at).nth(which) {
            Some(tile) => upgrade(seat, *tile),
            None => "free".into(),
        };
        lines.push((label.to_owned(), text));
    }
    let what = ["warriors", "divine powers", "trade goods"][building.index()];
    Card {
        slug: format!("{}-{}", building.slug(), seat.seat),
        name: building.name().to_owned(),
        family: "building".into(),
        look: CardLook::Setting,
        count: 1,
        lines,
        foot: format!("{what}; refill for 4 {}", building.price().slug()),
        dim: false,
        art: Some(Mark::Piece(building.slug(), "neutral", "")),
        ..Card::default()
    }
}

fn upgrade(seat: &SeatView, tile: Tile) -> String {
    let spent = if seat.spent.contains(&tile) { " (used this round)" } else { "" };
    format!("{}: {}{spent}", tile.name(), tile.data().text)
}

/// The storage as a table of one row.
fn storage(seat: &SeatView) -> Block {
    let mut head: Vec<Column> =
        Good::all().map(|good| Column::new(good.slug(), capital(good.slug()))).collect();
    head.push(Column::new("gold", "Gold"));
    let gold = seat.gold.map_or("hidden".to_owned(), |gold| gold.to_string());
    let goods = seat.goods.iter().map(|count| format!("{count} of {}", seat.storage));
    let cells = goods.chain([gold]).map(Cell::from).collect();
    Block::Grid { head, rows: vec![Row::new("storage", cells)] }
}

fn pairs(view: &View, seat: &SeatView) -> Vec<Pair> {
    let runes = rune_items(seat).map_or(seat.runes_held.to_string().into(), Cell::List);
    let mut pairs = vec![
        Pair::new("glory", "Glory", seat.glory.to_string()),
        Pair::new("town", "Town", recruits(seat.town)),
        Pair::new("unused", "Unused disks", seat.pile.to_string()),
        Pair::new("runes", "Runes", runes),
        Pair::new("axes", "Axe tokens", seat.axes.to_string()),
    ];
    for unit in Unit::all() {
        pairs.push(Pair::new(unit.slug(), unit.name(), whereabouts(seat, unit)));
    }
    if seat.sea {
        pairs.push(Pair::new("sea", "Sea move", "ready beside the dock"));
    }
    pairs.push(Pair::new("cards", "Cards", cards(seat)));
    let owned = view.lands.iter().filter(|land| land.owner == Some(seat.seat));
    let areas: Vec<Item> = owned.map(|land| lying(view, land)).collect();
    pairs.push(Pair::new("areas", format!("Areas ({})", areas.len()), areas));
    pairs
}

fn recruits(town: u8) -> String {
    if town == 0 { "no recruits".into() } else { some(town, "recruit") }
}

/// The number of Runes, and their kinds if the viewer may know them.
pub fn runes(seat: &SeatView) -> String {
    match rune_items(seat) {
        Some(items) => format!("{}: {}", seat.runes_held, joined(&items, ", ")),
        None => seat.runes_held.to_string(),
    }
}

/// The Runes held by kind; `None` if there are none or the viewer may not know them.
fn rune_items(seat: &SeatView) -> Option<Vec<Item>> {
    let runes = seat.runes.filter(|_| seat.runes_held > 0)?;
    let kinds = Rune::all().filter(|rune| runes[rune.index()] > 0);
    let item = |rune: Rune| match runes[rune.index()] {
        1 => Item::new(rune.slug(), rune.name()),
        count => Item::new(rune.slug(), format!("{} ({count})", rune.name())),
    };
    Some(kinds.map(item).collect())
}

/// The rest of this round's plan, as far as the viewer may know.
pub fn cards(seat: &SeatView) -> String {
    let left = match seat.hand {
        Some(hand) if seat.cards > 0 => format!("{} left", mix(hand)),
        _ if seat.cards > 0 => format!("{} planned", seat.cards),
        _ if seat.used.iter().any(|count| *count > 0) => "none left".into(),
        _ => "not planned yet".into(),
    };
    match seat.used {
        [0, 0, 0, 0] => left,
        used => format!("{left}; used {}", mix(used)),
    }
}

/// Describes an area: "Kýrholt 2 (1 Axe token, Divine token)".
pub fn lying(view: &View, land: &LandView) -> Item {
    let mut more = Vec::new();
    if land.axes > 0 {
        more.push(some(land.axes, "Axe token"));
    }
    for rune in &land.runes {
        let of = land.caster.filter(|_| *rune == Rune::THEIRS);
        let of = of.map(|caster| format!(" cast by {}", name(view, caster))).unwrap_or_default();
        more.push(format!("{}{of}", rune.name()));
    }
    let disks = if land.disks > 0 { format!(" {}", land.disks) } else { String::new() };
    let more = if more.is_empty() { String::new() } else { format!(" ({})", more.join(", ")) };
    Item::new(land.area.slug(), format!("{}{disks}{more}", land.area.name()))
}
