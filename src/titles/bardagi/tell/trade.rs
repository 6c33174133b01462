//! Buying, trading, refilling, visiting and building, told.

use super::super::facts::Fact;
use super::super::names::{Building, Tile, Who};
use super::super::orders::write;
use super::super::state::Lot;
use super::{coded, lot, of, own, some};
use crate::rules::{Told, Viewer};

/// Glory of a tile by its level (R13.7).
const GLORY: [u8; 2] = [3, 5];

pub fn tell(fact: &Fact, viewer: Viewer) -> Option<Told> {
    match fact {
        Fact::BoughtRunes(who, gold, runes) => {
            let runes = some(*runes, "Rune");
            of(*who, format!("{} buys {runes} for {gold} gold", who.name()))
        }
        Fact::Bought(who, area, good) => {
            let (bonus, word) = match good {
                Some(good) => (format!(" and gets 1 {}", good.slug()), good.slug()),
                None => (String::new(), ""),
            };
            let text = format!("{} buys {}{bonus}", who.name(), area.name());
            coded(*who, text, format!("k buy {word}").trim_end(), area.slug())
        }
        Fact::Traded(who, give, get) => {
            let text = format!("{} trades {} for {}", who.name(), lot(give), lot(get));
            coded(*who, text, &format!("k trade {}", write::lot(give, get)), "")
        }
        Fact::Tanned(who, hides) => {
            let text = format!("{} sells {hides} hide for {hides} gold", who.name());
            coded(*who, text, &format!("k tan {hides}"), "")
        }
        Fact::Refilled { who, building, disks, rose } => refilled(*who, *building, *disks, *rose),
        Fact::Visited(who, host, give, get) => {
            let text =
                format!("{} makes {} trade: {}", who.name(), host.name(), exchange(give, get));
            coded(*who, text, &format!("k visit {}", write::lot(give, get)), "")
        }
        Fact::NoGold(who, host) => {
            of(*who, format!("{} has no gold for {}: nothing moves", host.name(), who.name()))
        }
        Fact::Offering { who, want, item, count } => {
            let item = write::item(usize::from(*item));
            let verb = if *want { "want" } else { "offer" };
            own(*who, viewer, format!("You {verb} {count} {item}"))
        }
        Fact::Sent(who, host) => {
            of(*who, format!("{} offers {} a bargain", who.name(), host.name()))
        }
        Fact::Declined(who, host) => {
            of(*who, format!("{}'s bargain with {} comes to nothing", who.name(), host.name()))
        }
        Fact::Accepted(who, host, give, get) => {
            let terms = exchange(give, get);
            of(*who, format!("{} takes {}'s bargain: {terms}", host.name(), who.name()))
        }
        Fact::Built { who, tile, old } => built(*who, *tile, *old),
        Fact::BuiltNothing(who) => of(*who, format!("{} builds nothing", who.name())),
        _ => None,
    }
}

fn exchange(give: &Lot, get: &Lot) -> String {
    format!("{} for {}", lot(give), lot(get))
}

fn refilled(who: Who, building: Building, disks: u8, rose: bool) -> Option<Told> {
    let name = building.name();
    let mut text = format!(
        "{} refills the {name} for 4 {}: {}",
        who.name(),
        building.price().slug(),
        some(disks, "disk")
    );
    if rose {
        text.push_str("; the Berserkur is back, at home");
    }
    of(who, text)
}

fn built(who: Who, tile: Tile, old: Option<Tile>) -> Option<Told> {
    match old {
        Some(old) => {
            let text = format!("{} builds {} in place of {}", who.name(), tile.name(), old.name());
            coded(who, text, &format!("build {} for {}", tile.slug(), old.slug()), "")
        }
        None => {
            let glory = GLORY[usize::from(tile.data().level - 1)];
            let text = format!("{} builds {}: {glory} glory", who.name(), tile.name());
            coded(who, text, &format!("build {}", tile.slug()), "")
        }
    }
}
