//! Narration of the setup.

use super::super::super::state::Pile;
use super::super::super::state::facts::{Fact, SetupEffect};
use super::super::super::things::ids::{Card, District, Rep};
use super::super::super::things::seats::name;
use super::lines::{card_names, chapter, of, plain};
use ravenpost_rules::phrase::count;
use ravenpost_rules::{Narration, Seat};

pub fn opened(seats: u8) -> Narration {
    chapter(format!("A game for {} is set up", count(usize::from(seats), "seat")))
}

pub fn homes(neutral: &[District]) -> Narration {
    let neutral = count(neutral.len(), "neutral farmstead");
    plain(format!("In Settings without a family stand {neutral}"))
}

pub fn began(fact: &Fact) -> Option<Narration> {
    let Fact::SeatSetUp { seat, home, farmsteads: [one, other], ship, goods } = fact else {
        return None;
    };
    let (who, home) = (name(*seat), home.name());
    let (one, other) = (one.name(), other.name());
    let sea = ship.name();
    Some(of(
        *seat,
        format!(
            "{who} is at home in {home}: farmsteads in {one} and {other}, a ship in the {sea}, {}",
            goods.words()
        ),
    ))
}

pub fn piled(craft: &[Pile], trading: &[Pile]) -> Narration {
    let tops = craft.iter().chain(trading).filter_map(|pile| pile.first().copied());
    let tops: Vec<Card> = tops.collect();
    plain(format!("On top of the piles lie {}", card_names(&tops)))
}

pub fn offered(seat: Seat, [one, other]: [Rep; 2]) -> Narration {
    of(seat, format!("You are dealt {} and {}", one.name(), other.name()))
}

pub fn reputation(seat: Seat, rep: Rep, effect: &SetupEffect) -> Narration {
    let (who, rep) = (name(seat), rep.name());
    of(seat, format!("{who}'s reputation is {rep}{}", effect_words(effect)))
}

fn effect_words(effect: &SetupEffect) -> String {
    match effect {
        SetupEffect::None => String::new(),
        SetupEffect::Tower(district) => {
            format!(": the farmstead in {} becomes a tower", district.name())
        }
        SetupEffect::BuriedSilver(silver) => format!(": {silver} Silver are buried"),
        SetupEffect::Goods(goods) => format!(": {} more", goods.words()),
        SetupEffect::Ship(dir) => format!(": another ship in the {}", dir.name()),
        SetupEffect::Card(card) => format!(": {} goes to the discard pile", card.name()),
        SetupEffect::Farmstead(district) => format!(": another farmstead in {}", district.name()),
        SetupEffect::FarmsteadMoved { from, to } => {
            format!(": the farmstead in {} moves to {}", from.name(), to.name())
        }
    }
}
