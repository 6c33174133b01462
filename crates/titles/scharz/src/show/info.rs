//! What every fact is for those who look on: who may know it as it is stored, who is told of it,
//! and whether it is an instruction or brings something hidden to light. The board lies open and
//! sheets do not: what became of a line is everybody's, the line before it came to light its
//! owner's.

use super::super::state::Step;
use super::super::state::facts::Fact;
use ravenpost_rules::{Audience, FactInfo, Seat};

/// What comes to light: the sheets that everybody has filled in for a step.
pub type Hidden = Step;

pub fn info(fact: &Fact) -> FactInfo<Hidden> {
    use Fact::*;
    let open = FactInfo::open();
    match fact {
        Opened(_) | Sealed(_) | Skipped(..) | Over(_) | Round(..) | Phase(_) => open,
        Settled(..) | Became(..) | Waits(_) | Arrived(_) => open,
        Came(..) | Fell { .. } | Went(..) => open,
        Gold(..) | Prestige(..) | Victory(..) => open,
        Town(..) | Yard(..) | Site(..) | Stored(..) => open,
        Drove(..) | Bred(..) | Parted(..) | Taken(..) => open,
        Sown(..) | Crop(..) | Marked(..) => open,
        Agreed(..) | Ended(..) | Ending(..) => open,
        Named(..) | Command(..) | TollSaid(..) | Marched(_) | BuiltTwice(_) => open,
        Announced(..) | Failed(..) | Out(_) | Resigned(_) => open,
        Winter(_) | Ice(_) | Rolled(_) | Battle(..) | Assault(..) => open,
        Blow(_) | Intercepted(..) | Decided(..) | WallsBroken(_) => open,
        // What counts of them is told where it matters.
        Asked(..) | RearBegan | YearBegan | Noted => open.untold(),
        Counted(..) | Used(..) | Unmarked(_) | Tribute(..) => open.untold(),
        HiredCorsairs(_) | Recruits(..) => open.untold(),
        Revealed(step) => open.revealing(*step),
        Wrote(seat, _) | Struck(seat, _) | Instructed(seat, _) => FactInfo::instruction(*seat),
        Answered(seat, ..) => FactInfo::own(*seat),
        // How it means to go on in the fights that are to come.
        Fortune(seat, ..) | Tries(seat, _) | Stands(seat) => FactInfo::own(*seat).untold(),
        // The other knows of it too, and is told; the fact is that of whose offer it is.
        Offered(from, to, _) | Lapsed(from, to) => {
            FactInfo::own(*from).told_to(Audience::Both(*from, *to))
        }
    }
}

/// What may be said beforehand of sheets that come to light.
pub fn preview_note(step: Hidden, _seat: Seat) -> Option<String> {
    Some(format!("All sheets of the {} come to light", step.slug()))
}
