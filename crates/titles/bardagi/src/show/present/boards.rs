//! A player board: buildings with disks, limits and tiles, town, storage, figures, glory.

use super::super::super::things::goods::mix;
use super::super::super::things::kinds::{Building, Good, Rune, Unit};
use super::super::super::things::tiles::Tile;
use super::super::super::things::words::{capital, some};
use super::super::view::{LandView, SeatView, View};
use super::{called, name, whereabouts};
use ravenpost_rules::{Block, Card, Panel};

/// The player board of any seat, as the viewer sees it.
pub fn board(view: &View, seat: &SeatView) -> Panel {
    let own = view.viewer == Some(seat.seat);
    let title = if own {
        format!("Your board: {}", called(seat))
    } else {
        format!("{}, seat {}", called(seat), seat.seat)
    };
    let ids = ["board-1", "board-2", "board-3", "board-4", "board-5"];
    let blocks = vec![
        Block::Cards(Building::all().map(|building| house(seat, building)).collect()),
        storage(seat),
        Block::Pairs(pairs(view, seat)),
    ];
    Panel { id: if own { "own" } else { ids[seat.seat] }, title, blocks }
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
        count: 1,
        lines,
        foot: format!("{what}; refilled for 4 {}", building.price().slug()),
        dim: false,
    }
}

fn upgrade(seat: &SeatView, tile: Tile) -> String {
    let spent = if seat.spent.contains(&tile) { " (used this round)" } else { "" };
    format!("{}: {}{spent}", tile.name(), tile.data().text)
}

/// The storage as a table of one row.
fn storage(seat: &SeatView) -> Block {
    let head = Good::all().map(|good| capital(good.slug())).chain(["Gold".to_owned()]);
    let gold = seat.gold.map_or("hidden".to_owned(), |gold| gold.to_string());
    let cells = seat.goods.iter().map(|count| format!("{count} of {}", seat.storage));
    Block::Grid { head: head.collect(), rows: vec![(None, cells.chain([gold]).collect())] }
}

fn pairs(view: &View, seat: &SeatView) -> Vec<(String, String)> {
    let pair = |label: &str, text: String| (label.to_owned(), text);
    let mut pairs = vec![
        pair("Glory", seat.glory.to_string()),
        pair("Town", recruits(seat.town)),
        pair("Unused disks", seat.pile.to_string()),
        pair("Runes held", runes(seat)),
        pair("Axe tokens held", seat.axes.to_string()),
    ];
    for unit in Unit::all() {
        pairs.push(pair(unit.name(), whereabouts(seat, unit)));
    }
    if seat.sea {
        pairs.push(pair("Sea move", "ready beside the dock".into()));
    }
    pairs.push(pair("Cards", cards(seat)));
    pairs.push(pair("Areas", lands(view, seat)));
    pairs
}

fn recruits(town: u8) -> String {
    if town == 0 { "no recruits".into() } else { some(town, "recruit") }
}

/// The number of Runes, and their kinds if the viewer may know them.
pub fn runes(seat: &SeatView) -> String {
    let Some(runes) = seat.runes.filter(|_| seat.runes_held > 0) else {
        return seat.runes_held.to_string();
    };
    let kinds = Rune::all().filter(|rune| runes[rune.index()] > 0);
    let words = kinds.map(|rune| match runes[rune.index()] {
        1 => rune.name().to_owned(),
        count => format!("{} ({count})", rune.name()),
    });
    format!("{}: {}", seat.runes_held, words.collect::<Vec<_>>().join(", "))
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

/// The areas a seat owns, with their contents.
fn lands(view: &View, seat: &SeatView) -> String {
    let owned = view.lands.iter().filter(|land| land.owner == Some(seat.seat));
    let words: Vec<String> = owned.map(|land| lying(view, land)).collect();
    if words.is_empty() { "none".into() } else { format!("{}: {}", words.len(), words.join(", ")) }
}

/// Describes an area: "Kýrholt 2 (1 Axe token, Divine token)".
pub fn lying(view: &View, land: &LandView) -> String {
    let mut more = Vec::new();
    if land.axes > 0 {
        more.push(some(land.axes, "Axe token"));
    }
    for rune in &land.runes {
        let of = land.caster.filter(|_| *rune == Rune::THEIRS);
        let of = of.map(|caster| format!(" of {}", name(view, caster))).unwrap_or_default();
        more.push(format!("{}{of}", rune.name()));
    }
    let disks = if land.disks > 0 { format!(" {}", land.disks) } else { String::new() };
    let more = if more.is_empty() { String::new() } else { format!(" ({})", more.join(", ")) };
    format!("{}{disks}{more}", land.area.name())
}
