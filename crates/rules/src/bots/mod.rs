//! Stand-ins for people: they choose an order for a seat, knowing what that seat may know.
//!
//! Pure, and without a word about any title: a bot sees legal orders, forms and the title's own
//! estimate. The same position, seat and seed always give the same order.

mod fill;
mod random;
mod sealed;
mod steady;
mod thought;

use crate::{Position, Seat};

/// Something that plays a seat.
pub trait Bot: Send + Sync {
    /// Stored in games that it plays in; never renamed.
    fn name(&self) -> &'static str;
    /// One sentence for people who choose a bot.
    fn about(&self) -> &'static str;
    /// An order in notation, for a seat that is awaited.
    fn choose(&self, position: &dyn Position, seat: Seat, seed: u64) -> String;
}

static BOTS: [&dyn Bot; 2] = [&steady::Steady, &random::Random];

/// Every bot, the best player first.
pub fn all() -> &'static [&'static dyn Bot] {
    &BOTS
}

/// The bot with that name.
pub fn find(name: &str) -> Option<&'static dyn Bot> {
    BOTS.iter().copied().find(|bot| bot.name() == name)
}

/// Makes one number of two, so that neighbouring seeds give unlike dice.
fn mix(seed: u64, by: u64) -> u64 {
    let mut word = seed ^ by.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}
