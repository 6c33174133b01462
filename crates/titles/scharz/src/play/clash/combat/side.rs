//! A side in a fight: its units, their dice and their lives there (R12.4).

use super::dice::Colour;
use crate::reckon::seats::is_rival;
use crate::state::State;
use crate::state::line::slots::Commanders;
use crate::state::options::Module;
use crate::state::stack::{Place, Stack, mark};
use crate::things::ids::Field;
use crate::things::kinds::Kind;
use ravenpost_rules::Seat;

/// Where a fight takes place, and whether it is an assault on walls.
#[derive(Clone, Copy, Debug)]
pub struct Fight {
    pub at: Field,
    pub siege: bool,
}

/// One side of a fight at one moment.
#[derive(Clone, Debug)]
pub struct Side {
    pub seat: Seat,
    pub foe: Seat,
    pub units: Vec<Stack>,
}

impl Fight {
    /// Whether the terrain is rough for a unit.
    pub fn is_rough(&self, stack: &Stack) -> bool {
        if self.at.is_water() {
            return stack.place == Place::Aboard;
        }
        self.at.data().terrain.is_rough() && !stack.kind().is_naval()
    }

    /// Whether a charge is possible here (R12.7).
    pub fn has_charge(&self) -> bool {
        !self.siege && !self.at.is_water() && !self.at.data().terrain.is_rough()
    }

    /// Colour and number of the dice of one unit; `None` if it does not strike.
    pub fn dice(&self, stack: &Stack) -> Option<(Colour, u8)> {
        let rough = self.is_rough(stack);
        let heavy = rough || self.siege;
        match stack.kind() {
            Kind::Li if rough => Some((Colour::Inverted, 1)),
            Kind::Li | Kind::Ts | Kind::Cors => Some((Colour::White, 1)),
            Kind::Hi | Kind::Ws => Some((Colour::Blue, 1)),
            Kind::Cav if heavy => Some((Colour::Blue, 1)),
            Kind::Cav | Kind::Merc => Some((Colour::Red, 1)),
            Kind::Ele if heavy => None,
            Kind::Ele => Some((Colour::Red, 2)),
            Kind::Sm => None,
        }
    }

    /// The lives of one unit of a seat here.
    pub fn lives(&self, state: &State, seat: Seat, stack: &Stack) -> u8 {
        let rough = self.is_rough(stack);
        let heavy = rough || self.siege;
        let full = stack.kind().data().lives;
        match stack.kind() {
            Kind::Hi if rough => 1,
            Kind::Cav if heavy => 2,
            Kind::Cav if state.powers(seat).weak_cavalry => 2,
            Kind::Ele if heavy => 2,
            _ => full,
        }
    }

    /// Total lives of several units (R7.15).
    pub fn total(&self, state: &State, seat: Seat, stacks: &[Stack]) -> u16 {
        let each =
            stacks.iter().map(|one| u16::from(one.n) * u16::from(self.lives(state, seat, one)));
        each.sum()
    }
}

impl Side {
    /// The units of a seat that fight on a field, selected by `place`.
    pub fn of(state: &State, at: Field, seat: Seat, foe: Seat, place: fn(Place) -> bool) -> Side {
        let units = state.player(seat).at(at).filter(|stack| place(stack.place));
        let mut units: Vec<Stack> = units.copied().collect();
        units.sort_by_key(|stack| stack.unit.order());
        Side { seat, foe, units }
    }

    pub fn is_beaten(&self) -> bool {
        self.units.is_empty()
    }

    pub fn lives(&self, state: &State, fight: Fight) -> u16 {
        fight.total(state, self.seat, &self.units)
    }

    /// Number of units, builders counting half (R12.8, R12.9).
    pub fn strength(&self) -> u16 {
        strength(self.units.iter())
    }

    /// Number of units in formation, which excludes those that just sallied (R12.20).
    pub fn formation(&self) -> u16 {
        strength(self.units.iter().filter(|stack| !stack.has(mark::SALLIED)))
    }

    /// Whether combat bonuses apply. With the command module they need commanders (R23.4).
    pub fn is_led(&self, state: &State) -> bool {
        !state.has(Module::Command) || state.player(self.seat).command != Commanders::None
    }

    pub fn hates(&self, state: &State) -> bool {
        is_rival(state, self.seat, self.foe)
    }

    /// Whether units are at the back (R12.11).
    pub fn is_back(stack: &Stack) -> bool {
        let kind = matches!(stack.kind(), Kind::Sm | Kind::Ts);
        kind || stack.place == Place::Works || stack.unit.level.is_back()
    }
}

fn strength<'s>(stacks: impl Iterator<Item = &'s Stack>) -> u16 {
    let (mut whole, mut half) = (0, 0);
    for stack in stacks {
        if stack.place == Place::Works {
            half += u16::from(stack.n);
        } else {
            whole += u16::from(stack.n);
        }
    }
    whole + half / 2
}

/// The lives of a seat's units on a field, in the open and afloat.
pub fn lives_out(state: &State, at: Field, seat: Seat) -> u16 {
    let side = Side::of(state, at, seat, seat, Place::is_out);
    side.lives(state, Fight { at, siege: false })
}
