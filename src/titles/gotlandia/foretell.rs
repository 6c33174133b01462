//! What may be said before an order of a fact that will bring something to light.

use super::facts::{Deed, Fact};
use super::state::Stage;
use crate::rules::Seat;

/// What kind of thing comes to light, for the seat that looks; never what it is. What hangs on
/// the secrets of others is not said at all.
pub fn foretell(fact: &Fact, seat: Seat) -> Option<String> {
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
        _ => return None,
    })
}
