//! Narration of a generation outside the turns: its card, pirates, losses, hands.

use super::super::super::reckon::losses::items;
use super::super::super::state::facts::{Farmstead, Hit};
use super::super::super::state::plays::SealedOrder;
use super::super::super::things::goods::Goods;
use super::super::super::things::ids::{Card, Gen};
use super::super::super::things::kinds::Dir;
use super::super::super::things::seats::{colour, voice};
use super::super::words;
use super::lines::{card_names, chapter, coded, of, plain};
use ravenpost_rules::text::phrase::{and, count};
use ravenpost_rules::{Narration, Narrator, Seat};

pub fn revealed(card: Gen, century: u8, generation: u8) -> Narration {
    let known = card.data();
    let kinds: Vec<&str> = known.demand.iter().map(|kind| kind.name()).collect();
    let text = format!(
        "1{}00s, generation {generation}: {}. High demand: {}",
        century + 1,
        known.title,
        and(&kinds)
    );
    let heading = format!("1{}00s, generation {generation}", century + 1);
    coded(format!("reveal {}", card.slug()), chapter(heading, text))
}

pub fn tribute(seat: Seat, owes: u8, narrator: &Narrator) -> Narration {
    let voice = voice(narrator, seat);
    let all = format!("all {} {}", voice.pronoun(), voice.verb("have"));
    of(seat, voice.does(&format!("owe a tribute of {}, or {all}", items(owes))))
}

pub fn sealed(seat: Seat, order: &SealedOrder, narrator: &Narrator) -> Narration {
    let voice = voice(narrator, seat);
    if narrator.knows(seat) {
        of(seat, voice.has(&format!("sealed move: {}", words::sealed(order))))
    } else {
        of(seat, voice.states("have decided"))
    }
}

pub fn lost(seat: Seat, goods: &Goods, narrator: &Narrator) -> Narration {
    of(seat, voice(narrator, seat).does(&format!("give up {}", goods.words())))
}

pub fn workers(seat: Seat, workers: u8, narrator: &Narrator) -> Narration {
    of(seat, voice(narrator, seat).states(&format!("have {workers} workers left")))
}

pub fn plague(removed: &[Farmstead], spared: &[Farmstead], narrator: &Narrator) -> Narration {
    let farmstead = |farmstead: &Farmstead| {
        let owner = farmstead.seat.map(|seat| voice(narrator, seat).name());
        let whose = owner.unwrap_or_else(|| "neutral".to_owned());
        format!("{} ({whose})", farmstead.district.name_for(narrator))
    };
    let gone: Vec<String> = removed.iter().map(farmstead).collect();
    let spared: Vec<String> = spared.iter().map(farmstead).collect();
    let mut text = format!("The Black Death removes farmsteads: {}", gone.join(", "));
    if removed.is_empty() {
        text = "The Black Death removes no farmsteads".to_owned();
    }
    if !spared.is_empty() {
        text.push_str(&format!("; spared: {}", spared.join(", ")));
    }
    plain(text)
}

pub fn pirate(dir: Dir, by: Option<Seat>, narrator: &Narrator) -> Narration {
    let narration = match by {
        None => plain(format!("A pirate appears in the {}", dir.name())),
        Some(seat) => {
            let deed = format!("place a pirate in the {}", dir.name());
            of(seat, voice(narrator, seat).does(&deed))
        }
    };
    coded(format!("pirate {}", dir.slug()), narration)
}

pub fn wreck(dir: Dir, seats: &[Seat], narrator: &Narrator) -> Narration {
    let colours: Vec<&str> = seats.iter().map(|seat| colour(*seat)).collect();
    let ship = |seat: &Seat| format!("one of {}", voice(narrator, *seat).whose("ships"));
    let ships: Vec<String> = seats.iter().map(ship).collect();
    let text = format!("Battle in the {}: the pirate leaves; lost: {}", dir.name(), and(&ships));
    coded(format!("wreck {} {}", dir.slug(), colours.join(" ")), plain(text))
}

pub fn raid(dir: Dir, hits: &[Hit], narrator: &Narrator) -> Narration {
    let mut code = format!("raid {}", dir.slug());
    let mut met = Vec::new();
    for hit in hits {
        code.push_str(&format!(" {} {}", colour(hit.seat), hit.farmsteads));
        let count = count(usize::from(hit.farmsteads), "farmstead");
        met.push(format!("{} ({count})", voice(narrator, hit.seat).name()));
    }
    let whom = if met.is_empty() { "no farmsteads".to_owned() } else { and(&met) };
    coded(code, plain(format!("Pirates in the {} raid {whom}", dir.name())))
}

pub fn drew(seat: Seat, cards: &[Card], shuffled: bool, narrator: &Narrator) -> Narration {
    let (voice, count) = (voice(narrator, seat), count(cards.len(), "card"));
    let own = narrator.knows(seat).then(|| format!(": {}", card_names(cards)));
    let pile = voice.its("discard pile");
    let again = if shuffled { format!(" after reshuffling {pile}") } else { String::new() };
    let text = voice.does(&format!("draw {count}{again}{}", own.unwrap_or_default()));
    coded(format!("draw {} {}", colour(seat), cards.len()), of(seat, text))
}
