//! The fold: how each fact changes the state. It makes no decisions and cannot fail.

mod deeds;
mod setup;
mod turn;

use std::sync::Arc;

use self::deeds::pay_in;
use super::super::things::goods::Goods;
use super::super::things::kinds::Kind;
use super::State;
use super::facts::{Fact, Farmstead};
use super::plays::{Forced, ForcedAnswer};
use super::steps::Step;
use ravenpost_rules::Seat;

pub fn apply(state: &mut State, fact: &Fact) {
    match fact {
        Fact::Opened { .. }
        | Fact::HomesDealt { .. }
        | Fact::SeatSetUp { .. }
        | Fact::PilesSet { .. }
        | Fact::ReputationsDealt { .. }
        | Fact::DeckShuffled { .. }
        | Fact::GenerationDeckSet { .. }
        | Fact::HiddenRedrawn(_)
        | Fact::ReputationRevealed { .. }
        | Fact::StartingPlayer { .. } => setup::setup(state, fact),
        Fact::TurnStarted { .. }
        | Fact::CardPlayed { .. }
        | Fact::ForcedPlay { .. }
        | Fact::Rested { .. }
        | Fact::Passed { .. }
        | Fact::ShipActed { .. }
        | Fact::RaidEnded { .. }
        | Fact::PirateSunk { .. }
        | Fact::SilverStolen { .. }
        | Fact::StepDone { .. }
        | Fact::FollowUp { .. } => turn::turn(state, fact),
        Fact::ForcedAnswer { seat, answer } => state.forced.push(ForcedAnswer(*seat, *answer)),
        Fact::ForcedAnswersCleared { seat } => forget(state, *seat),
        Fact::HandShown { .. }
        | Fact::OrdersRevealed
        | Fact::WorkerGained { .. }
        | Fact::Buried { .. }
        | Fact::GenerationEnded
        | Fact::CenturyScored { .. }
        | Fact::FinalScores { .. }
        | Fact::GoalDecided { .. } => end(state, fact),
        Fact::InstructionSet { .. }
        | Fact::PlanAdded { .. }
        | Fact::PlanCleared { .. }
        | Fact::PlanUsed { .. }
        | Fact::PlanDropped { .. }
        | Fact::PlanStopped { .. }
        | Fact::InstructionUsed { .. } => instruct(state, fact),
        Fact::StageStarted { .. }
        | Fact::OrderSealed { .. }
        | Fact::GenerationRevealed { .. }
        | Fact::TributeDemanded { .. }
        | Fact::GoodsLost { .. }
        | Fact::WorkersReduced { .. }
        | Fact::Plague { .. }
        | Fact::PiratePlaced { .. }
        | Fact::PirateSupplyEmpty { .. }
        | Fact::ShipsWrecked { .. }
        | Fact::PirateRaid { .. }
        | Fact::NoPiratePlaced { .. }
        | Fact::CardsDrawn { .. } => generation(state, fact),
    }
}

fn generation(state: &mut State, fact: &Fact) {
    match fact {
        Fact::StageStarted { stage } => {
            state.stage = *stage;
            for house in &mut state.houses {
                house.sealed = None;
            }
        }
        Fact::OrderSealed { seat, order } => state.of_mut(*seat).sealed = Some(*order),
        Fact::GenerationRevealed { card, century, generation } => {
            state.coming.pop();
            state.past.push(*card);
            state.card = Some(*card);
            state.century = *century;
            state.generation = *generation;
        }
        Fact::TributeDemanded { seat, owes } => state.of_mut(*seat).owes = *owes,
        Fact::GoodsLost { seat, goods, forced } => {
            pay_in(state, *seat, goods);
            state.of_mut(*seat).owes = 0;
            if *forced {
                state.forced.push(ForcedAnswer(*seat, Forced::Lose(*goods)));
            }
        }
        Fact::WorkersReduced { seat, workers } => {
            state.of_mut(*seat).workers = *workers;
            state.of_mut(*seat).free = *workers;
        }
        Fact::Plague { removed, spared } => plague(state, removed, spared),
        Fact::PiratePlaced { .. } | Fact::ShipsWrecked { .. } | Fact::PirateRaid { .. } => {
            pirates(state, fact)
        }
        Fact::CardsDrawn { seat, cards, new_deck } => {
            let house = state.of_mut(*seat);
            for card in cards.iter() {
                if let (true, Some(deck)) = (house.deck.is_empty(), new_deck) {
                    house.deck = deck.reversed();
                    house.discard.clear();
                }
                house.deck.pop();
                house.hand.put(*card);
            }
        }
        // Folded elsewhere, or no change.
        Fact::Opened { .. } | Fact::HomesDealt { .. } | Fact::SeatSetUp { .. } => {}
        Fact::PilesSet { .. } | Fact::ReputationsDealt { .. } | Fact::DeckShuffled { .. } => {}
        Fact::GenerationDeckSet { .. } | Fact::ReputationRevealed { .. } => {}
        Fact::StartingPlayer { .. } | Fact::HiddenRedrawn(_) | Fact::PirateSupplyEmpty { .. } => {}
        Fact::NoPiratePlaced { .. } | Fact::TurnStarted { .. } | Fact::CardPlayed { .. } => {}
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

fn plague(state: &mut State, removed: &[Farmstead], spared: &[Farmstead]) {
    for farmstead in removed {
        match farmstead.seat {
            Some(seat) => state.of_mut(seat).farmsteads &= !farmstead.district.bit(),
            None => state.neutral &= !farmstead.district.bit(),
        }
    }
    for farmstead in spared {
        if let Some(seat) = farmstead.seat {
            state.forced.push(ForcedAnswer(seat, Forced::Keep(farmstead.district)));
        }
    }
}

fn pirates(state: &mut State, fact: &Fact) {
    match fact {
        Fact::PiratePlaced { dir, by, forced } => {
            state.pirates |= dir.bit();
            state.tokens -= 1;
            if let Some(seat) = by {
                state.steps.remove(Step::Pirate);
                if *forced {
                    state.forced.push(ForcedAnswer(*seat, Forced::Pirate(*dir)));
                }
            }
        }
        Fact::ShipsWrecked { dir, seats } => {
            state.pirates &= !dir.bit();
            state.tokens += 1;
            for seat in seats.iter() {
                state.of_mut(*seat).ships[dir.index()] -= 1;
            }
        }
        Fact::PirateRaid { hits, .. } => {
            for hit in hits {
                state.of_mut(hit.seat).owes += hit.owes;
            }
        }
        // Folded elsewhere, or no change.
        Fact::Opened { .. } | Fact::HomesDealt { .. } | Fact::SeatSetUp { .. } => {}
        Fact::PilesSet { .. } | Fact::ReputationsDealt { .. } | Fact::DeckShuffled { .. } => {}
        Fact::GenerationDeckSet { .. } | Fact::ReputationRevealed { .. } => {}
        Fact::StartingPlayer { .. } | Fact::HiddenRedrawn(_) | Fact::StageStarted { .. } => {}
        Fact::OrderSealed { .. } | Fact::GenerationRevealed { .. } => {}
        Fact::TributeDemanded { .. } | Fact::GoodsLost { .. } | Fact::WorkersReduced { .. } => {}
        Fact::Plague { .. } | Fact::PirateSupplyEmpty { .. } | Fact::NoPiratePlaced { .. } => {}
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

/// Removes the settled answers of a seat.
fn forget(state: &mut State, seat: Seat) {
    let others = state.forced.iter().filter(|settled| settled.0 != seat);
    state.forced = others.copied().collect();
}

fn end(state: &mut State, fact: &Fact) {
    match fact {
        Fact::WorkerGained { seat, workers, grain } => {
            pay_in(state, *seat, &Goods::some(Kind::GRAIN, *grain));
            state.of_mut(*seat).workers = *workers;
        }
        Fact::Buried { seat, silver, cards } => {
            let house = state.of_mut(*seat);
            house.storage.sub(&Goods::silver(*silver));
            house.buried_silver += silver;
            for card in cards.iter() {
                let _ =
                    house.discard.take(*card) || house.played.take(*card) || house.hand.take(*card);
                house.buried.put(*card);
            }
        }
        Fact::GenerationEnded => {
            for house in &mut state.houses {
                while let Some(card) = house.hand.pop().or_else(|| house.played.pop()) {
                    house.discard.put(card);
                }
                house.free = house.workers;
                house.sealed = None;
            }
            state.sold = [None; Kind::COUNT];
            state.assembly = None;
        }
        Fact::CenturyScored { century, points } => {
            for (at, vp) in points.iter().enumerate() {
                state.houses[at].vp += i16::from(*vp);
                state.scored[usize::from(*century)][at] = *vp;
            }
            state.century = (century + 1).min(2);
            state.generation = 0;
        }
        Fact::FinalScores { parts, vp } => {
            for (at, (parts, vp)) in parts.iter().zip(vp.iter()).enumerate() {
                state.houses[at].vp = *vp;
                state.last[at] = *parts;
            }
        }
        Fact::GoalDecided { goal, status } => state.goals[usize::from(*goal)] = *status,
        // Folded elsewhere, or no change.
        Fact::Opened { .. } | Fact::HomesDealt { .. } | Fact::SeatSetUp { .. } => {}
        Fact::PilesSet { .. } | Fact::ReputationsDealt { .. } | Fact::DeckShuffled { .. } => {}
        Fact::GenerationDeckSet { .. } | Fact::ReputationRevealed { .. } => {}
        Fact::StartingPlayer { .. } | Fact::HiddenRedrawn(_) | Fact::StageStarted { .. } => {}
        Fact::OrderSealed { .. } | Fact::GenerationRevealed { .. } => {}
        Fact::TributeDemanded { .. } | Fact::GoodsLost { .. } | Fact::WorkersReduced { .. } => {}
        Fact::Plague { .. } | Fact::PiratePlaced { .. } | Fact::PirateSupplyEmpty { .. } => {}
        Fact::ShipsWrecked { .. } | Fact::PirateRaid { .. } | Fact::NoPiratePlaced { .. } => {}
        Fact::CardsDrawn { .. } | Fact::TurnStarted { .. } | Fact::CardPlayed { .. } => {}
        Fact::ForcedPlay { .. } | Fact::Rested { .. } | Fact::Passed { .. } => {}
        Fact::ShipActed { .. } | Fact::RaidEnded { .. } | Fact::PirateSunk { .. } => {}
        Fact::SilverStolen { .. } | Fact::StepDone { .. } | Fact::FollowUp { .. } => {}
        Fact::HandShown { .. } | Fact::OrdersRevealed | Fact::InstructionSet { .. } => {}
        Fact::PlanAdded { .. } | Fact::PlanCleared { .. } | Fact::PlanUsed { .. } => {}
        Fact::PlanDropped { .. } | Fact::ForcedAnswer { .. } => {}
        Fact::ForcedAnswersCleared { .. } | Fact::PlanStopped { .. } => {}
        Fact::InstructionUsed { .. } => {}
    }
}

fn instruct(state: &mut State, fact: &Fact) {
    match fact {
        Fact::InstructionSet { seat, standing, .. } => state.of_mut(*seat).standing = *standing,
        Fact::PlanAdded { seat, line, later } => {
            state.of_mut(*seat).plan_later = *later;
            let plan = &mut state.of_mut(*seat).plan;
            let mut lines = plan.as_deref().cloned().unwrap_or_default();
            lines.push(line.clone());
            *plan = Some(Arc::new(lines));
        }
        Fact::PlanCleared { seat } | Fact::PlanDropped { seat, .. } => {
            state.of_mut(*seat).plan = None;
        }
        Fact::PlanUsed { seat, .. } => {
            let plan = &mut state.of_mut(*seat).plan;
            let rest: Vec<String> =
                plan.iter().flat_map(|lines| lines.iter().skip(1).cloned()).collect();
            *plan = (!rest.is_empty()).then(|| Arc::new(rest));
        }
        // Folded elsewhere, or no change.
        Fact::Opened { .. } | Fact::HomesDealt { .. } | Fact::SeatSetUp { .. } => {}
        Fact::PilesSet { .. } | Fact::ReputationsDealt { .. } | Fact::DeckShuffled { .. } => {}
        Fact::GenerationDeckSet { .. } | Fact::ReputationRevealed { .. } => {}
        Fact::StartingPlayer { .. } | Fact::HiddenRedrawn(_) | Fact::StageStarted { .. } => {}
        Fact::OrderSealed { .. } | Fact::GenerationRevealed { .. } => {}
        Fact::TributeDemanded { .. } | Fact::GoodsLost { .. } | Fact::WorkersReduced { .. } => {}
        Fact::Plague { .. } | Fact::PiratePlaced { .. } | Fact::PirateSupplyEmpty { .. } => {}
        Fact::ShipsWrecked { .. } | Fact::PirateRaid { .. } | Fact::NoPiratePlaced { .. } => {}
        Fact::CardsDrawn { .. } | Fact::TurnStarted { .. } | Fact::CardPlayed { .. } => {}
        Fact::ForcedPlay { .. } | Fact::Rested { .. } | Fact::Passed { .. } => {}
        Fact::ShipActed { .. } | Fact::RaidEnded { .. } | Fact::PirateSunk { .. } => {}
        Fact::SilverStolen { .. } | Fact::StepDone { .. } | Fact::FollowUp { .. } => {}
        Fact::HandShown { .. } | Fact::OrdersRevealed | Fact::WorkerGained { .. } => {}
        Fact::Buried { .. } | Fact::GenerationEnded | Fact::CenturyScored { .. } => {}
        Fact::FinalScores { .. } | Fact::GoalDecided { .. } | Fact::ForcedAnswer { .. } => {}
        Fact::ForcedAnswersCleared { .. } | Fact::PlanStopped { .. } => {}
        Fact::InstructionUsed { .. } => {}
    }
}
