//! Narration of the setup.

use super::super::super::state::Pile;
use super::super::super::state::facts::{Fact, SetupEffect};
use super::super::super::things::ids::{Card, District, Rep};
use super::super::super::things::seats::voice;
use super::lines::{card_names, chapter, of, plain};
use ravenpost_rules::text::phrase::count;
use ravenpost_rules::{Narration, Narrator, Seat};

pub fn opened(seats: u8) -> Narration {
    let text = format!("A game for {} is set up", count(usize::from(seats), "player"));
    chapter("Setup".to_owned(), text)
}

pub fn homes(neutral: &[District]) -> Narration {
    let neutral = count(neutral.len(), "neutral farmstead");
    plain(format!("{neutral} are placed in Settings without a family"))
}

pub fn began(fact: &Fact, narrator: &Narrator) -> Option<Narration> {
    let Fact::SeatSetUp { seat, home, farmsteads: [one, other], ship, goods } = fact else {
        return None;
    };
    let home = home.name();
    let (one, other) = (one.name_for(narrator), other.name_for(narrator));
    let sea = ship.name();
    Some(of(
        *seat,
        voice(narrator, *seat).does(&format!(
            "start in {home} with farmsteads in {one} and {other}, a ship in the {sea}, and {}",
            goods.words()
        )),
    ))
}

pub fn piled(craft: &[Pile], trading: &[Pile]) -> Narration {
    let tops = craft.iter().chain(trading).filter_map(|pile| pile.first().copied());
    let tops: Vec<Card> = tops.collect();
    plain(format!("The top cards of the piles are {}", card_names(&tops)))
}

pub fn offered(seat: Seat, [one, other]: [Rep; 2], narrator: &Narrator) -> Narration {
    let deal = format!("are dealt {} and {}", one.name(), other.name());
    of(seat, voice(narrator, seat).states(&deal))
}

pub fn reputation(seat: Seat, rep: Rep, effect: &SetupEffect, narrator: &Narrator) -> Narration {
    let effect = effect_words(effect, narrator);
    of(seat, voice(narrator, seat).has(&format!("reputation is {}{effect}", rep.name())))
}

fn effect_words(effect: &SetupEffect, narrator: &Narrator) -> String {
    match effect {
        SetupEffect::None => String::new(),
        SetupEffect::Tower(district) => {
            format!(": the farmstead in {} becomes a tower", district.name_for(narrator))
        }
        SetupEffect::BuriedSilver(silver) => format!(": {silver} Silver are buried"),
        SetupEffect::Goods(goods) => format!(": {} extra", goods.words()),
        SetupEffect::Ship(dir) => format!(": another ship in the {}", dir.name()),
        SetupEffect::Card(card) => format!(": {} goes to the discard pile", card.name()),
        SetupEffect::Farmstead(district) => {
            format!(": another farmstead in {}", district.name_for(narrator))
        }
        SetupEffect::FarmsteadMoved { from, to } => {
            format!(
                ": the farmstead in {} moves to {}",
                from.name_for(narrator),
                to.name_for(narrator)
            )
        }
    }
}
