//! Places of units (R7.1), and units that are alike in everything.

use serde::{Deserialize, Serialize};

use super::super::things::words::words;
use super::super::things::{Field, Kind, Unit};
use crate::rules::list::List;

/// Stacks of one seat: at most 40 units.
pub const STACKS: usize = 40;

words!(
    /// Where on a field a unit is.
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
    /// Whether it is on the field for the rules: not behind walls or at a quay.
    pub fn is_out(self) -> bool {
        !matches!(self, Place::Inside | Place::Quay)
    }
}

/// What a unit has done this round, as bits.
pub mod mark {
    /// The march capacity is used.
    pub const SPENT: u16 = 1;
    /// The capacity of the second march is used (R10.17).
    pub const AGAIN: u16 = 2;
    /// The free steps of riders in the three sub-phases.
    pub const RODE: [u16; 3] = [4, 8, 16];
    /// Stopped for the round by mountains or wetlands (R10.5).
    pub const STUCK: u16 = 32;
    /// The free step of a war ship (R11.1).
    pub const SLIPPED: u16 = 64;
    /// Came onto its field this round.
    pub const ENTERED: u16 = 128;
    /// Came out of a settlement this round (R12.20).
    pub const SALLIED: u16 = 256;
    /// Has learnt this round (R23.3).
    pub const RISEN: u16 = 512;
    /// Boarded at a quay: its ship may still leave (R10.8).
    pub const WAITING: u16 = 1024;
    /// Boarded or ferried: it moves no more in this march.
    pub const CARRIED: u16 = 2048;
    /// The first of two bits that count what a ship has ferried (R10.11a).
    pub const FERRIED: u16 = 4096;
}

/// Units of one seat that are alike in everything. Their number comes last, so that it has no say
/// in their order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub struct Stack {
    pub at: Field,
    pub unit: Unit,
    #[serde(default, skip_serializing_if = "is_open")]
    pub place: Place,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub marks: u16,
    /// Neutral fields passed through this round, by their number among those of the map.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub via: u16,
    pub n: u8,
}

fn is_open(place: &Place) -> bool {
    *place == Place::Open
}

fn is_zero(bits: &u16) -> bool {
    *bits == 0
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

    /// The same ship with so many sizes more.
    #[must_use]
    pub fn ferry(self, sizes: u8) -> Stack {
        Stack { marks: self.marks + u16::from(sizes) * mark::FERRIED, ..self }
    }

    fn alike(&self, other: &Stack) -> bool {
        Stack { n: 0, ..*self } == Stack { n: 0, ..*other }
    }
}

pub type Stacks = List<Stack, STACKS>;

/// Adds units to those they are like.
pub fn add(stacks: &mut Stacks, stack: Stack) {
    if stack.n == 0 {
        return;
    }
    match stacks.as_mut().iter_mut().find(|one| one.alike(&stack)) {
        Some(one) => one.n += stack.n,
        None => stacks.put(stack),
    }
}

/// Takes units away from those they are like.
pub fn remove(stacks: &mut Stacks, stack: &Stack) {
    let Some(at) = stacks.iter().position(|one| one.alike(stack)) else { return };
    let one = &mut stacks.as_mut()[at];
    one.n = one.n.saturating_sub(stack.n);
    if one.n == 0 {
        stacks.remove(at);
    }
}
