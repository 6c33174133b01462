//! Folds effects: goods change hands, pieces move. It makes no decisions.

use super::super::super::things::goods::Goods;
use super::super::super::things::ids::Card;
use super::super::State;
use super::super::plays::Effect;
use ravenpost_rules::Seat;

pub fn pay_out(state: &mut State, seat: Seat, goods: &Goods) {
    state.bank.sub(goods);
    state.of_mut(seat).storage.add(goods);
}

pub fn pay_in(state: &mut State, seat: Seat, goods: &Goods) {
    state.of_mut(seat).storage.sub(goods);
    state.bank.add(goods);
}

/// Applies the main effect of a card, or a follow-up.
pub fn done(state: &mut State, seat: Seat, effect: &Effect) {
    match effect {
        Effect::Settled { district, pay, toll, neutral } => {
            pay_in(state, seat, &pay.plus(&Goods::silver(*neutral)));
            for other in toll.iter() {
                state.of_mut(seat).storage.sub(&Goods::silver(1));
                state.of_mut(*other).storage.add(&Goods::silver(1));
            }
            state.of_mut(seat).farmsteads |= district.bit();
        }
        Effect::Produced { goods } | Effect::Taken { goods } => pay_out(state, seat, goods),
        Effect::Sold { kind, count, silver, in_wisby } => {
            pay_in(state, seat, &Goods::some(*kind, *count));
            pay_out(state, seat, &Goods::silver(*silver));
            if *in_wisby {
                state.sold[kind.index()] = Some(seat);
            }
        }
        Effect::TowerBuilt { district, pay } => {
            pay_in(state, seat, pay);
            let house = state.of_mut(seat);
            house.farmsteads &= !district.bit();
            house.towers |= district.bit();
        }
        Effect::ChurchBuilt { district, pay } => {
            pay_in(state, seat, pay);
            let house = state.of_mut(seat);
            house.towers &= !district.bit();
            house.churches |= district.bit();
        }
        Effect::Decorated { decoration, silver } => {
            pay_in(state, seat, &Goods::silver(*silver));
            state.for_sale &= !decoration.bit();
            state.of_mut(seat).decorations |= decoration.bit();
        }
        Effect::ShipPlaced { dir, pay } => {
            pay_in(state, seat, pay);
            state.of_mut(seat).ships[dir.index()] += 1;
        }
        Effect::RaidStarted => {
            state.raiders = state.of(seat).ships;
            state.raided = false;
        }
        Effect::AssemblyCalled => {
            state.assembly = Some(seat);
            state.token = seat;
        }
        Effect::PartnerGained { card, silver } | Effect::CraftLearned { card, silver } => {
            pay_in(state, seat, &Goods::silver(*silver));
            bought(state, seat, *card);
        }
        Effect::Unburied { silver, cards } => {
            let house = state.of_mut(seat);
            house.buried_silver -= silver;
            house.storage.add(&Goods::silver(*silver));
            for card in cards.iter() {
                house.buried.take(*card);
                house.discard.put(*card);
            }
        }
        Effect::DrawChosen { .. } | Effect::SinkChosen | Effect::None => {}
    }
}

fn bought(state: &mut State, seat: Seat, card: Card) {
    if let Some(at) = state.pile_of(card) {
        state.piles_mut(card).0.as_mut()[at].pop();
    }
    state.of_mut(seat).discard.put(card);
}
