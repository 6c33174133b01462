//! Which default order is the first since a seat last answered: the others are told of that one.

use crate::service::game::folded::Game;
use ravenpost_log::Act;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Seq;

impl Game {
    /// Whether the default order that was played then is the first since the seat last answered:
    /// the others are told of that one.
    pub fn is_first_miss(&self, seat: Seat, seq: Seq) -> bool {
        let Some(chair) = self.course.slot(seat) else { return false };
        let [due] = chair.silence.lapsed[..] else { return false };
        let own = |act: &Act| match act {
            Act::TimedOut { seat: by, deadline: own, .. } => *by == seat && *own == Some(due),
            _ => false,
        };
        // What is played within one turn is one miss.
        let first = self.log.pick(|one| one.kind == "timed-out").find(|entry| own(entry.act));
        first.is_some_and(|entry| entry.event.seq == seq)
    }
}
