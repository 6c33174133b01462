//! Facts in sentences, for one viewer each. Secrets are told to their owner only; what nobody may
//! know is not told at all. The short log forms are those of R25.11.
//!
//! Every fact stands in each list here by its name, so that a new one cannot slip through unread.

mod course;
mod end;
mod lines;
mod setup;
mod turn;
mod visibility;

use super::super::state::Stage;
use super::super::state::facts::{Deed, Fact, How};
use super::super::things::seats::name;
use lines::{of, plain};
use ravenpost_rules::{Narration, Seat, Viewer};
pub use visibility::visibility;

const CARRIED_OUT: &str = "Your plan is carried out";
const DROPPED: &str = "Your plan is dropped, for nothing of this was legal";
const STOPPED: &str = "Your plan stopped where this was not legal";

pub fn narrate(fact: &Fact, viewer: Viewer) -> Option<Narration> {
    Some(match fact {
        Fact::Opened { seats, .. } => setup::opened(*seats),
        Fact::Homes { neutral, .. } => setup::homes(neutral),
        Fact::Began { .. } => return setup::began(fact),
        Fact::Piled { craft, trading } => setup::piled(craft, trading),
        Fact::Offered { seat, cards } => return setup::offered(*seat, *cards, viewer),
        Fact::Kept { seat, rep, gift } => setup::kept(*seat, *rep, gift),
        Fact::Starter { seat } => of(*seat, format!("{} begins", name(*seat))),
        Fact::Revealed { card, century, generation } => {
            course::revealed(*card, *century, *generation)
        }
        Fact::Tribute { seat, owes } => course::tribute(*seat, *owes),
        Fact::Sealed { seat, order } => course::sealed(*seat, order, viewer),
        Fact::Lost { seat, goods, .. } => course::lost(*seat, goods),
        Fact::Workers { seat, workers } => course::workers(*seat, *workers),
        Fact::Plague { removed, spared } => course::plague(removed, spared),
        Fact::Pirate { dir, by, .. } => course::pirate(*dir, *by),
        Fact::Calm { dir } => plain(format!("No pirate is left for the {}", dir.name())),
        Fact::Wreck { dir, seats } => course::wreck(*dir, seats),
        Fact::Raid { dir, hits } => course::raid(*dir, hits),
        Fact::Quiet { seat } => of(*seat, format!("{} places no pirate", name(*seat))),
        Fact::Drew { seat, cards, shuffled } => {
            course::drew(*seat, cards, shuffled.is_some(), viewer)
        }
        Fact::Played { .. } => return turn::played(fact, viewer),
        Fact::Rested { seat } => turn::rested(*seat),
        Fact::Passed { seat } => turn::passed(*seat),
        Fact::Acted { seat, from, to, act } => turn::acted(*seat, *from, *to, act),
        Fact::RaidOver { seat, bonus } => return turn::raid_over(*seat, *bonus),
        Fact::Sunk { seat, dir, .. } => turn::sunk(*seat, *dir),
        Fact::Stolen { seat, from, .. } => turn::stolen(*seat, *from),
        Fact::Followed { seat, deed } => return turn::followed(*seat, deed),
        Fact::Shown { seat, cards } => end::shown(*seat, cards),
        Fact::Grew { seat, workers, grain } => end::grew(*seat, *workers, *grain),
        Fact::Buried { seat, silver, cards } => end::buried(*seat, *silver, cards),
        Fact::Scored { century, points } => end::scored(*century, points),
        Fact::Final { vp, .. } => end::last(vp),
        Fact::Goal { goal, now } => end::goal(*goal, *now),
        Fact::Entered { stage: Stage::Over } => plain("The game is over".to_owned()),
        Fact::Instructed { seat, line, .. } => return own(*seat, viewer, ["Noted", line]),
        Fact::Planned { seat, line, .. } => return own(*seat, viewer, ["Planned", line]),
        Fact::PlanCleared { seat } => return own(*seat, viewer, ["Your plan is dropped", ""]),
        Fact::PlanUsed { seat, line } => return own(*seat, viewer, [CARRIED_OUT, line]),
        Fact::PlanDropped { seat, line } => return own(*seat, viewer, [DROPPED, line]),
        Fact::PlanStopped { seat, part } => return own(*seat, viewer, [STOPPED, part]),
        Fact::Shuffled { .. } | Fact::Laid { .. } | Fact::Resealed(_) => return None,
        Fact::Entered { .. } => return None,
        Fact::Turn { .. } | Fact::Compelled { .. } | Fact::Done { .. } => return None,
        Fact::Unsealed | Fact::Cleared | Fact::Settled { .. } | Fact::Moved { .. } => return None,
    })
}

/// What is said of instructions and plans, to their giver alone.
fn own(seat: Seat, viewer: Viewer, [what, line]: [&str; 2]) -> Option<Narration> {
    let text = if line.is_empty() { what.to_owned() } else { format!("{what}: {line}") };
    viewer.is(seat).then(|| of(seat, text))
}

/// Whether the fact brought something hidden to light: a card, a sealed order, a plan.
pub fn reveals(fact: &Fact) -> bool {
    match fact {
        Fact::Drew { cards, .. } | Fact::Shown { cards, .. } => !cards.is_empty(),
        Fact::Piled { .. } | Fact::Offered { .. } | Fact::Revealed { .. } => true,
        Fact::Kept { .. } | Fact::Plague { .. } | Fact::Unsealed => true,
        Fact::PlanUsed { .. } | Fact::PlanDropped { .. } => true,
        Fact::Entered { stage } => *stage == Stage::End,
        Fact::Lost { forced, .. } => !forced,
        Fact::Played { how, .. } => *how != How::Order,
        Fact::Followed { deed, .. } => uncovers(deed),
        Fact::Opened { .. } | Fact::Homes { .. } | Fact::Began { .. } => false,
        Fact::Shuffled { .. } | Fact::Laid { .. } | Fact::Resealed(_) => false,
        Fact::Starter { .. } => false,
        Fact::Sealed { .. } | Fact::Tribute { .. } | Fact::Workers { .. } => false,
        Fact::Pirate { .. } | Fact::Calm { .. } | Fact::Wreck { .. } | Fact::Raid { .. } => false,
        Fact::Quiet { .. } | Fact::Turn { .. } | Fact::Compelled { .. } => false,
        Fact::Rested { .. } | Fact::Passed { .. } | Fact::Acted { .. } => false,
        Fact::RaidOver { .. } | Fact::Sunk { .. } | Fact::Stolen { .. } => false,
        Fact::Done { .. } | Fact::Grew { .. } | Fact::Buried { .. } | Fact::Cleared => false,
        Fact::Scored { .. } | Fact::Final { .. } | Fact::Goal { .. } => false,
        Fact::Instructed { .. } | Fact::Planned { .. } | Fact::PlanCleared { .. } => false,
        Fact::PlanStopped { .. } | Fact::Settled { .. } | Fact::Moved { .. } => false,
    }
}

/// Taking a single card uncovers the one beneath.
fn uncovers(deed: &Deed) -> bool {
    match deed {
        Deed::Partner { card, .. } | Deed::Learned { card, .. } => card.data().copies == 1,
        Deed::Settled { .. } | Deed::Produced { .. } | Deed::Took { .. } | Deed::Sold { .. } => {
            false
        }
        Deed::Tower { .. } | Deed::Church { .. } | Deed::Decorated { .. } | Deed::Ship { .. } => {
            false
        }
        Deed::Raided | Deed::Assembly | Deed::Drawing { .. } | Deed::Sinking => false,
        Deed::Unburied { .. } | Deed::Nothing => false,
    }
}

/// Whether the fact only writes down what a seat wants done later.
pub fn is_instruction(fact: &Fact) -> bool {
    // A new fact is something that happened unless it is named here.
    matches!(fact, Fact::Instructed { .. } | Fact::Planned { .. } | Fact::PlanCleared { .. })
}
