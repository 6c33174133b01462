//! R20 Limits of supply: piles are shuffled, and drawn from while they last.

use super::super::state::facts::Fact;
use super::super::things::kinds::Pile;
use super::run::{Run, RunExt};
use ravenpost_rules::Seat;

/// Shuffling and drawing within the supply.
pub trait Piles {
    /// Shuffles the draw pile of Runes, which already contains returned ones (R10.19).
    fn shuffle_runes(&mut self);

    /// Draws up to `count` Runes from the top of the pile (R20.2).
    fn draw_runes(&mut self, seat: Seat, count: u8);

    fn shuffle_tiles(&mut self, pile: Pile);
}

impl Piles for Run<'_> {
    fn shuffle_runes(&mut self) {
        let mut runes = self.state.runes.to_vec();
        self.shuffle("runes", &mut runes);
        self.put(Fact::RunesShuffled(runes));
    }

    fn draw_runes(&mut self, seat: Seat, count: u8) {
        let who = self.who(seat);
        let drawn = self.state.runes.iter().rev().take(usize::from(count)).copied();
        let drawn: Vec<_> = drawn.collect();
        if !drawn.is_empty() {
            self.put(Fact::RunesDrawn(who, drawn));
        }
    }

    fn shuffle_tiles(&mut self, pile: Pile) {
        let mut tiles = self.state.piles[pile.index()].to_vec();
        self.shuffle(pile.slug(), &mut tiles);
        self.put(Fact::TilesShuffled(pile, tiles));
    }
}
