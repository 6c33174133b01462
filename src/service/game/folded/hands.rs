//! What comes of it that seats are given up.

use super::Game;
use ravenpost_log::table::status::Status;
use ravenpost_rules::{Decided, Seat};

impl Game {
    /// What comes of it that a seat is given up now, with those that were given up before. Before
    /// the start it is only free again.
    pub fn deserted(&self, seat: Seat) -> Decided {
        let running = self.course.status == Status::Running;
        let mut gone = if running { self.course.deserted() } else { Vec::new() };
        gone.extend(running.then_some(seat));
        self.position.on_seats_left(&gone)
    }
}
