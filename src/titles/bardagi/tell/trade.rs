//! Buying, trading, refilling, visiting and building, told.

use super::super::facts::Fact;
use super::super::names::{Building, Tile, Who};
use super::super::orders::write;
use super::super::state::Lot;
use super::super::voice::Voice;
use super::{coded, lot, of, own, some};
use crate::rules::{Told, Viewer};

/// Glory of a tile by its level (R13.7).
const GLORY: [u8; 2] = [3, 5];

pub fn tell(fact: &Fact, viewer: Viewer) -> Option<Told> {
    let voice = |who: &Who| Voice::of(*who, viewer);
    match fact {
        Fact::BoughtRunes(who, gold, runes) => {
            let runes = some(*runes, "Rune");
            of(*who, voice(who).does(&format!("buy {runes} for {gold} gold")))
        }
        Fact::Bought(who, area, good) => {
            let (bonus, word) = match good {
                Some(good) => (format!(", with 1 {}", good.slug()), good.slug()),
                None => (String::new(), ""),
            };
            let text = voice(who).does(&format!("buy {}{bonus}", area.name()));
            coded(*who, text, format!("k buy {word}").trim_end(), area.slug())
        }
        Fact::Traded(who, give, get) => {
            let text = voice(who).does(&format!("trade {}", exchange(give, get)));
            coded(*who, text, &format!("k trade {}", write::lot(give, get)), "")
        }
        Fact::Tanned(who, hides) => {
            let text = voice(who).does(&format!("sell {hides} hide for {hides} gold"));
            coded(*who, text, &format!("k tan {hides}"), "")
        }
        Fact::Refilled { who, building, disks, rose } => {
            refilled(*who, (*building, *disks), *rose, voice(who))
        }
        Fact::Built { who, tile, old } => built(*who, *tile, *old, voice(who)),
        Fact::BuiltNothing(who) => of(*who, voice(who).does("build nothing")),
        _ => visits(fact, viewer),
    }
}

/// Forced trade.
fn visits(fact: &Fact, viewer: Viewer) -> Option<Told> {
    let voice = |who: &Who| Voice::of(*who, viewer);
    match fact {
        Fact::Visited(who, host, give, get) => {
            let deed = format!("make {} trade: {}", voice(host).name(), exchange(give, get));
            let text = voice(who).does(&deed);
            coded(*who, text, &format!("k visit {}", write::lot(give, get)), "")
        }
        Fact::NoGold(who, host) => {
            let lack = voice(host).does(&format!("have no gold for {}", voice(who).name()));
            of(*who, format!("{lack}: nothing moves"))
        }
        Fact::Offering { who, want, item, count } => {
            let item = write::item(usize::from(*item));
            let verb = if *want { "want" } else { "offer" };
            match count {
                0 => own(*who, viewer, format!("You {verb} no {item} after all")),
                count => own(*who, viewer, format!("You {verb} {count} {item}")),
            }
        }
        Fact::Sent(who, host) => {
            of(*who, voice(who).does(&format!("offer {} a bargain", voice(host).name())))
        }
        Fact::Declined(who, host) => {
            let bargain = voice(who).has("bargain");
            of(*who, format!("{bargain} with {} comes to nothing", voice(host).name()))
        }
        Fact::Accepted(who, host, give, get) => {
            let terms = format!("{}: {}", voice(who).whose("bargain"), exchange(give, get));
            of(*who, voice(host).does(&format!("take {terms}")))
        }
        _ => None,
    }
}

fn exchange(give: &Lot, get: &Lot) -> String {
    format!("{} for {}", lot(give), lot(get))
}

fn refilled(who: Who, (building, disks): (Building, u8), rose: bool, voice: Voice) -> Option<Told> {
    let (name, price) = (building.name(), building.price().slug());
    let deed = format!("refill the {name} for 4 {price}: {}", some(disks, "disk"));
    let mut text = voice.does(&deed);
    if rose {
        text.push_str("; the Berserkur is back, at home");
    }
    of(who, text)
}

fn built(who: Who, tile: Tile, old: Option<Tile>, voice: Voice) -> Option<Told> {
    match old {
        Some(old) => {
            let text = voice.does(&format!("build {} in place of {}", tile.name(), old.name()));
            coded(who, text, &format!("build {} for {}", tile.slug(), old.slug()), "")
        }
        None => {
            let glory = GLORY[usize::from(tile.data().level - 1)];
            let text = voice.does(&format!("build {}: {glory} glory", tile.name()));
            coded(who, text, &format!("build {}", tile.slug()), "")
        }
    }
}
