//! Who may know a fact as it is stored, and not only what is told of it. Whatever is not named here
//! is nobody's yet: the order of a pile, how much gold came in.

use super::super::super::state::facts::Fact;
use ravenpost_rules::Visibility;

pub fn visibility(fact: &Fact) -> Visibility {
    match fact {
        Fact::Opened(_) | Fact::Home(..) | Fact::Shown(..) | Fact::Round(..) => {
            Visibility::Everybody
        }
        Fact::TimeUp | Fact::Over | Fact::RoundOver | Fact::Ended(_) => Visibility::Everybody,
        Fact::Began(..) | Fact::Swapped(..) | Fact::LaidDown(..) => Visibility::Everybody,
        Fact::Moved(_) | Fact::Boarded(_) | Fact::Sailed(_) | Fact::Landed(..) => {
            Visibility::Everybody
        }
        Fact::Attacked(..) | Fact::Retired(..) | Fact::Withdrew(..) => Visibility::Everybody,
        Fact::Beaten { .. } | Fact::AxesBroken { .. } | Fact::Took(_) => Visibility::Everybody,
        Fact::Shifted(..) | Fact::Posted(..) | Fact::Lifted(..) => Visibility::Everybody,
        Fact::Converted(..) | Fact::Cast { .. } | Fact::Cleansed(..) => Visibility::Everybody,
        Fact::Built { .. } | Fact::BuiltNothing(_) => Visibility::Everybody,
        Fact::DrewRunes(who, _) | Fact::Planned(who, _) => Visibility::Seat(who.seat),
        Fact::Offering { who, .. } | Fact::Claiming(who, _) => Visibility::Seat(who.seat),
        Fact::Instructed(who, _) | Fact::Left(who, _) => Visibility::Seat(who.seat),
        Fact::Taken(who, _) | Fact::Stopped(who, ..) | Fact::Obeyed(who) => {
            Visibility::Seat(who.seat)
        }
        _ => Visibility::Nobody,
    }
}
