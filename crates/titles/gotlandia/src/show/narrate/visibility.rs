//! Who may know a fact as it is stored, and not only what is told of it. Whatever is not named here
//! is nobody's yet: the order of a deck, a card that lies under others.

use super::super::super::state::facts::Fact;
use ravenpost_rules::Visibility;

pub fn visibility(fact: &Fact) -> Visibility {
    match fact {
        Fact::Opened { .. } | Fact::Homes { .. } | Fact::Began { .. } => Visibility::Everybody,
        Fact::Starter { .. } | Fact::Tribute { .. } | Fact::Workers { .. } => Visibility::Everybody,
        Fact::Revealed { .. } | Fact::Calm { .. } | Fact::Quiet { .. } => Visibility::Everybody,
        Fact::Wreck { .. } | Fact::Turn { .. } | Fact::Rested { .. } => Visibility::Everybody,
        Fact::Passed { .. } | Fact::Acted { .. } | Fact::RaidOver { .. } => Visibility::Everybody,
        Fact::Shown { .. } | Fact::Buried { .. } | Fact::Grew { .. } => Visibility::Everybody,
        Fact::Scored { .. } | Fact::Final { .. } => Visibility::Everybody,
        // Whether it was the only legal one tells of the rest of a hand.
        Fact::Played { seat, .. } | Fact::Compelled { seat, .. } => Visibility::Seat(*seat),
        Fact::Lost { seat, .. } | Fact::Sunk { seat, .. } => Visibility::Seat(*seat),
        Fact::Offered { seat, .. } | Fact::Sealed { seat, .. } => Visibility::Seat(*seat),
        Fact::Drew { seat, shuffled: None, .. } => Visibility::Seat(*seat),
        Fact::Instructed { seat, .. } | Fact::Planned { seat, .. } => Visibility::Seat(*seat),
        Fact::PlanCleared { seat } | Fact::PlanUsed { seat, .. } => Visibility::Seat(*seat),
        Fact::PlanDropped { seat, .. } | Fact::PlanStopped { seat, .. } => Visibility::Seat(*seat),
        _ => Visibility::Nobody,
    }
}
