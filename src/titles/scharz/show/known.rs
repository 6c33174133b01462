//! Who may know a fact as it is stored, and not only what is told of it. The board lies open and
//! sheets do not: what became of a line is everybody's, the line before it came to light its
//! owner's.

use super::super::state::facts::Fact;
use crate::rules::Known;

pub fn known(fact: &Fact) -> Known {
    use Fact::*;
    match fact {
        Opened(_) | Asked(..) | Sealed(_) | Revealed(_) | Skipped(..) => Known::Everybody,
        Round(..) | Phase(_) | RearBegan | YearBegan | Noted | Over(_) => Known::Everybody,
        Settled(..) | Became(..) | Waits(_) | Arrived(_) => Known::Everybody,
        Came(..) | Fell { .. } | Went(..) => Known::Everybody,
        Gold(..) | Prestige(..) | Victory(..) | Counted(..) => Known::Everybody,
        Town(..) | Yard(..) | Site(..) | Stored(..) | Used(..) => Known::Everybody,
        Drove(..) | Bred(..) | Parted(..) | Taken(..) => Known::Everybody,
        Sown(..) | Crop(..) | Marked(..) | Unmarked(_) => Known::Everybody,
        Agreed(..) | Ended(..) | Ending(..) | Tribute(..) => Known::Everybody,
        Named(..) | Command(..) | TollSaid(..) | Marched(_) => Known::Everybody,
        BuiltTwice(_) | HiredCorsairs(_) | Recruits(..) => Known::Everybody,
        Announced(..) | Failed(..) | Out(_) | Resigned(_) => Known::Everybody,
        Winter(_) | Ice(_) | Rolled(_) | Battle(..) | Assault(..) => Known::Everybody,
        Blow(_) | Intercepted(..) | Decided(..) | WallsBroken(_) => Known::Everybody,
        Wrote(seat, _) | Struck(seat, _) | Instructed(seat, _) => Known::Seat(*seat),
        // How it means to go on in the fights that are to come.
        Fortune(seat, ..) | Stands(seat) => Known::Seat(*seat),
        // The other knows of it too, and is told; the fact is that of whose offer it is.
        Offered(from, ..) | Lapsed(from, _) => Known::Seat(*from),
    }
}
