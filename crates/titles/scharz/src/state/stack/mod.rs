//! Places of units (R7.1), and stacks of identical units.

pub mod mark;
mod written;

use serde::{Deserialize, Serialize};

use super::super::things::ids::Field;
use super::super::things::kinds::{Kind, Level, MapId};
use super::super::things::units::Unit;
use super::super::things::words::words;
use ravenpost_rules::list::List;
use written::Written;

/// Maximum number of stacks of a seat, one for each of 40 units.
pub const STACKS: usize = 40;

words!(
    /// The place of a unit on a field.
    Place, "place", {
        Open = "open",
        Works = "works",
        Inside = "inside",
        Afloat = "afloat",
        Quay = "quay",
        Aboard = "aboard",
    }
);

impl Place {
    /// Whether it counts as on the field by the rules: not inside walls or at a quay.
    pub fn is_out(self) -> bool {
        !matches!(self, Place::Inside | Place::Quay)
    }
}

/// Identical units of one seat. `n` comes last, so that it is the last key of the derived order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "Written", into = "Written")]
pub struct Stack {
    pub at: Field,
    pub unit: Unit,
    pub place: Place,
    /// What they have done this round, as bits of [`mark`].
    pub marks: u16,
    /// Neutral fields passed this round, as bits of [`hazard_bit`].
    pub via: u16,
    pub n: u8,
}

/// The bit of a neutral field among those of its map.
pub fn hazard_bit(field: Field) -> u16 {
    1 << hazards(field.map()).position(|one| one == field).unwrap_or_default()
}

fn hazards(map: MapId) -> impl Iterator<Item = Field> {
    map.data().all().filter(|one| one.is_neutral())
}

impl Stack {
    pub fn new(n: u8, kind: Kind, at: Field, place: Place) -> Stack {
        Stack { n, unit: Unit::of(kind), at, place, marks: 0, via: 0 }
    }

    pub fn kind(&self) -> Kind {
        self.unit.kind
    }

    pub fn has(&self, mark: u16) -> bool {
        self.marks & mark != 0
    }

    #[must_use]
    pub fn of(mut self, n: u8) -> Stack {
        self.n = n;
        self
    }

    #[must_use]
    pub fn to(mut self, at: Field, place: Place) -> Stack {
        self.at = at;
        self.place = place;
        self
    }

    #[must_use]
    pub fn mark(mut self, marks: u16) -> Stack {
        self.marks |= marks;
        self
    }

    #[must_use]
    pub fn unmark(mut self, marks: u16) -> Stack {
        self.marks &= !marks;
        self
    }

    /// Sizes that a ship has ferried in this march, 0 to 3.
    pub fn ferried(&self) -> u8 {
        ((self.marks / mark::FERRIED) & 3) as u8
    }

    /// Adds ferried sizes to a ship.
    #[must_use]
    pub fn ferry(self, sizes: u8) -> Stack {
        Stack { marks: self.marks + u16::from(sizes) * mark::FERRIED, ..self }
    }

    /// The neutral fields passed this round.
    pub fn passed(&self) -> impl Iterator<Item = Field> + use<> {
        let (map, via) = (self.at.map(), self.via);
        hazards(map).filter(move |field| via != 0 && via & hazard_bit(*field) != 0)
    }

    fn alike(&self, other: &Stack) -> bool {
        Stack { n: 0, ..*self } == Stack { n: 0, ..*other }
    }
}

pub type Stacks = List<Stack, STACKS>;

/// An empty list of stacks.
pub const NOBODY: Stacks = List::empty(Stack {
    at: Field::NONE,
    unit: Unit { kind: Kind::Li, level: Level::Standard },
    place: Place::Open,
    marks: 0,
    via: 0,
    n: 0,
});

/// Adds units to an identical stack, or as a new one.
pub fn add(stacks: &mut Stacks, stack: Stack) {
    if stack.n == 0 {
        return;
    }
    match stacks.as_mut().iter_mut().find(|one| one.alike(&stack)) {
        Some(one) => one.n += stack.n,
        None => stacks.put(stack),
    }
}

/// Removes units from an identical stack.
pub fn remove(stacks: &mut Stacks, stack: &Stack) {
    let Some(at) = stacks.iter().position(|one| one.alike(stack)) else { return };
    let one = &mut stacks.as_mut()[at];
    one.n = one.n.saturating_sub(stack.n);
    if one.n == 0 {
        stacks.remove(at);
    }
}

/// Sorts stacks, so that lists with the same stacks are equal.
pub fn sorted(stacks: &[Stack]) -> Vec<Stack> {
    let mut stacks = stacks.to_vec();
    stacks.sort_unstable();
    stacks
}
