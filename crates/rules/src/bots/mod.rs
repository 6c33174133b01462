//! Substitute bots: they choose an order for a seat, using only what that seat may know.
//!
//! Bots are pure and know no particular title: they see legal orders, forms and the title's own
//! estimate. The same position, seat and seed always give the same order.

mod fill;
mod lookahead;
mod random;
mod sealed;
mod steady;

use crate::erased::Position;
use crate::seat::Seat;

/// A bot that can play any seat.
pub trait Bot: Send + Sync {
    /// Stored in the games it plays; must never be renamed.
    fn name(&self) -> &'static str;
    /// One sentence for people choosing a bot.
    fn about(&self) -> &'static str;
    /// Chooses an order in notation for an awaited seat.
    fn choose(&self, position: &dyn Position, seat: Seat, seed: u64) -> String;
}

static BOTS: [&dyn Bot; 2] = [&steady::Steady, &random::Random];

/// Returns all bots, the strongest first.
pub fn all() -> &'static [&'static dyn Bot] {
    &BOTS
}

/// Returns the bot with this name.
pub fn find(name: &str) -> Option<&'static dyn Bot> {
    BOTS.iter().copied().find(|bot| bot.name() == name)
}

/// Mixes two numbers into one, so that neighbouring seeds give unrelated dice.
fn mix(seed: u64, by: u64) -> u64 {
    let mut word = seed ^ by.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}
