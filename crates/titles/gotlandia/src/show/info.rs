//! What every fact is for those who look on: who may know it as it is stored, who is told of it,
//! whether it is an instruction, and what it brings to light. Nobody's yet is the order of a deck,
//! and a card that lies under others.

use super::super::state::Stage;
use super::super::state::facts::{Cause, Fact};
use super::super::state::plays::Effect;
use ravenpost_rules::{Audience, FactInfo, Seat};

/// What comes to light.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Hidden {
    /// So many cards of a seat.
    Cards(Seat, usize),
    Reputations,
    Generation,
    Piles,
    /// What everybody has decided for itself.
    Decisions,
    /// The hands, when a generation ends.
    Hands,
    /// The card beneath the one that was taken.
    Beneath,
    /// What comes of it for others, or whether a plan was theirs: nothing is said of it.
    Secret,
}

pub fn info(fact: &Fact) -> FactInfo<Hidden> {
    use Fact::*;
    let open = FactInfo::open();
    // What stands in them is nobody's to know yet, and less is told of it to everybody.
    let half = FactInfo::hidden().told_to(Audience::Everybody);
    let own = |seat: &Seat| FactInfo::own(*seat);
    let spoken = |seat: &Seat| own(seat).told_to(Audience::Everybody);
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
        // Whether it was the only legal one tells of the rest of a hand.
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

/// Taking a single card uncovers the one beneath.
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

/// What kind of thing comes to light, for the seat that looks; never what it is. What hangs on
/// the secrets of others is not said at all.
pub fn preview_note(hidden: Hidden, seat: Seat) -> Option<String> {
    let note = match hidden {
        Hidden::Cards(who, _) if who != seat => return None,
        Hidden::Cards(_, 1) => "You draw 1 card",
        Hidden::Cards(_, count) => return Some(format!("You draw {count} cards")),
        Hidden::Reputations => "All reputations are shown",
        Hidden::Generation => "The next generation is revealed",
        Hidden::Piles => "The piles of cards are laid out",
        Hidden::Decisions => "What everybody has decided is shown",
        Hidden::Hands => "The generation ends, and hands are shown",
        Hidden::Beneath => "The card beneath is uncovered",
        Hidden::Secret => return None,
    };
    Some(note.to_owned())
}
