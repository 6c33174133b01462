//! Folds turns: cards played, ships sent, and their consequences.

use super::super::super::things::goods::Goods;
use super::super::super::things::kinds::Dir;
use super::super::State;
use super::super::facts::{Cause, Fact, ShipAction};
use super::super::plays::{Forced, ForcedAnswer};
use super::super::steps::Step;
use super::deeds::{self, pay_out};
use ravenpost_rules::Seat;

pub fn turn(state: &mut State, fact: &Fact) {
    match fact {
        Fact::TurnStarted { seat } => {
            state.turn = *seat;
            state.of_mut(*seat).plan_later = false;
            state.acted = false;
            state.playing = None;
        }
        Fact::CardPlayed { seat, card, effect, steps, cause, .. } => {
            if *cause == Cause::Order {
                state.forced.clear();
                state.forced.push(ForcedAnswer(*seat, Forced::NoFollowUp));
            }
            let house = state.of_mut(*seat);
            house.hand.take(*card);
            house.played.put(*card);
            house.free -= 1;
            state.acted = true;
            state.playing = Some(*card);
            state.steps = *steps;
            deeds::done(state, *seat, effect);
        }
        Fact::ForcedPlay { seat, play } => {
            state.forced.push(ForcedAnswer(*seat, Forced::Play(*play)));
        }
        Fact::Rested { seat } => {
            state.of_mut(*seat).free -= 1;
            state.acted = true;
        }
        Fact::Passed { seat } => {
            state.of_mut(*seat).free = 0;
            state.acted = true;
        }
        Fact::ShipActed { seat, from, to, action } => ship_acted(state, *seat, *from, *to, action),
        Fact::RaidEnded { seat, bonus } => {
            state.raiders = [0; Dir::COUNT];
            state.raided = false;
            state.steps.remove(Step::Raid);
            pay_out(state, *seat, &Goods::silver(*bonus));
        }
        Fact::PirateSunk { seat, dir, forced } => {
            sink(state, *seat, *dir);
            let step = if state.steps.has(Step::Sink) { Step::Sink } else { Step::Wise };
            state.steps.remove(step);
            if *forced {
                state.forced.push(ForcedAnswer(*seat, Forced::Sink(*dir)));
            }
        }
        Fact::SilverStolen { seat, from, forced } => steal(state, *seat, *from, *forced),
        Fact::StepDone { step } => state.steps.remove(*step),
        Fact::FollowUp { seat, effect } => {
            state.steps.remove(Step::Follow);
            deeds::done(state, *seat, effect);
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
        Fact::CardsDrawn { .. } | Fact::HandShown { .. } | Fact::OrdersRevealed => {}
        Fact::WorkerGained { .. } | Fact::Buried { .. } | Fact::GenerationEnded => {}
        Fact::CenturyScored { .. } | Fact::FinalScores { .. } | Fact::GoalDecided { .. } => {}
        Fact::InstructionSet { .. } | Fact::PlanAdded { .. } | Fact::PlanCleared { .. } => {}
        Fact::PlanUsed { .. } | Fact::PlanDropped { .. } | Fact::ForcedAnswer { .. } => {}
        Fact::ForcedAnswersCleared { .. } | Fact::PlanStopped { .. } => {}
        Fact::InstructionUsed { .. } => {}
    }
}

fn steal(state: &mut State, seat: Seat, from: Seat, forced: bool) {
    state.of_mut(from).storage.sub(&Goods::silver(1));
    state.of_mut(seat).storage.add(&Goods::silver(1));
    state.steps.remove(Step::Steal);
    if forced {
        state.forced.push(ForcedAnswer(seat, Forced::Steal(from)));
    }
}

fn sink(state: &mut State, seat: Seat, dir: Dir) {
    state.pirates &= !dir.bit();
    state.of_mut(seat).sunk += 1;
}

fn ship_acted(state: &mut State, seat: Seat, from: Dir, to: Dir, action: &ShipAction) {
    state.raiders[from.index()] -= 1;
    state.raided = true;
    let house = state.of_mut(seat);
    house.ships[from.index()] -= 1;
    house.ships[to.index()] += 1;
    match action {
        ShipAction::SilverTaken { silver, .. } => pay_out(state, seat, &Goods::silver(*silver)),
        ShipAction::PirateSunk { at } => sink(state, seat, *at),
    }
}
