//! Prestige held and not spent (R20.5).

use crate::play::run::Run;
use crate::state::SEATS;
use crate::state::options::Module;
use ravenpost_rules::Seat;

/// Prestige that seats held before any line of the rear (R15.8, R15.9).
pub struct Held([u16; SEATS]);

impl Held {
    pub fn of_all(run: &Run<'_>) -> Held {
        let prestige = run.state.has(Module::Prestige);
        let mut held = [0; SEATS];
        for seat in run.state.all().filter(|_| prestige) {
            held[seat.index()] = run.state.player(seat).pp;
        }
        Held(held)
    }

    pub fn of(&self, seat: Seat) -> u16 {
        self.0[seat.index()]
    }
}
