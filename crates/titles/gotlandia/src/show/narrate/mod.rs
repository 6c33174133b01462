//! Narrates facts to a viewer. Secrets are told to their owner only; what no viewer may know is not
//! narrated. The short log forms are those of R25.11.
//!
//! Every match lists all facts by name, so that a new fact cannot be forgotten.

mod course;
mod end;
mod lines;
mod setup;
mod turn;

use super::super::state::Stage;
use super::super::state::facts::Fact;
use super::super::things::seats::name;
use lines::{of, plain};
use ravenpost_rules::{Narration, Seat, Viewer};

const ANSWERED: &str = "Your instruction answers";
const CARRIED_OUT: &str = "Your plan is carried out";
const DROPPED: &str = "Your plan is dropped, for nothing of this was legal";
const STOPPED: &str = "Your plan stopped where this was not legal";

/// Describes a fact to a viewer who is told of it.
pub fn sentence(fact: &Fact, viewer: Viewer) -> Option<Narration> {
    Some(match fact {
        Fact::Opened { seats, .. } => setup::opened(*seats),
        Fact::HomesDealt { neutral, .. } => setup::homes(neutral),
        Fact::SeatSetUp { .. } => return setup::began(fact),
        Fact::PilesSet { craft, trading } => setup::piled(craft, trading),
        Fact::ReputationsDealt { seat, cards } => setup::offered(*seat, *cards),
        Fact::ReputationRevealed { seat, reputation, effect } => {
            setup::reputation(*seat, *reputation, effect)
        }
        Fact::StartingPlayer { seat } => of(*seat, format!("{} begins", name(*seat))),
        Fact::GenerationRevealed { card, century, generation } => {
            course::revealed(*card, *century, *generation)
        }
        Fact::TributeDemanded { seat, owes } => course::tribute(*seat, *owes),
        Fact::OrderSealed { seat, order } => course::sealed(*seat, order, viewer),
        Fact::GoodsLost { seat, goods, .. } => course::lost(*seat, goods),
        Fact::WorkersReduced { seat, workers } => course::workers(*seat, *workers),
        Fact::Plague { removed, spared } => course::plague(removed, spared),
        Fact::PiratePlaced { dir, by, .. } => course::pirate(*dir, *by),
        Fact::PirateSupplyEmpty { dir } => {
            plain(format!("No pirate is left for the {}", dir.name()))
        }
        Fact::ShipsWrecked { dir, seats } => course::wreck(*dir, seats),
        Fact::PirateRaid { dir, hits } => course::raid(*dir, hits),
        Fact::NoPiratePlaced { seat } => of(*seat, format!("{} places no pirate", name(*seat))),
        Fact::CardsDrawn { seat, cards, new_deck } => {
            course::drew(*seat, cards, new_deck.is_some(), viewer)
        }
        Fact::CardPlayed { .. } => return turn::played(fact, viewer),
        Fact::Rested { seat } => turn::rested(*seat),
        Fact::Passed { seat } => turn::passed(*seat),
        Fact::ShipActed { seat, from, to, action } => turn::acted(*seat, *from, *to, action),
        Fact::RaidEnded { seat, bonus } => return turn::raid_over(*seat, *bonus),
        Fact::PirateSunk { seat, dir, .. } => turn::sunk(*seat, *dir),
        Fact::SilverStolen { seat, from, .. } => turn::stolen(*seat, *from),
        Fact::FollowUp { seat, effect } => return turn::followed(*seat, effect),
        Fact::HandShown { seat, cards } => end::shown(*seat, cards),
        Fact::WorkerGained { seat, workers, grain } => end::grew(*seat, *workers, *grain),
        Fact::Buried { seat, silver, cards } => end::buried(*seat, *silver, cards),
        Fact::CenturyScored { century, points } => end::scored(*century, points),
        Fact::FinalScores { vp, .. } => end::last(vp),
        Fact::GoalDecided { goal, status } => end::goal(*goal, *status),
        Fact::StageStarted { stage: Stage::Over } => plain("The game is over".to_owned()),
        Fact::InstructionSet { seat, line, .. } => own(*seat, ["Noted", line]),
        Fact::PlanAdded { seat, line, .. } => own(*seat, ["Planned", line]),
        Fact::PlanCleared { seat } => own(*seat, ["Your plan is dropped", ""]),
        Fact::PlanUsed { seat, line } => own(*seat, [CARRIED_OUT, line]),
        Fact::PlanDropped { seat, line } => own(*seat, [DROPPED, line]),
        Fact::InstructionUsed { seat, line } => own(*seat, [ANSWERED, line]),
        Fact::PlanStopped { seat, part } => own(*seat, [STOPPED, part]),
        Fact::DeckShuffled { .. } | Fact::GenerationDeckSet { .. } | Fact::HiddenRedrawn(_) => {
            return None;
        }
        Fact::StageStarted { .. } => return None,
        Fact::TurnStarted { .. } | Fact::ForcedPlay { .. } | Fact::StepDone { .. } => return None,
        Fact::OrdersRevealed
        | Fact::GenerationEnded
        | Fact::ForcedAnswer { .. }
        | Fact::ForcedAnswersCleared { .. } => return None,
    })
}

/// Describes instructions and plans to the seat that gave them.
fn own(seat: Seat, [what, line]: [&str; 2]) -> Narration {
    of(seat, if line.is_empty() { what.to_owned() } else { format!("{what}: {line}") })
}
