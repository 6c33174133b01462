//! Facts in sentences, for one viewer each. Secrets are told to their owner only; what nobody may
//! know is not told at all. The short log forms are those of R25.11.
//!
//! Every fact stands in each list here by its name, so that a new one cannot slip through unread.

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

/// A fact in words, for whoever may hear of it.
pub fn sentence(fact: &Fact, viewer: Viewer) -> Option<Narration> {
    Some(match fact {
        Fact::Opened { seats, .. } => setup::opened(*seats),
        Fact::Homes { neutral, .. } => setup::homes(neutral),
        Fact::Began { .. } => return setup::began(fact),
        Fact::Piled { craft, trading } => setup::piled(craft, trading),
        Fact::Offered { seat, cards } => setup::offered(*seat, *cards),
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
        Fact::Instructed { seat, line, .. } => own(*seat, ["Noted", line]),
        Fact::Planned { seat, line, .. } => own(*seat, ["Planned", line]),
        Fact::PlanCleared { seat } => own(*seat, ["Your plan is dropped", ""]),
        Fact::PlanUsed { seat, line } => own(*seat, [CARRIED_OUT, line]),
        Fact::PlanDropped { seat, line } => own(*seat, [DROPPED, line]),
        Fact::Answered { seat, line } => own(*seat, [ANSWERED, line]),
        Fact::PlanStopped { seat, part } => own(*seat, [STOPPED, part]),
        Fact::Shuffled { .. } | Fact::Laid { .. } | Fact::Resealed(_) => return None,
        Fact::Entered { .. } => return None,
        Fact::Turn { .. } | Fact::Compelled { .. } | Fact::Done { .. } => return None,
        Fact::Unsealed | Fact::Cleared | Fact::Settled { .. } | Fact::Moved { .. } => return None,
    })
}

/// What is said of instructions and plans, to their giver alone.
fn own(seat: Seat, [what, line]: [&str; 2]) -> Narration {
    of(seat, if line.is_empty() { what.to_owned() } else { format!("{what}: {line}") })
}
