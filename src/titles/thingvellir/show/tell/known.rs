//! Who may know a fact as it is stored, and not only what is told of it. Whatever is not named here
//! is nobody's yet: the order of the Orlog, a face that is tucked away.

use super::super::super::state::facts::{Drew, Fact};
use crate::rules::Known;

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
        Drew(drew) => drawn(drew),
        Sealed(who, _) | Voted(who, _) | Added(who, ..) => Known::Seat(who.seat),
        Instructed(who, _) | Left(who, ..) | Withdrawn(who) => Known::Seat(who.seat),
        Taken(who, ..) | Obeyed(who) | Dropped(who, ..) => Known::Seat(who.seat),
        _ => Known::Nobody,
    }
}

fn drawn(drew: &Drew) -> Known {
    match drew {
        Drew { open: true, .. } => Known::Everybody,
        Drew { who: Some(who), .. } => Known::Seat(who.seat),
        Drew { who: None, .. } => Known::Nobody,
    }
}
