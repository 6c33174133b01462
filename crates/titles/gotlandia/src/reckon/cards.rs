//! The meaning of a play and its remaining steps, according to the card's table (R8.11, R10).

use super::super::state::State;
use super::super::state::house::House;
use super::super::state::plays::{Play, Use};
use super::super::state::steps::{Step, Steps};
use super::super::things::ids::{Card, Rep};
use super::super::things::tables::{After, Alt, Follow};
use ravenpost_rules::Seat;

/// Returns the alternative of the card that a use refers to.
pub fn alternative(card: Card, act: &Use) -> Option<&'static Alt> {
    let alts = &card.data().alts;
    alts.iter().find(|alt| match (act, alt) {
        (Use::Settle(..), Alt::Settle { .. })
        | (Use::Produce, Alt::Produce { .. } | Alt::ProduceSetting)
        | (Use::Tower(..), Alt::BuildTower { .. } | Alt::PlaceTower)
        | (Use::Church(..), Alt::BuildChurch)
        | (Use::Decorate(_), Alt::Decorate)
        | (Use::Ship(..), Alt::BuildShip | Alt::PlaceShip)
        | (Use::Raid, Alt::Raid(_))
        | (Use::Sell(..), Alt::Sell { .. })
        | (Use::Assembly, Alt::Assembly)
        | (Use::Draw(_), Alt::Draw(_))
        | (Use::Sink, Alt::Sink) => true,
        (Use::Take(word), Alt::TakeOne(kinds)) => word.is_none_or(|kind| kinds.contains(&kind)),
        (Use::Take(None), Alt::Take(_) | Alt::TakePer(..)) => true,
        (Use::Take(Some(kind)), Alt::Take(goods) | Alt::TakePer(_, goods)) => {
            leaves_choice(card) && goods.of(*kind) > 0
        }
        _ => false,
    })
}

/// Returns whether `take` needs a kind with this card: Gotland, Riga, Stettin.
pub fn leaves_choice(card: Card) -> bool {
    let takes = card
        .data()
        .alts
        .iter()
        .filter(|alt| matches!(alt, Alt::Take(_) | Alt::TakePer(..) | Alt::TakeOne(_)));
    takes.clone().count() > 1 || takes.into_iter().any(|alt| matches!(alt, Alt::TakeOne(_)))
}

/// Returns whether the play brings a draw besides a `draw n` (R25.6).
pub fn brings_draw(house: &House, card: Card, alt: &Alt) -> bool {
    card.data().draws || matches!(alt, Alt::Raid(After::Draw)) || gossips(house, card)
}

fn gossips(house: &House, card: Card) -> bool {
    house.is(Rep::GOSSIP_MONGERS) && (card == Card::WISBY || card == Card::ROMA)
}

/// Returns the steps after the main effect of a play, in order (R8.11).
pub fn steps(state: &State, seat: Seat, play: &Play) -> Steps {
    let house = state.of(seat);
    let card = play.card;
    let mut steps = Steps::NONE;
    let alt = alternative(card, &play.action);
    match alt {
        Some(Alt::Raid(after)) => {
            steps.add(Step::Raid);
            if *after == After::Pirate {
                steps.add(Step::Pirate);
            }
            if *after == After::Draw && !play.no_draw {
                steps.add(Step::Draw);
            }
        }
        Some(Alt::Sink | Alt::Assembly) => steps.add(Step::Sink),
        _ => {}
    }
    if card.data().draws && !play.no_draw {
        steps.add(Step::Draw);
    }
    if gossips(house, card) && !play.no_draw {
        steps.add(Step::Gossip);
    }
    if house.is(Rep::WISE) && card == Card::HOME {
        steps.add(Step::Wise);
    }
    if house.is(Rep::LONG_FINGERED) && card == Card::GOTLAND {
        steps.add(Step::Steal);
    }
    let merchant = (card == Card::LUBECK || card == Card::LINKOPING) && state.options.then_church;
    if card.data().follow.is_some() || merchant {
        steps.add(Step::Follow);
    }
    steps
}

/// Returns the possible follow-up of the current turn.
pub fn follow(state: &State) -> Option<Follow> {
    state.playing.and_then(|card| card.data().follow)
}
