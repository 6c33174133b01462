//! Narration of the turns.

use super::super::super::state::facts::{Cause, Fact, ShipAction};
use super::super::super::state::plays::{Effect, Lot};
use super::super::super::things::goods::Goods;
use super::super::super::things::kinds::Dir;
use super::super::super::things::seats::voice;
use super::super::words::lot_words;
use super::lines::of;
use ravenpost_rules::text::phrase::{and, count};
use ravenpost_rules::{Narration, Narrator, Seat};

pub fn played(fact: &Fact, narrator: &Narrator) -> Option<Narration> {
    let Fact::CardPlayed { seat, card, effect, no_draw, cause, .. } = fact else { return None };
    let voice = voice(narrator, *seat);
    let mut text = voice.does(&format!("play {}", card.name()));
    if let Some(effect) = effect_words(effect, narrator) {
        text.push_str(&format!(" and {}", voice.verb(&effect)));
    }
    if *no_draw {
        text.push_str(&format!(", and {} no cards", voice.verb("draw")));
    }
    if *cause == Cause::Forced && narrator.knows(*seat) {
        text.push_str(" (the only legal play)");
    }
    Some(of(*seat, text))
}

pub fn rested(seat: Seat, narrator: &Narrator) -> Narration {
    of(seat, voice(narrator, seat).does("set a worker aside"))
}

pub fn passed(seat: Seat, narrator: &Narrator) -> Narration {
    let voice = voice(narrator, seat);
    of(seat, voice.does(&format!("set all {} aside", voice.its("workers"))))
}

pub fn raid_over(seat: Seat, bonus: u8, narrator: &Narrator) -> Option<Narration> {
    let text = || voice(narrator, seat).does(&format!("gain {bonus} extra Silver for the raid"));
    (bonus > 0).then(|| of(seat, text()))
}

pub fn sunk(seat: Seat, dir: Dir, narrator: &Narrator) -> Narration {
    of(seat, voice(narrator, seat).does(&format!("sink the pirate in the {}", dir.name())))
}

pub fn stolen(seat: Seat, from: Seat, narrator: &Narrator) -> Narration {
    let [thief, from] = [seat, from].map(|seat| voice(narrator, seat));
    of(seat, thief.does(&format!("steal 1 Silver from {}", from.name())))
}

pub fn followed(seat: Seat, effect: &Effect, narrator: &Narrator) -> Option<Narration> {
    let words = effect_words(effect, narrator)?;
    Some(of(seat, voice(narrator, seat).does(&words)))
}

pub fn acted(
    seat: Seat,
    from: Dir,
    to: Dir,
    action: &ShipAction,
    narrator: &Narrator,
) -> Narration {
    let (at, effect) = match action {
        ShipAction::SilverTaken { at, silver } => (*at, format!("takes {silver} Silver")),
        ShipAction::PirateSunk { at } => (*at, "sinks the pirate".to_owned()),
    };
    let (from, here, to) = (from.name(), at.name(), to.name());
    let voice = voice(narrator, seat);
    of(
        seat,
        if from != here {
            voice.has(&format!("ship in the {from} moves to the {here} and {effect}"))
        } else if to != here {
            voice.has(&format!("ship in the {from} {effect} and moves to the {to}"))
        } else {
            voice.has(&format!("ship in the {from} {effect}"))
        },
    )
}

fn price(pay: &Goods) -> String {
    if pay.is_none() { String::new() } else { format!(" for {}", pay.words()) }
}

/// Describes what a seat does by an effect, beginning with a verb in its base form; `None` if
/// nothing happens.
fn effect_words(effect: &Effect, narrator: &Narrator) -> Option<String> {
    Some(match effect {
        Effect::Settled { district, pay, toll, neutral } => {
            let toll = toll_words(toll, *neutral, narrator);
            format!("settle {}{}{toll}", district.name_for(narrator), price(pay))
        }
        Effect::Produced { goods } => format!("produce {}", goods.words()),
        Effect::Taken { goods } => format!("take {}", goods.words()),
        Effect::Sold { kind, count, silver, in_wisby } => {
            let place = if *in_wisby { " in Wisby" } else { "" };
            format!("sell {count} {}{place} for {silver} Silver", kind.name())
        }
        Effect::TowerBuilt { district, pay } => {
            format!("build a tower in {}{}", district.name_for(narrator), price(pay))
        }
        Effect::ChurchBuilt { district, pay } => {
            format!("build a church in {}{}", district.name_for(narrator), price(pay))
        }
        Effect::Decorated { decoration, silver } => {
            format!("decorate a church with {} for {silver} Silver", decoration.name())
        }
        Effect::ShipPlaced { dir, pay } => {
            format!("place a ship in the {}{}", dir.name(), price(pay))
        }
        Effect::RaidStarted => "raid".to_owned(),
        Effect::AssemblyCalled => {
            "call the assembly in Roma, taking the starting-player token".to_owned()
        }
        Effect::DrawChosen { up_to: 0 } => "draw nothing".to_owned(),
        Effect::DrawChosen { up_to } => {
            format!("draw up to {}", count(usize::from(*up_to), "card"))
        }
        Effect::SinkChosen => "sink a pirate".to_owned(),
        Effect::PartnerGained { card, silver } => {
            format!("buy the trading partner {} for {silver} Silver", card.name())
        }
        Effect::CraftLearned { card, silver } => {
            format!("learn {} for {silver} Silver", card.name())
        }
        Effect::Unburied { silver, cards } => {
            let lot = Lot { silver: *silver, cards: *cards };
            format!("unbury {}", lot_words(&lot))
        }
        Effect::None => return None,
    })
}

fn toll_words(toll: &[Seat], neutral: u8, narrator: &Narrator) -> String {
    let names: Vec<String> = toll.iter().map(|seat| voice(narrator, *seat).name()).collect();
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
