//! Who may know a fact as it is stored, and not only what is told of it. Whatever is not named here
//! is nobody's yet: the order of a pile, how much gold came in.

use super::super::super::state::facts::Fact;
use ravenpost_rules::Known;

pub fn known(fact: &Fact) -> Known {
    match fact {
        Fact::Opened(_) | Fact::Home(..) | Fact::Shown(..) | Fact::Round(..) => Known::Everybody,
        Fact::TimeUp | Fact::Over | Fact::RoundOver | Fact::Ended(_) => Known::Everybody,
        Fact::Began(..) | Fact::Swapped(..) | Fact::LaidDown(..) => Known::Everybody,
        Fact::Moved(_) | Fact::Boarded(_) | Fact::Sailed(_) | Fact::Landed(..) => Known::Everybody,
        Fact::Attacked(..) | Fact::Retired(..) | Fact::Withdrew(..) => Known::Everybody,
        Fact::Beaten { .. } | Fact::AxesBroken { .. } | Fact::Took(_) => Known::Everybody,
        Fact::Shifted(..) | Fact::Posted(..) | Fact::Lifted(..) => Known::Everybody,
        Fact::Converted(..) | Fact::Cast { .. } | Fact::Cleansed(..) => Known::Everybody,
        Fact::Built { .. } | Fact::BuiltNothing(_) => Known::Everybody,
        Fact::DrewRunes(who, _) | Fact::Planned(who, _) => Known::Seat(who.seat),
        Fact::Offering { who, .. } | Fact::Claiming(who, _) => Known::Seat(who.seat),
        Fact::Instructed(who, _) | Fact::Left(who, _) => Known::Seat(who.seat),
        Fact::Taken(who, _) | Fact::Stopped(who, ..) | Fact::Obeyed(who) => Known::Seat(who.seat),
        _ => Known::Nobody,
    }
}
