//! Narrates facts to a viewer. Secrets are narrated only to their owner, and facts that no viewer
//! may know are omitted. The short log forms are those of R25.11.
//!
//! Every match lists all facts by name, so that a new fact cannot be forgotten.

mod end;
mod lines;
mod progress;
mod setup;
mod turn;

use super::super::state::Stage;
use super::super::state::facts::Fact;
use super::super::state::standing::{InstructionChange, Name, Standing};
use super::super::things::seats::voice;
use super::words;
use lines::{of, plain};
use ravenpost_rules::text::phrase::and;
use ravenpost_rules::{Narration, Narrator, Seat};

const CARRIED_OUT: &str = "plan was carried out";
const DROPPED: &str = "plan was deleted, because none of this was legal";
const STOPPED: &str = "plan stopped at an illegal part";

/// Describes a fact for those who are told of it.
pub fn sentence(fact: &Fact, narrator: &Narrator) -> Option<Narration> {
    Some(match fact {
        Fact::Opened { seats, .. } => setup::opened(*seats),
        Fact::HomesDealt { neutral, .. } => setup::homes(neutral),
        Fact::SeatSetUp { .. } => return setup::began(fact, narrator),
        Fact::PilesSet { craft, trading } => setup::piled(craft, trading),
        Fact::ReputationsDealt { seat, cards } => setup::offered(*seat, *cards, narrator),
        Fact::ReputationRevealed { seat, reputation, effect } => {
            setup::reputation(*seat, *reputation, effect, narrator)
        }
        Fact::StartingPlayer { seat } => {
            of(*seat, voice(narrator, *seat).states("are the starting player"))
        }
        Fact::GenerationRevealed { card, century, generation } => {
            progress::revealed(*card, *century, *generation)
        }
        Fact::TributeDemanded { seat, owes } => progress::tribute(*seat, *owes, narrator),
        Fact::OrderSealed { seat, order } => progress::sealed(*seat, order, narrator),
        Fact::GoodsLost { seat, goods, .. } => progress::lost(*seat, goods, narrator),
        Fact::WorkersReduced { seat, workers } => progress::workers(*seat, *workers, narrator),
        Fact::Plague { removed, spared } => progress::plague(removed, spared, narrator),
        Fact::PiratePlaced { dir, by, .. } => progress::pirate(*dir, *by, narrator),
        Fact::PirateSupplyEmpty { dir } => {
            plain(format!("No pirate token is left for the {}", dir.name()))
        }
        Fact::ShipsWrecked { dir, seats } => progress::wreck(*dir, seats, narrator),
        Fact::PirateRaid { dir, hits } => progress::raid(*dir, hits, narrator),
        Fact::NoPiratePlaced { seat } => of(*seat, voice(narrator, *seat).does("place no pirate")),
        Fact::CardsDrawn { seat, cards, new_deck } => {
            progress::drew(*seat, cards, new_deck.is_some(), narrator)
        }
        Fact::CardPlayed { .. } => return turn::played(fact, narrator),
        Fact::Rested { seat } => turn::rested(*seat, narrator),
        Fact::Passed { seat } => turn::passed(*seat, narrator),
        Fact::ShipActed { seat, from, to, action } => {
            turn::acted(*seat, *from, *to, action, narrator)
        }
        Fact::RaidEnded { seat, bonus } => return turn::raid_over(*seat, *bonus, narrator),
        Fact::PirateSunk { seat, dir, .. } => turn::sunk(*seat, *dir, narrator),
        Fact::SilverStolen { seat, from, .. } => turn::stolen(*seat, *from, narrator),
        Fact::FollowUp { seat, effect } => return turn::followed(*seat, effect, narrator),
        Fact::HandShown { seat, cards } => end::shown(*seat, cards, narrator),
        Fact::WorkerGained { seat, workers, grain } => end::grew(*seat, *workers, *grain, narrator),
        Fact::Buried { seat, silver, cards } => end::buried(*seat, *silver, cards, narrator),
        Fact::CenturyScored { century, points } => end::scored(*century, points, narrator),
        Fact::FinalScores { vp, .. } => end::last(vp, narrator),
        Fact::GoalDecided { goal, status } => end::goal(*goal, *status),
        Fact::StageStarted { stage: Stage::Over } => plain("The game is over".to_owned()),
        Fact::InstructionSet { seat, standing, line } => instructs(*seat, standing, line, narrator),
        Fact::PlanAdded { seat, line, .. } => says(*seat, "plan", line, narrator),
        Fact::PlanCleared { seat } => of(*seat, voice(narrator, *seat).has("plan is deleted")),
        Fact::PlanUsed { seat, line } => own(*seat, CARRIED_OUT, line, narrator),
        Fact::PlanDropped { seat, line } => own(*seat, DROPPED, line, narrator),
        Fact::InstructionUsed { seat, line } => answered(*seat, line, narrator),
        Fact::PlanStopped { seat, part } => own(*seat, STOPPED, part, narrator),
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

/// Describes a plan to the seat that made it.
fn says(seat: Seat, verb: &str, line: &str, narrator: &Narrator) -> Narration {
    of(seat, voice(narrator, seat).does(&format!("{verb}: {line}")))
}

/// Describes an instruction to the seat that gave it.
fn instructs(seat: Seat, standing: &Standing, line: &str, narrator: &Narrator) -> Narration {
    let name = Name::in_order(line);
    let change = name.map(|name| standing.of(name).unwrap_or(InstructionChange::Off(name)));
    let what = change.map_or_else(|| line.to_owned(), |change| words::instruction(&change));
    of(seat, voice(narrator, seat).does(&format!("set a standing order: {what}")))
}

/// Narrates which instructions answered for a seat. Other facts narrate their effects.
fn answered(seat: Seat, lines: &str, narrator: &Narrator) -> Narration {
    let names = lines.split("; ").filter_map(Name::in_order);
    let subjects: Vec<&str> = names.map(words::subject).collect();
    let what = format!("standing order for {} was followed", and(&subjects));
    of(seat, voice(narrator, seat).has(&what))
}

/// Describes to a seat what its plan did.
fn own(seat: Seat, what: &str, line: &str, narrator: &Narrator) -> Narration {
    of(seat, voice(narrator, seat).has(&format!("{what}: {line}")))
}

/// Returns whether a fact states the result of the draw with this purpose.
pub fn narrates_result(fact: &Fact, purpose: &str) -> bool {
    match purpose {
        "home" => matches!(fact, Fact::SeatSetUp { .. }),
        "craft piles" | "trading piles" => matches!(fact, Fact::PilesSet { .. }),
        _ => false,
    }
}
