//! Who may know a fact as it is stored, and not only what is told of it. Whatever is not named here
//! is nobody's yet: the order of the Orlog, a face that is tucked away.

use super::super::super::state::facts::Fact;
use ravenpost_rules::Visibility;

pub fn visibility(fact: &Fact) -> Visibility {
    use Fact::*;
    match fact {
        Dealt(_) | Placed(..) | Round(_) | Passed(_) | Over(_) => Visibility::Everybody,
        Proposed(..) | Unsealed | Queued(_) | Returned(_) | Began(_) => Visibility::Everybody,
        Phase(_) | Skipped(_) | Cleared(..) | Settled(..) | Expanded(..) => Visibility::Everybody,
        Rebuilt(..) | Sent(..) | Rode(_) | Crossed(..) | Reached(..) => Visibility::Everybody,
        Broken(_) | Halted(..) | LetPass(_) | Feud(_) | Turned(..) => Visibility::Everybody,
        Accepted(..) | Held(_) | Won(..) | Slain(_) | Razed(_) | Spared(_) => Visibility::Everybody,
        Settlement | PutOut(..) | CameHome(..) | Harvested(_) => Visibility::Everybody,
        Burned(_) | Captured(_) | Scored(..) | Recovered => Visibility::Everybody,
        Eliminated(_) | Arson(_) | Strayed(..) => Visibility::Everybody,
        // Other faces are seen while one chooses among them, and never again (R22.1).
        Drew(drew) if drew.open => Visibility::Everybody,
        Sealed(who, _) | Voted(who, _) => Visibility::Seat(who.seat),
        Instructed(who, _) | Left(who, ..) | Withdrawn(who) => Visibility::Seat(who.seat),
        Taken(who, ..) | Obeyed(who) | Dropped(who, ..) => Visibility::Seat(who.seat),
        _ => Visibility::Nobody,
    }
}
