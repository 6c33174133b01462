//! Who may know a fact as it is stored, and not only what is told of it. Whatever is not named here
//! is nobody's yet: the order of a deck, a card that lies under others.

use super::super::super::state::facts::Fact;
use ravenpost_rules::Known;

pub fn known(fact: &Fact) -> Known {
    match fact {
        Fact::Opened { .. } | Fact::Homes { .. } | Fact::Began { .. } => Known::Everybody,
        Fact::Starter { .. } | Fact::Tribute { .. } | Fact::Workers { .. } => Known::Everybody,
        Fact::Revealed { .. } | Fact::Calm { .. } | Fact::Quiet { .. } => Known::Everybody,
        Fact::Wreck { .. } | Fact::Turn { .. } | Fact::Rested { .. } => Known::Everybody,
        Fact::Passed { .. } | Fact::Acted { .. } | Fact::RaidOver { .. } => Known::Everybody,
        Fact::Shown { .. } | Fact::Buried { .. } | Fact::Grew { .. } => Known::Everybody,
        Fact::Scored { .. } | Fact::Final { .. } => Known::Everybody,
        // Whether it was the only legal one tells of the rest of a hand.
        Fact::Played { seat, .. } | Fact::Compelled { seat, .. } => Known::Seat(*seat),
        Fact::Lost { seat, .. } | Fact::Sunk { seat, .. } => Known::Seat(*seat),
        Fact::Offered { seat, .. } | Fact::Sealed { seat, .. } => Known::Seat(*seat),
        Fact::Drew { seat, shuffled: None, .. } => Known::Seat(*seat),
        Fact::Instructed { seat, .. } | Fact::Planned { seat, .. } => Known::Seat(*seat),
        Fact::PlanCleared { seat } | Fact::PlanUsed { seat, .. } => Known::Seat(*seat),
        Fact::PlanDropped { seat, .. } | Fact::PlanStopped { seat, .. } => Known::Seat(*seat),
        _ => Known::Nobody,
    }
}
