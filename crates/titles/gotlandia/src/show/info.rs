//! What every fact is for those who look on: who may know it as it is stored, who is told of it,
//! whether it is an instruction, and what it brings to light. Nobody's yet is the order of a deck,
//! and a card that lies under others.

use super::super::state::Stage;
use super::super::state::facts::{Deed, Fact, How};
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
        Opened { .. } | Homes { .. } | Began { .. } | Starter { .. } | Tribute { .. } => open,
        Workers { .. } | Calm { .. } | Quiet { .. } | Wreck { .. } | Rested { .. } => open,
        Passed { .. } | Acted { .. } | RaidOver { .. } | Buried { .. } | Grew { .. } => open,
        Scored { .. } | Final { .. } => open,
        Turn { .. } => open.untold(),
        Revealed { .. } => open.revealing(Hidden::Generation),
        Shown { cards, .. } if cards.is_empty() => open,
        Shown { .. } => open.revealing(Hidden::Hands),
        // Whether it was the only legal one tells of the rest of a hand.
        Compelled { seat, .. } => own(seat).untold(),
        Played { seat, how: How::Order, .. } => spoken(seat),
        Played { seat, how: How::Plan | How::Forced, .. } => spoken(seat).revealing(Hidden::Secret),
        Lost { seat, forced: true, .. } => spoken(seat),
        Lost { seat, forced: false, .. } => spoken(seat).revealing(Hidden::Decisions),
        Sunk { seat, .. } | Sealed { seat, .. } => spoken(seat),
        Offered { seat, .. } => own(seat).revealing(Hidden::Secret),
        Drew { seat, cards, shuffled } => {
            let info = if shuffled.is_some() { half } else { spoken(seat) };
            match cards.len() {
                0 => info,
                count => info.revealing(Hidden::Cards(*seat, count)),
            }
        }
        Instructed { seat, .. } | Planned { seat, .. } | PlanCleared { seat } => {
            FactInfo::instruction(*seat)
        }
        PlanUsed { seat, .. } | PlanDropped { seat, .. } => own(seat).revealing(Hidden::Secret),
        PlanStopped { seat, .. } | Answered { seat, .. } => own(seat),
        Piled { .. } => half.revealing(Hidden::Piles),
        Kept { .. } => half.revealing(Hidden::Reputations),
        Plague { .. } => half.revealing(Hidden::Decisions),
        Pirate { .. } | Raid { .. } | Stolen { .. } | Goal { .. } => half,
        Followed { deed, .. } if uncovers(deed) => half.revealing(Hidden::Beneath),
        Followed { .. } => half,
        Entered { stage: Stage::Over } => half,
        Entered { stage: Stage::End } => FactInfo::hidden().revealing(Hidden::Hands),
        Entered { .. } => FactInfo::hidden(),
        Unsealed => FactInfo::hidden().revealing(Hidden::Decisions),
        Shuffled { .. } | Laid { .. } | Resealed(_) | Done { .. } => FactInfo::hidden(),
        Cleared | Settled { .. } | Moved { .. } => FactInfo::hidden(),
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
