//! Effects of giving up seats.

use super::handles::GameSeats;
use ravenpost_log::table::status::Status;
use ravenpost_rules::{Decided, Seat};

impl GameSeats<'_> {
    /// What happens if a seat is given up now, together with earlier ones. Before the start the
    /// seat only becomes free again.
    pub fn deserted(&self, seat: Seat) -> Decided {
        let running = self.status.state == Status::Running;
        let mut gone = if running { self.status.seats.deserted() } else { Vec::new() };
        gone.extend(running.then_some(seat));
        self.position.on_seats_left(&gone)
    }
}
