//! Movement of units and ships now, without a card and with one, and the cost of a distance.

use super::super::state::State;
use super::super::things::kinds::Unit;
use ravenpost_rules::Seat;

/// Available steps of a unit, or squares of a ship.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// Those left over from an earlier card.
    pub free: u8,
    /// Those that one more card gives.
    pub card: u8,
}

/// The cost of a distance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fare {
    /// Whether a card is needed.
    pub card: bool,
    /// Steps left after it.
    pub left: u8,
}

impl Pace {
    pub fn most(self) -> u8 {
        self.free + self.card
    }

    /// The cost of this distance; `None` if it is too long.
    pub fn fare(self, way: u8) -> Option<Fare> {
        let card = way > self.free;
        let most = if card { self.most() } else { self.free };
        Some(Fare { card, left: most.checked_sub(way)? })
    }
}

impl State {
    /// An empty ship cannot use cards (R12.10).
    pub fn pace(&self, seat: Seat, unit: Unit) -> Pace {
        let player = &self.players[seat];
        match unit {
            Unit::N => {
                let card = if player.aboard() == 0 { 0 } else { player.squares_per_card() };
                Pace { free: self.now.squares, card }
            }
            land => Pace { free: self.now.steps[land.index()], card: player.steps_per_card(land) },
        }
    }
}
