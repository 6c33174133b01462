//! Which seats are awaited in a game, and their clocks.

use super::handles::GameSeats;
use ravenpost_log::table::clock_state::pending::Pending;
use ravenpost_rules::{Awaited, Seat};

impl<'g> GameSeats<'g> {
    /// The seats that must give an order, with their prompts. Empty before the start and after the
    /// end.
    pub fn awaited(&self) -> Vec<Awaited> {
        if self.status.clocks.waits.is_empty() { Vec::new() } else { self.position.awaited() }
    }

    /// The clock of a seat, if it is awaited.
    pub fn wait(&self, seat: Seat) -> Option<&'g Pending> {
        self.0.status.clocks.waits.get(&seat)
    }

    /// Whether a pending decision is answered in secret, so that plans must stay secret too.
    pub fn is_secret(&self) -> bool {
        self.status.clocks.waits.values().any(|wait| wait.private)
    }

    pub fn awaited_seats(&self) -> Vec<Seat> {
        self.status.clocks.waits.keys().copied().collect()
    }
}
