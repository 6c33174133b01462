//! Narration of the turns.

use super::super::super::state::facts::{Cause, Fact, ShipAction};
use super::super::super::state::plays::{Effect, Lot};
use super::super::super::things::goods::Goods;
use super::super::super::things::kinds::Dir;
use super::super::super::things::seats::name;
use super::super::words::lot_words;
use super::lines::of;
use ravenpost_rules::phrase::{and, count};
use ravenpost_rules::{Narration, Seat, Viewer};

pub fn played(fact: &Fact, viewer: Viewer) -> Option<Narration> {
    let Fact::CardPlayed { seat, card, effect, no_draw, cause, .. } = fact else { return None };
    let mut text = format!("{} plays {}", name(*seat), card.name());
    text.push_str(&effect_words(effect));
    if *no_draw {
        text.push_str(", and draws nothing");
    }
    if *cause == Cause::Forced && viewer.is(*seat) {
        text.push_str(" (the only legal play)");
    }
    Some(of(*seat, text))
}

pub fn rested(seat: Seat) -> Narration {
    of(seat, format!("{} sets a worker aside", name(seat)))
}

pub fn passed(seat: Seat) -> Narration {
    of(seat, format!("{} sets all its workers aside", name(seat)))
}

pub fn raid_over(seat: Seat, bonus: u8) -> Option<Narration> {
    let text = || format!("{} takes {bonus} Silver more for the raid", name(seat));
    (bonus > 0).then(|| of(seat, text()))
}

pub fn sunk(seat: Seat, dir: Dir) -> Narration {
    of(seat, format!("{} sinks the pirate in the {}", name(seat), dir.name()))
}

pub fn stolen(seat: Seat, from: Seat) -> Narration {
    of(seat, format!("{} steals 1 Silver from {}", name(seat), name(from)))
}

pub fn followed(seat: Seat, effect: &Effect) -> Option<Narration> {
    if *effect == Effect::None {
        return None;
    }
    let words = effect_words(effect);
    Some(of(seat, format!("{}{}", name(seat), words.trim_start_matches(':'))))
}

pub fn acted(seat: Seat, from: Dir, to: Dir, action: &ShipAction) -> Narration {
    let who = name(seat);
    let (at, effect) = match action {
        ShipAction::SilverTaken { at, silver } => (*at, format!("takes {silver} Silver")),
        ShipAction::PirateSunk { at } => (*at, "sinks the pirate".to_owned()),
    };
    let (from, here, to) = (from.name(), at.name(), to.name());
    of(
        seat,
        if from != here {
            format!("{who}'s ship in the {from} moves to the {here} and {effect}")
        } else if to != here {
            format!("{who}'s ship in the {from} {effect} and moves to the {to}")
        } else {
            format!("{who}'s ship in the {from} {effect}")
        },
    )
}

fn price(pay: &Goods) -> String {
    if pay.is_none() { String::new() } else { format!(" for {}", pay.words()) }
}

/// Describes an effect, as a continuation of "Red plays Forest".
fn effect_words(effect: &Effect) -> String {
    match effect {
        Effect::Settled { district, pay, toll, neutral } => {
            let mut text = format!(": settles {}{}", district.name(), price(pay));
            text.push_str(&toll_words(toll, *neutral));
            text
        }
        Effect::Produced { goods } => format!(": produces {}", goods.words()),
        Effect::Taken { goods } => format!(": takes {}", goods.words()),
        Effect::Sold { kind, count, silver, in_wisby } => {
            let place = if *in_wisby { " in Wisby" } else { "" };
            format!(": sells {count} {}{place} for {silver} Silver", kind.name())
        }
        Effect::TowerBuilt { district, pay } => {
            format!(": builds a tower in {}{}", district.name(), price(pay))
        }
        Effect::ChurchBuilt { district, pay } => {
            format!(": builds a church in {}{}", district.name(), price(pay))
        }
        Effect::Decorated { decoration, silver } => {
            format!(": adorns a church with {} for {silver} Silver", decoration.name())
        }
        Effect::ShipPlaced { dir, pay } => {
            format!(": puts a ship in the {}{}", dir.name(), price(pay))
        }
        Effect::RaidStarted => ": raids".to_owned(),
        Effect::AssemblyCalled => {
            ": calls the assembly in Roma and will begin the next generation".into()
        }
        Effect::DrawChosen { up_to: 0 } => ": draws nothing".to_owned(),
        Effect::DrawChosen { up_to } => {
            format!(": draws up to {}", count(usize::from(*up_to), "card"))
        }
        Effect::SinkChosen => ": sinks a pirate".to_owned(),
        Effect::PartnerGained { card, silver } => {
            format!(": gets {} as a trading partner for {silver} Silver", card.name())
        }
        Effect::CraftLearned { card, silver } => {
            format!(": learns {} for {silver} Silver", card.name())
        }
        Effect::Unburied { silver, cards } => {
            let lot = Lot { silver: *silver, cards: *cards };
            format!(": unburies {}", lot_words(&lot))
        }
        Effect::None => String::new(),
    }
}

fn toll_words(toll: &[Seat], neutral: u8) -> String {
    let names: Vec<&str> = toll.iter().map(|seat| name(*seat)).collect();
    let mut text = match names.len() {
        0 => String::new(),
        1 => format!(", paying {} 1 Silver", names[0]),
        _ => format!(", paying {} 1 Silver each", and(&names)),
    };
    if neutral > 0 {
        text.push_str(if names.is_empty() { ", paying " } else { " and " });
        text.push_str(&format!("{neutral} Silver for the neutral farmstead"));
    }
    text
}
