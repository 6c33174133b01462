//! Who is awaited in a game as it stands, and by which clock.

use super::Game;
use ravenpost_log::table::pending::Pending;
use ravenpost_rules::{Awaited, Seat};

impl Game {
    /// Who owes an order, with what is asked. Nobody before the start or after the end.
    pub fn awaited(&self) -> Vec<Awaited> {
        if self.course.waits.is_empty() { Vec::new() } else { self.position.awaited() }
    }

    /// The clock of a seat, if it is awaited.
    pub fn wait(&self, seat: Seat) -> Option<&Pending> {
        self.course.waits.get(&seat)
    }

    /// Who is awaited at all.
    pub fn awaited_seats(&self) -> Vec<Seat> {
        self.course.waits.keys().copied().collect()
    }
}
