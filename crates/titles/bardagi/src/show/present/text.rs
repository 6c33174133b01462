//! The board as text, at most 72 columns wide, sufficient for playing.

use super::super::super::things::kinds::{Building, Good, Unit};
use super::super::super::things::words::{capital, some};
use super::super::view::{SeatView, View};
use super::{boards, called, headline, name, whereabouts};
use ravenpost_rules::BoardText;

/// The indent of continuation lines.
const INDENT: usize = 4;

pub fn text(view: &View) -> BoardText {
    let mut page = BoardText::default();
    page.prose(headline(view), 0);
    let order: Vec<String> = view.order.iter().map(|seat| name(view, *seat)).collect();
    let map = capital(view.map.slug());
    page.prose(format!("{map} board. Turn order: {}.", order.join(", ")), INDENT);
    for seat in &view.seats {
        page.blank();
        of_seat(view, seat, &mut page);
    }
    page.blank();
    page.prose(stray(view), INDENT);
    market(view, &mut page);
    let (runes, axes) = (some(view.runes, "Rune"), some(view.axes, "Axe token"));
    page.prose(format!("Bank: {runes} face down, {axes}."), INDENT);
    open(view, &mut page);
    page
}

fn of_seat(view: &View, seat: &SeatView, page: &mut BoardText) {
    let gold = seat.gold.map_or("?".to_owned(), |gold| gold.to_string());
    let mut first = format!("{}: glory {}, gold {gold}", called(seat), seat.glory);
    for building in Building::all() {
        let (disks, limit) = (seat.disks[building.index()], seat.limits[building.index()]);
        first.push_str(&format!(", {} {disks}/{limit}", building.name()));
    }
    first.push_str(&format!(", town {}, pile {}", seat.town, seat.pile));
    page.prose(first, INDENT);
    page.prose(format!("  Goods: {}", goods(seat)), INDENT);
    page.prose(format!("  Units: {}", units(seat)), INDENT);
    page.prose(format!("  Cards: {}", boards::cards(seat)), INDENT);
    let tiles: Vec<&str> = seat.tiles.iter().flatten().map(|tile| tile.name()).collect();
    if !tiles.is_empty() {
        page.prose(format!("  Upgrades: {}", tiles.join(", ")), INDENT);
    }
    let owned = view.lands.iter().filter(|land| land.owner == Some(seat.seat));
    let owned: Vec<String> = owned.map(|land| boards::lying(view, land).text).collect();
    if !owned.is_empty() {
        page.prose(format!("  Areas: {}", owned.join(", ")), INDENT);
    }
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

fn market(view: &View, page: &mut BoardText) {
    for pile in &view.market {
        let tiles: Vec<&str> = pile.shown.iter().map(|tile| tile.name()).collect();
        let tiles = if tiles.is_empty() { "none".to_owned() } else { tiles.join(", ") };
        page.prose(format!("{}: {tiles}; {} face down", pile.pile.words(), pile.left), INDENT);
    }
}

/// Writes the viewer's instructions and pre-orders.
fn open(view: &View, page: &mut BoardText) {
    let Some(own) = view.viewer.and_then(|seat| super::seat_of(view, seat)) else {
        return;
    };
    for (title, list) in [("Instructions", &own.standing), ("In advance", &own.later)] {
        if let Some(list) = list.as_ref().filter(|list| !list.is_empty()) {
            page.prose(format!("{title}: {}", list.join(" | ")), INDENT);
        }
    }
}
