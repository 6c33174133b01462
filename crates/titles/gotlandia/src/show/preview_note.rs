//! What may be said before an order of a fact that will bring something to light.

use super::super::state::Stage;
use super::super::state::facts::{Deed, Fact};
use ravenpost_rules::Seat;

/// What kind of thing comes to light, for the seat that looks; never what it is. What hangs on
/// the secrets of others is not said at all.
pub fn preview_note(fact: &Fact, seat: Seat) -> Option<String> {
    Some(match fact {
        Fact::Drew { seat: who, cards, .. } if *who == seat => match cards.len() {
            1 => "You draw 1 card".to_owned(),
            count => format!("You draw {count} cards"),
        },
        Fact::Kept { .. } => "All reputations are shown".to_owned(),
        Fact::Revealed { .. } => "The next generation is revealed".to_owned(),
        Fact::Piled { .. } => "The piles of cards are laid out".to_owned(),
        Fact::Unsealed | Fact::Lost { .. } | Fact::Plague { .. } => {
            "What everybody has decided is shown".to_owned()
        }
        Fact::Shown { .. } | Fact::Entered { stage: Stage::End } => {
            "The generation ends, and hands are shown".to_owned()
        }
        Fact::Followed { deed: Deed::Partner { .. } | Deed::Learned { .. }, .. } => {
            "The card beneath is uncovered".to_owned()
        }
        Fact::Drew { .. } | Fact::Entered { .. } | Fact::Followed { .. } => return None,
        // A preview goes on past these: they bring nothing to light.
        Fact::Opened { .. } | Fact::Homes { .. } | Fact::Began { .. } => return None,
        Fact::Shuffled { .. } | Fact::Laid { .. } | Fact::Resealed(_) => return None,
        Fact::Starter { .. } => return None,
        Fact::Sealed { .. } | Fact::Tribute { .. } | Fact::Workers { .. } => return None,
        Fact::Pirate { .. } | Fact::Calm { .. } | Fact::Wreck { .. } => return None,
        Fact::Raid { .. } | Fact::Quiet { .. } | Fact::Turn { .. } => return None,
        Fact::Compelled { .. } | Fact::Rested { .. } | Fact::Passed { .. } => return None,
        Fact::Acted { .. } | Fact::RaidOver { .. } | Fact::Sunk { .. } => return None,
        Fact::Stolen { .. } | Fact::Done { .. } | Fact::Grew { .. } => return None,
        Fact::Buried { .. } | Fact::Cleared | Fact::Scored { .. } => return None,
        Fact::Final { .. } | Fact::Goal { .. } | Fact::Settled { .. } => return None,
        Fact::Moved { .. } | Fact::Instructed { .. } | Fact::Planned { .. } => return None,
        Fact::PlanCleared { .. } | Fact::PlanStopped { .. } => return None,
        // What comes of these for others, or whether a plan was theirs, is not said beforehand.
        Fact::Offered { .. } | Fact::Played { .. } => return None,
        Fact::PlanUsed { .. } | Fact::PlanDropped { .. } => return None,
    })
}
