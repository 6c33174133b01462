//! The board as text, at most 72 columns wide, sufficient for playing.

use super::super::super::things::kinds::{Building, Good, Unit};
use super::super::super::things::words::{capital, some};
use super::super::view::{SeatView, View};
use super::{boards, called, headline, name, whereabouts};
use ravenpost_rules::text::phrase;

const WIDE: usize = 72;

pub fn text(view: &View) -> String {
    let mut lines = wrapped(&headline(view), "");
    let order: Vec<String> = view.order.iter().map(|seat| name(view, *seat)).collect();
    lines.push(format!("{} board. Turn order: {}.", capital(view.map.slug()), order.join(", ")));
    for seat in &view.seats {
        lines.push(String::new());
        lines.extend(of_seat(view, seat));
    }
    lines.push(String::new());
    lines.extend(wrapped(&stray(view), "    "));
    lines.extend(market(view));
    let (runes, axes) = (some(view.runes, "Rune"), some(view.axes, "Axe token"));
    lines.push(format!("Bank: {runes} face down, {axes}."));
    lines.extend(open(view));
    lines.join("\n")
}

fn wrapped(text: &str, indent: &str) -> Vec<String> {
    phrase::wrap(text, indent, WIDE)
}

fn of_seat(view: &View, seat: &SeatView) -> Vec<String> {
    let gold = seat.gold.map_or("?".to_owned(), |gold| gold.to_string());
    let mut first = format!("{}: glory {}, gold {gold}", called(seat), seat.glory);
    for building in Building::all() {
        let (disks, limit) = (seat.disks[building.index()], seat.limits[building.index()]);
        first.push_str(&format!(", {} {disks}/{limit}", building.name()));
    }
    first.push_str(&format!(", town {}, pile {}", seat.town, seat.pile));
    let mut lines = wrapped(&first, "    ");
    lines.extend(wrapped(&format!("  Goods: {}", goods(seat)), "    "));
    lines.extend(wrapped(&format!("  Units: {}", units(seat)), "    "));
    lines.extend(wrapped(&format!("  Cards: {}", boards::cards(seat)), "    "));
    let tiles: Vec<&str> = seat.tiles.iter().flatten().map(|tile| tile.name()).collect();
    if !tiles.is_empty() {
        lines.extend(wrapped(&format!("  Upgrades: {}", tiles.join(", ")), "    "));
    }
    let owned = view.lands.iter().filter(|land| land.owner == Some(seat.seat));
    let owned: Vec<String> = owned.map(|land| boards::lying(view, land).text).collect();
    if !owned.is_empty() {
        lines.extend(wrapped(&format!("  Areas: {}", owned.join(", ")), "    "));
    }
    lines
}

fn goods(seat: &SeatView) -> String {
    let held = Good::all().filter(|good| seat.goods[good.index()] > 0);
    let mut words: Vec<String> =
        held.map(|good| format!("{} {}", seat.goods[good.index()], good.slug())).collect();
    if words.is_empty() {
        words.push("none".into());
    }
    words.push(format!("Runes {}", boards::runes(seat)));
    if seat.axes > 0 {
        words.push(some(seat.axes, "Axe token"));
    }
    if seat.sea {
        words.push("Sea move ready".into());
    }
    words.join(", ")
}

fn units(seat: &SeatView) -> String {
    let each = Unit::all().map(|unit| {
        let on_land = seat.at.get(unit.index()).is_some_and(|place| place.area().is_some());
        let at = if on_land { "at " } else { "" };
        format!("{} {at}{}", unit.name(), whereabouts(seat, unit))
    });
    each.collect::<Vec<_>>().join(", ")
}

/// Contents of areas without owner.
fn stray(view: &View) -> String {
    let stray = view.lands.iter().filter(|land| land.owner.is_none());
    let stray: Vec<String> = stray.map(|land| boards::lying(view, land).text).collect();
    if stray.is_empty() {
        return "All other areas are Barbarian.".into();
    }
    format!(
        "All other areas are Barbarian. Tokens on Barbarian and home areas: {}.",
        stray.join(", ")
    )
}

fn market(view: &View) -> Vec<String> {
    let mut lines = Vec::new();
    for pile in &view.market {
        let tiles: Vec<&str> = pile.shown.iter().map(|tile| tile.name()).collect();
        let tiles = if tiles.is_empty() { "none".to_owned() } else { tiles.join(", ") };
        let line = format!("{}: {tiles}; {} face down", pile.pile.words(), pile.left);
        lines.extend(wrapped(&line, "    "));
    }
    lines
}

/// The viewer's instructions and pre-orders.
fn open(view: &View) -> Vec<String> {
    let Some(own) = view.viewer.and_then(|seat| super::seat_of(view, seat)) else {
        return Vec::new();
    };
    let lists = [("Instructions", &own.standing), ("In advance", &own.later)];
    let known = lists.iter().filter_map(|(title, list)| {
        let list = list.as_ref().filter(|list| !list.is_empty())?;
        Some(wrapped(&format!("{title}: {}", list.join(" | ")), "    "))
    });
    known.flatten().collect()
}
