//! Who may know a fact as it is stored, and not only what is told of it. Whatever is not named here
//! is nobody's yet: the order of the Orlog, a face that is tucked away.

use super::super::super::state::facts::Fact;
use ravenpost_rules::Known;

pub fn known(fact: &Fact) -> Known {
    use Fact::*;
    match fact {
        Dealt(_) | Placed(..) | Round(_) | Passed(_) | Over(_) => Known::Everybody,
        Proposed(..) | Unsealed | Queued(_) | Returned(_) | Began(_) => Known::Everybody,
        Phase(_) | Skipped(_) | Cleared(..) | Settled(..) | Expanded(..) => Known::Everybody,
        Rebuilt(..) | Sent(..) | Rode(_) | Crossed(..) | Reached(..) => Known::Everybody,
        Broken(_) | Halted(..) | LetPass(_) | Feud(_) | Turned(..) => Known::Everybody,
        Accepted(..) | Held(_) | Won(..) | Slain(_) | Razed(_) | Spared(_) => Known::Everybody,
        Settlement | PutOut(..) | CameHome(..) | Harvested(_) => Known::Everybody,
        Burned(_) | Captured(_) | Scored(..) | Recovered => Known::Everybody,
        Eliminated(_) | Arson(_) | Strayed(..) => Known::Everybody,
        // Other faces are seen while one chooses among them, and never again (R22.1).
        Drew(drew) if drew.open => Known::Everybody,
        Sealed(who, _) | Voted(who, _) => Known::Seat(who.seat),
        Instructed(who, _) | Left(who, ..) | Withdrawn(who) => Known::Seat(who.seat),
        Taken(who, ..) | Obeyed(who) | Dropped(who, ..) => Known::Seat(who.seat),
        _ => Known::Nobody,
    }
}
