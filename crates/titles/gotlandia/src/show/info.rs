//! Visibility and narration of every fact: who may know it as stored, who is told of it, whether it
//! is an instruction, and what it reveals. The order of a deck, and cards below others, are visible
//! to no viewer.

use super::super::state::Stage;
use super::super::state::facts::{Cause, Fact};
use super::super::state::plays::Effect;
use ravenpost_rules::{Audience, FactInfo, Seat};

/// What a fact reveals.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Hidden {
    /// This many cards of a seat.
    Cards(Seat, usize),
    Reputations,
    Generation,
    Piles,
    /// The sealed decisions of all seats.
    Decisions,
    /// The hands, at the end of a generation.
    Hands,
    /// The card below the one that was taken.
    Beneath,
    /// Something that depends on other seats' secrets, e.g. whether a plan was used; previews say
    /// nothing about it.
    Secret,
}

pub fn info(fact: &Fact) -> FactInfo<Hidden> {
    use Fact::*;
    let open = FactInfo::open();
    // The stored fact is visible to no viewer yet, but all are told part of it.
    let half = FactInfo::hidden().with_audience(Audience::Everybody);
    let own = |seat: &Seat| FactInfo::own(*seat);
    let spoken = |seat: &Seat| own(seat).with_audience(Audience::Everybody);
    match fact {
        Opened { .. }
        | HomesDealt { .. }
        | SeatSetUp { .. }
        | StartingPlayer { .. }
        | TributeDemanded { .. } => open,
        WorkersReduced { .. }
        | PirateSupplyEmpty { .. }
        | NoPiratePlaced { .. }
        | ShipsWrecked { .. }
        | Rested { .. } => open,
        Passed { .. }
        | ShipActed { .. }
        | RaidEnded { .. }
        | Buried { .. }
        | WorkerGained { .. } => open,
        CenturyScored { .. } | FinalScores { .. } => open,
        TurnStarted { .. } => open.untold(),
        GenerationRevealed { .. } => open.revealing(Hidden::Generation),
        HandShown { cards, .. } if cards.is_empty() => open,
        HandShown { .. } => open.revealing(Hidden::Hands),
        // Whether a play was forced reveals something about the rest of the hand.
        ForcedPlay { seat, .. } => own(seat).untold(),
        CardPlayed { seat, cause: Cause::Order, .. } => spoken(seat),
        CardPlayed { seat, cause: Cause::Plan | Cause::Forced, .. } => {
            spoken(seat).revealing(Hidden::Secret)
        }
        GoodsLost { seat, forced: true, .. } => spoken(seat),
        GoodsLost { seat, forced: false, .. } => spoken(seat).revealing(Hidden::Decisions),
        PirateSunk { seat, .. } | OrderSealed { seat, .. } => spoken(seat),
        ReputationsDealt { seat, .. } => own(seat).revealing(Hidden::Secret),
        CardsDrawn { seat, cards, new_deck } => {
            let info = if new_deck.is_some() { half } else { spoken(seat) };
            match cards.len() {
                0 => info,
                count => info.revealing(Hidden::Cards(*seat, count)),
            }
        }
        InstructionSet { seat, .. } | PlanAdded { seat, .. } | PlanCleared { seat } => {
            FactInfo::instruction(*seat)
        }
        PlanUsed { seat, .. } | PlanDropped { seat, .. } => own(seat).revealing(Hidden::Secret),
        PlanStopped { seat, .. } | InstructionUsed { seat, .. } => own(seat),
        PilesSet { .. } => half.revealing(Hidden::Piles),
        ReputationRevealed { .. } => half.revealing(Hidden::Reputations),
        Plague { .. } => half.revealing(Hidden::Decisions),
        PiratePlaced { .. } | PirateRaid { .. } | SilverStolen { .. } | GoalDecided { .. } => half,
        FollowUp { effect, .. } if uncovers(effect) => half.revealing(Hidden::Beneath),
        FollowUp { .. } => half,
        StageStarted { stage: Stage::Over } => half,
        StageStarted { stage: Stage::End } => FactInfo::hidden().revealing(Hidden::Hands),
        StageStarted { .. } => FactInfo::hidden(),
        OrdersRevealed => FactInfo::hidden().revealing(Hidden::Decisions),
        DeckShuffled { .. } | GenerationDeckSet { .. } | HiddenRedrawn(_) | StepDone { .. } => {
            FactInfo::hidden()
        }
        GenerationEnded | ForcedAnswer { .. } | ForcedAnswersCleared { .. } => FactInfo::hidden(),
    }
}

/// Returns whether the effect uncovers a card: taking a single card uncovers the one below.
fn uncovers(effect: &Effect) -> bool {
    match effect {
        Effect::PartnerGained { card, .. } | Effect::CraftLearned { card, .. } => {
            card.data().copies == 1
        }
        Effect::Settled { .. }
        | Effect::Produced { .. }
        | Effect::Taken { .. }
        | Effect::Sold { .. } => false,
        Effect::TowerBuilt { .. }
        | Effect::ChurchBuilt { .. }
        | Effect::Decorated { .. }
        | Effect::ShipPlaced { .. } => false,
        Effect::RaidStarted
        | Effect::AssemblyCalled
        | Effect::DrawChosen { .. }
        | Effect::SinkChosen => false,
        Effect::Unburied { .. } | Effect::None => false,
    }
}

/// Returns what kind of thing is revealed, for the seat that previews, but never the thing itself.
/// Omits whatever depends on other seats' secrets.
pub fn preview_note(hidden: Hidden, seat: Seat) -> Option<String> {
    let note = match hidden {
        Hidden::Cards(who, _) if who != seat => return None,
        Hidden::Cards(_, 1) => "You draw 1 card",
        Hidden::Cards(_, count) => return Some(format!("You draw {count} cards")),
        Hidden::Reputations => "All reputations are revealed",
        Hidden::Generation => "The next generation card is revealed",
        Hidden::Piles => "The piles of cards are laid out",
        Hidden::Decisions => "Everyone's decisions are revealed",
        Hidden::Hands => "The generation ends, and all hands are revealed",
        Hidden::Beneath => "The card beneath is revealed",
        Hidden::Secret => return None,
    };
    Some(note.to_owned())
}
