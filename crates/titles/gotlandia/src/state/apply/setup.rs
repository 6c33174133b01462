//! Folds the setup: pieces, piles and decks, and the setup effects of reputations.

use super::super::super::things::data::data;
use super::super::super::things::goods::Goods;
use super::super::facts::{Fact, SetupEffect};
use super::super::{Pile, Piles, State};
use super::deeds::pay_out;
use ravenpost_rules::Seat;

pub fn setup(state: &mut State, fact: &Fact) {
    match fact {
        Fact::Opened { seats, options } => {
            state.seats = *seats;
            state.options = *options;
            state.bank = data().supply;
            state.tokens = 30;
            state.for_sale = (1 << data().decorations.len()) - 1;
            for seat in Seat::all(*seats) {
                state.of_mut(seat).workers = 2;
                state.of_mut(seat).free = 2;
            }
        }
        Fact::HomesDealt { neutral, .. } => {
            state.neutral = neutral.iter().fold(0, |set, district| set | district.bit());
        }
        Fact::SeatSetUp { seat, home, farmsteads, ship, goods } => {
            state.bank.sub(goods);
            let house = state.of_mut(*seat);
            house.home = Some(*home);
            house.farmsteads = farmsteads.iter().fold(0, |set, district| set | district.bit());
            house.ships[ship.index()] += 1;
            house.storage = *goods;
        }
        Fact::PilesSet { craft, trading } => {
            state.craft = top_last(craft);
            state.trading = top_last(trading);
        }
        Fact::ReputationsDealt { seat, cards } => state.of_mut(*seat).offered = Some(*cards),
        Fact::DeckShuffled { seat, cards } => {
            state.of_mut(*seat).deck = cards.reversed();
        }
        Fact::GenerationDeckSet { cards } => state.coming = cards.reversed(),
        Fact::HiddenRedrawn(now) => {
            state.coming = now.generations.reversed();
            state.craft = top_last(&now.craft);
            state.trading = top_last(&now.trading);
            for (house, deck) in state.houses.iter_mut().zip(&now.decks) {
                house.deck = deck.reversed();
            }
        }
        Fact::ReputationRevealed { seat, reputation, effect } => {
            state.of_mut(*seat).reputation = Some(*reputation);
            give(state, *seat, effect);
        }
        Fact::StartingPlayer { seat } => state.token = *seat,
        // Folded elsewhere, or no change.
        Fact::StageStarted { .. } | Fact::OrderSealed { .. } => {}
        Fact::GenerationRevealed { .. } | Fact::TributeDemanded { .. } => {}
        Fact::GoodsLost { .. } | Fact::WorkersReduced { .. } | Fact::Plague { .. } => {}
        Fact::PiratePlaced { .. } | Fact::PirateSupplyEmpty { .. } => {}
        Fact::ShipsWrecked { .. } | Fact::PirateRaid { .. } | Fact::NoPiratePlaced { .. } => {}
        Fact::CardsDrawn { .. } | Fact::TurnStarted { .. } | Fact::CardPlayed { .. } => {}
        Fact::ForcedPlay { .. } | Fact::Rested { .. } | Fact::Passed { .. } => {}
        Fact::ShipActed { .. } | Fact::RaidEnded { .. } | Fact::PirateSunk { .. } => {}
        Fact::SilverStolen { .. } | Fact::StepDone { .. } | Fact::FollowUp { .. } => {}
        Fact::HandShown { .. } | Fact::OrdersRevealed | Fact::WorkerGained { .. } => {}
        Fact::Buried { .. } | Fact::GenerationEnded | Fact::CenturyScored { .. } => {}
        Fact::FinalScores { .. } | Fact::GoalDecided { .. } | Fact::InstructionSet { .. } => {}
        Fact::PlanAdded { .. } | Fact::PlanCleared { .. } | Fact::PlanUsed { .. } => {}
        Fact::PlanDropped { .. } | Fact::ForcedAnswer { .. } => {}
        Fact::ForcedAnswersCleared { .. } | Fact::PlanStopped { .. } => {}
        Fact::InstructionUsed { .. } => {}
    }
}

/// Converts piles to the state's order, top card last.
fn top_last(piles: &[Pile]) -> Piles {
    Piles(piles.iter().map(|pile| pile.reversed()).collect())
}

fn give(state: &mut State, seat: Seat, effect: &SetupEffect) {
    if let SetupEffect::Card(card) = effect {
        for pile in state.piles_mut(*card).0.as_mut() {
            if pile.iter().any(|known| known == card) {
                let at = pile.iter().rposition(|known| known == card);
                pile.remove(at.unwrap_or(0));
                break;
            }
        }
        state.of_mut(seat).discard.put(*card);
    }
    if let SetupEffect::Goods(goods) = effect {
        pay_out(state, seat, goods);
    }
    if let SetupEffect::BuriedSilver(silver) = effect {
        state.bank.sub(&Goods::silver(*silver));
    }
    let house = state.of_mut(seat);
    match effect {
        SetupEffect::Tower(district) => {
            house.farmsteads &= !district.bit();
            house.towers |= district.bit();
        }
        SetupEffect::BuriedSilver(silver) => house.buried_silver += silver,
        SetupEffect::Ship(dir) => house.ships[dir.index()] += 1,
        SetupEffect::Farmstead(district) => house.farmsteads |= district.bit(),
        SetupEffect::FarmsteadMoved { from, to } => {
            house.farmsteads &= !from.bit();
            house.farmsteads |= to.bit();
        }
        SetupEffect::None | SetupEffect::Goods(_) | SetupEffect::Card(_) => {}
    }
}
