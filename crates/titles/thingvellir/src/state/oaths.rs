//! The Bondi of a seat.

use super::super::things::names::Card;

/// Slots for Bondi: more than the largest limit, which is twelve Districts and a Steward.
pub const SLOTS: usize = 14;

/// The Bondi of a seat by slot; [`Card::NONE`] in free slots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Oaths {
    pub slots: [Card; SLOTS],
}

impl Oaths {
    /// No Bondi.
    pub const NONE: Oaths = Oaths { slots: [Card::NONE; SLOTS] };

    /// The Bondi in a slot, counted from 1.
    pub fn bond(&self, slot: u8) -> Option<Card> {
        let place = usize::from(slot).checked_sub(1)?;
        self.slots.get(place).copied().filter(|card| *card != Card::NONE)
    }

    /// The slots in use, from 1, with their cards.
    pub fn bondi(&self) -> impl Iterator<Item = (u8, Card)> + '_ {
        let slots = self.slots.iter().enumerate();
        slots.filter(|(_, card)| **card != Card::NONE).map(|(slot, card)| (slot as u8 + 1, *card))
    }

    pub fn free_slot(&self) -> u8 {
        let free = self.slots.iter().position(|card| *card == Card::NONE);
        free.map_or(SLOTS as u8, |slot| slot as u8 + 1)
    }

    pub fn count(&self) -> u8 {
        self.bondi().count() as u8
    }
}
