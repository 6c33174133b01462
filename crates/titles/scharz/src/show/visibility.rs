//! What every fact is for those who look on: who may know it as it is stored, and not only what is
//! told of it, and whether it is a deed, an instruction, or something hidden that comes to light.
//! The board lies open and sheets do not: what became of a line is everybody's, the line before it
//! came to light its owner's.

use super::super::state::facts::Fact;
use ravenpost_rules::Visibility;

/// What a fact is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nature {
    /// It happened on the board.
    Deed,
    /// It only writes down what its seat wants done later.
    Instruction,
    /// It brings the sheets of others to light.
    Reveals,
}

/// Who may know a fact, and what it is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Info {
    pub known: Visibility,
    pub nature: Nature,
}

pub fn info(fact: &Fact) -> Info {
    use Fact::*;
    let open = Info { known: Visibility::Everybody, nature: Nature::Deed };
    let of = |seat, nature| Info { known: Visibility::Seat(seat), nature };
    match fact {
        Opened(_) | Asked(..) | Sealed(_) | Skipped(..) | Over(_) => open,
        Round(..) | Phase(_) | RearBegan | YearBegan | Noted => open,
        Settled(..) | Became(..) | Waits(_) | Arrived(_) => open,
        Came(..) | Fell { .. } | Went(..) => open,
        Gold(..) | Prestige(..) | Victory(..) | Counted(..) => open,
        Town(..) | Yard(..) | Site(..) | Stored(..) | Used(..) => open,
        Drove(..) | Bred(..) | Parted(..) | Taken(..) => open,
        Sown(..) | Crop(..) | Marked(..) | Unmarked(_) => open,
        Agreed(..) | Ended(..) | Ending(..) | Tribute(..) => open,
        Named(..) | Command(..) | TollSaid(..) | Marched(_) => open,
        BuiltTwice(_) | HiredCorsairs(_) | Recruits(..) => open,
        Announced(..) | Failed(..) | Out(_) | Resigned(_) => open,
        Winter(_) | Ice(_) | Rolled(_) | Battle(..) | Assault(..) => open,
        Blow(_) | Intercepted(..) | Decided(..) | WallsBroken(_) => open,
        Revealed(_) => Info { nature: Nature::Reveals, ..open },
        Wrote(seat, _) | Struck(seat, _) | Instructed(seat, _) => of(*seat, Nature::Instruction),
        // How it means to go on in the fights that are to come.
        Fortune(seat, ..) | Stands(seat) => of(*seat, Nature::Deed),
        // The other knows of it too, and is told; the fact is that of whose offer it is.
        Offered(from, ..) | Lapsed(from, _) => of(*from, Nature::Deed),
    }
}

pub fn visibility(fact: &Fact) -> Visibility {
    info(fact).known
}

/// Whether a fact brought something hidden to light: the sheets of the others.
pub fn reveals(fact: &Fact) -> bool {
    info(fact).nature == Nature::Reveals
}

/// Whether a fact only writes down what its seat wants done later: doctrine, and lines of a sheet
/// that is not closed yet.
pub fn is_instruction(fact: &Fact) -> bool {
    info(fact).nature == Nature::Instruction
}
