//! Narration of buying, trading, refilling, visiting and building.

use super::super::super::orders::write;
use super::super::super::state::facts::{Deal, OfferItem, Refilled};
use super::super::super::things::areas::Area;
use super::super::super::things::goods;
use super::super::super::things::goods::Lot;
use super::super::super::things::kinds::Good;
use super::super::super::things::prices::glory;
use super::super::super::things::tiles::Tile;
use super::super::super::things::who::Who;
use super::{coded, lot, of};
use crate::things::words::some;
use ravenpost_rules::{Narration, Narrator};

pub fn runes(who: Who, gold: u8, runes: u8, narrator: &Narrator) -> Option<Narration> {
    let runes = some(runes, "Rune");
    of(who, who.voice(narrator).does(&format!("buy {runes} for {gold} gold")))
}

pub fn buys(who: Who, area: Area, good: Option<Good>, narrator: &Narrator) -> Option<Narration> {
    let (bonus, word) = match good {
        Some(good) => (format!(", receiving 1 {}", good.slug()), good.slug()),
        None => (String::new(), ""),
    };
    let text = who.voice(narrator).does(&format!("buy {}{bonus}", area.name_for(narrator)));
    coded(who, text, format!("k buy {word}").trim_end(), area.slug())
}

pub fn trades(who: Who, give: &Lot, get: &Lot, narrator: &Narrator) -> Option<Narration> {
    let text = who.voice(narrator).does(&format!("trade {}", exchange(give, get)));
    coded(who, text, &format!("k trade {}", write::lot(give, get)), "")
}

pub fn tans(who: Who, hides: u8, narrator: &Narrator) -> Option<Narration> {
    let text = who.voice(narrator).does(&format!("sell {hides} hide for {hides} gold"));
    coded(who, text, &format!("k tan {hides}"), "")
}

/// Forced trade of a visitor with a host.
pub fn visits(deal: &Deal, narrator: &Narrator) -> Option<Narration> {
    let Deal { who, host, give, get } = *deal;
    let (host, sides) = (host.voice(narrator).name(), exchange(&give, &get));
    let text = who.voice(narrator).does(&format!("give {host} {sides} in a forced trade"));
    coded(who, text, &format!("k visit {}", write::lot(&give, &get)), "")
}

pub fn no_gold(who: Who, host: Who, narrator: &Narrator) -> Option<Narration> {
    let visitor = who.voice(narrator).name();
    let lack = host.voice(narrator).states(&format!("have no gold for {visitor}"));
    of(who, format!("{lack}: nothing changes hands"))
}

/// An item added to an offer or demand.
pub fn names(item: &OfferItem, narrator: &Narrator) -> Option<Narration> {
    let OfferItem { who, wanted, item, count } = *item;
    let item = goods::item(usize::from(item));
    let voice = who.voice(narrator);
    let deed = match (wanted, count) {
        (true, 0) => format!("stop asking for {item}"),
        (true, count) => format!("ask for {count} {item}"),
        (false, 0) => format!("stop offering {item}"),
        (false, count) => format!("offer {count} {item}"),
    };
    of(who, voice.does(&deed))
}

pub fn sends(who: Who, host: Who, narrator: &Narrator) -> Option<Narration> {
    let deed = format!("offer {} a bargain", host.voice(narrator).name());
    of(who, who.voice(narrator).does(&deed))
}

pub fn declined(who: Who, host: Who, narrator: &Narrator) -> Option<Narration> {
    let bargain = who.voice(narrator).has("bargain");
    of(who, format!("{bargain} with {} falls through", host.voice(narrator).name()))
}

pub fn accepted(deal: &Deal, narrator: &Narrator) -> Option<Narration> {
    let Deal { who, host, give, get } = *deal;
    let bargain = who.voice(narrator).whose("bargain");
    let terms = format!("{bargain}: {}", exchange(&give, &get));
    of(who, host.voice(narrator).does(&format!("accept {terms}")))
}

fn exchange(give: &Lot, get: &Lot) -> String {
    format!("{} for {}", lot(give), lot(get))
}

pub fn refills(refilled: &Refilled, narrator: &Narrator) -> Option<Narration> {
    let Refilled { who, building, disks, revived } = *refilled;
    let (name, price) = (building.name(), building.price().slug());
    let deed = format!("refill the {name} for 4 {price}, adding {}", some(disks, "disk"));
    let mut text = who.voice(narrator).does(&deed);
    if revived {
        text.push_str("; the Berserkur returns home");
    }
    of(who, text)
}

pub fn builds(who: Who, tile: Tile, old: Option<Tile>, narrator: &Narrator) -> Option<Narration> {
    let voice = who.voice(narrator);
    match old {
        Some(old) => {
            let text = voice.does(&format!("build {} in place of {}", tile.name(), old.name()));
            coded(who, text, &format!("build {} for {}", tile.slug(), old.slug()), "")
        }
        None => {
            let glory = glory(tile, None);
            let text = voice.does(&format!("build {}, gaining {glory} glory", tile.name()));
            coded(who, text, &format!("build {}", tile.slug()), "")
        }
    }
}
