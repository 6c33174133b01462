//! The size of a game in memory, and copies of it whose log is packed or unpacked.

use super::Game;
use super::handles::GameMemory;

/// Approximate size in bytes of a folded game apart from its log and position: seats, clocks and
/// allocator overhead.
const AROUND: usize = 6 * 1024;

impl GameMemory<'_> {
    /// Approximate size in bytes.
    pub fn weight(&self) -> usize {
        self.log.weight() + size_of_val(&*self.position) + AROUND
    }

    /// Approximate size in bytes, not counting old events shared with another copy.
    pub fn weight_alone(&self) -> usize {
        self.log.weight_at_hand() + size_of_val(&*self.position) + AROUND
    }

    /// The same game with its old events packed.
    pub fn pack(&self) -> Game {
        let mut game = self.0.clone();
        game.log.tie_up();
        game
    }

    /// The same game with all of its events packed.
    pub fn resting(&self) -> Game {
        let mut game = self.0.clone();
        game.log.rest();
        game
    }

    /// The same game with its latest events unpacked.
    pub fn awake(&self) -> Game {
        let mut game = self.0.clone();
        game.log.wake();
        game
    }
}
