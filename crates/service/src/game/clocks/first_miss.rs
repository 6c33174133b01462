//! Finds the first default order since a seat last answered; the other players are notified of it.

use crate::game::core::folded::handles::GameClocks;
use ravenpost_log::{Act, ActKind};
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Seq;

impl GameClocks<'_> {
    /// Whether this default order is the first since the seat last answered. The other players are
    /// notified only of that one.
    pub fn is_first_miss(&self, seat: Seat, seq: Seq) -> bool {
        let Some(slot) = self.status.seats.slot(seat) else { return false };
        let [due] = slot.silence.lapsed[..] else { return false };
        let own = |act: &Act| match act {
            Act::TimedOut { seat: by, deadline: own, .. } => *by == seat && *own == Some(due),
            _ => false,
        };
        // Several default orders within one turn count as one miss.
        let first = self.log.pick(|one| one.kind == ActKind::TimedOut).find(|entry| own(entry.act));
        first.is_some_and(|entry| entry.event.seq == seq)
    }
}
