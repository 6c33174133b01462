//! Narration of a generation outside the turns: its card, pirates, losses, hands.

use super::super::super::orders::write::sealed_text;
use super::super::super::reckon::losses::items;
use super::super::super::state::facts::{Farmstead, Hit};
use super::super::super::state::plays::SealedOrder;
use super::super::super::things::goods::Goods;
use super::super::super::things::ids::{Card, Gen};
use super::super::super::things::kinds::Dir;
use super::super::super::things::seats::{colour, name};
use super::lines::{card_names, chapter, coded, of, plain};
use ravenpost_rules::phrase::{and, count};
use ravenpost_rules::{Narration, Seat, Viewer};

pub fn revealed(card: Gen, century: u8, generation: u8) -> Narration {
    let known = card.data();
    let kinds: Vec<&str> = known.demand.iter().map(|kind| kind.name()).collect();
    let text = format!(
        "1{}00s, generation {generation}: {}. High demand: {}",
        century + 1,
        known.title,
        and(&kinds)
    );
    coded(format!("reveal {}", card.slug()), chapter(text))
}

pub fn tribute(seat: Seat, owes: u8) -> Narration {
    of(seat, format!("{} owes a tribute of {}, or all it has", name(seat), items(owes)))
}

pub fn sealed(seat: Seat, order: &SealedOrder, viewer: Viewer) -> Narration {
    if viewer.is(seat) {
        of(seat, format!("Your sealed order: {}", sealed_text(order)))
    } else {
        of(seat, format!("{} has decided", name(seat)))
    }
}

pub fn lost(seat: Seat, goods: &Goods) -> Narration {
    of(seat, format!("{} gives up {}", name(seat), goods.words()))
}

pub fn workers(seat: Seat, workers: u8) -> Narration {
    of(seat, format!("{} is left with {workers} workers", name(seat)))
}

pub fn plague(removed: &[Farmstead], spared: &[Farmstead]) -> Narration {
    let farmstead = |farmstead: &Farmstead| {
        let whose = farmstead.seat.map_or("a neutral one".to_owned(), |seat| name(seat).into());
        format!("{} ({whose})", farmstead.district.name())
    };
    let gone: Vec<String> = removed.iter().map(farmstead).collect();
    let kept: Vec<String> = spared.iter().map(farmstead).collect();
    let mut text = format!("The Black Death empties {}", gone.join(", "));
    if removed.is_empty() {
        text = "The Black Death empties no farmstead".to_owned();
    }
    if !kept.is_empty() {
        text.push_str(&format!("; spared: {}", kept.join(", ")));
    }
    plain(text)
}

pub fn pirate(dir: Dir, by: Option<Seat>) -> Narration {
    let told = match by {
        None => plain(format!("A pirate appears in the {}", dir.name())),
        Some(seat) => of(seat, format!("{} places a pirate in the {}", name(seat), dir.name())),
    };
    coded(format!("pirate {}", dir.slug()), told)
}

pub fn wreck(dir: Dir, seats: &[Seat]) -> Narration {
    let colours: Vec<&str> = seats.iter().map(|seat| colour(*seat)).collect();
    let names: Vec<&str> = seats.iter().map(|seat| name(*seat)).collect();
    let text =
        format!("Battle in the {}: the pirate and a ship of {} are lost", dir.name(), and(&names));
    coded(format!("wreck {} {}", dir.slug(), colours.join(" ")), plain(text))
}

pub fn raid(dir: Dir, hits: &[Hit]) -> Narration {
    let mut code = format!("raid {}", dir.slug());
    let mut met = Vec::new();
    for hit in hits {
        code.push_str(&format!(" {} {}", colour(hit.seat), hit.farmsteads));
        let count = count(usize::from(hit.farmsteads), "farmstead");
        met.push(format!("{} ({count})", name(hit.seat)));
    }
    let whom = if met.is_empty() { "nobody".to_owned() } else { and(&met) };
    coded(code, plain(format!("Pirates from the {} raid {whom}", dir.name())))
}

pub fn drew(seat: Seat, cards: &[Card], shuffled: bool, viewer: Viewer) -> Narration {
    let (who, count) = (name(seat), count(cards.len(), "card"));
    let own = viewer.is(seat).then(|| format!(": {}", card_names(cards)));
    let again = if shuffled { " after shuffling its discard pile" } else { "" };
    let text = format!("{who} draws {count}{again}{}", own.unwrap_or_default());
    coded(format!("draw {} {}", colour(seat), cards.len()), of(seat, text))
}
