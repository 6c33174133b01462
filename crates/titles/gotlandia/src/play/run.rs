//! A decision of this title in progress, and operations that all chapters use.

use super::super::Gotlandia;
use super::super::state::Stage;
use super::super::state::facts::Fact;
use super::super::state::plays::{Forced, SealedOrder};
use super::super::state::standing::Name;
use ravenpost_rules::Seat;

/// Number of forced answers to keep before a play adds more. One play adds up to four, and the list
/// holds twelve.
const REMEMBERED: usize = 7;

pub type Run<'d> = ravenpost_rules::Run<'d, Gotlandia>;

/// Operations that several chapters use.
pub trait RunExt {
    /// Continues with another stage of a generation.
    fn go(&mut self, stage: Stage);

    /// Seals an order until all seats have given theirs.
    fn seal(&mut self, seat: Seat, order: SealedOrder);

    /// Tells a seat which of its instructions answered for it (R24.8).
    fn answered(&mut self, seat: Seat, by: &[Name]);

    /// Returns whether this run must not open the sealed orders.
    fn keeps_sealed(&self) -> bool;

    /// Records how a decision was settled automatically, so that a line may repeat the answer
    /// (R24.2).
    fn settled(&mut self, seat: Seat, answer: Forced);

    /// Clears the settled answers of a seat that gives an order itself.
    fn moved(&mut self, seat: Seat);

    /// Drops the oldest settled answers before their list is full.
    fn make_room(&mut self);
}

impl RunExt for Run<'_> {
    fn go(&mut self, stage: Stage) {
        self.put(Fact::StageStarted { stage });
    }

    fn seal(&mut self, seat: Seat, order: SealedOrder) {
        self.put(Fact::OrderSealed { seat, order });
    }

    fn answered(&mut self, seat: Seat, by: &[Name]) {
        let standing = self.state.of(seat).standing;
        let lines: Vec<String> = by.iter().filter_map(|name| standing.line(*name)).collect();
        self.put(Fact::InstructionUsed { seat, line: lines.join("; ") });
    }

    fn keeps_sealed(&self) -> bool {
        self.is_held() && self.state.houses.iter().any(|house| house.sealed.is_some())
    }

    fn settled(&mut self, seat: Seat, answer: Forced) {
        self.make_room();
        self.put(Fact::ForcedAnswer { seat, answer });
    }

    fn moved(&mut self, seat: Seat) {
        if self.state.forced.iter().any(|settled| settled.0 == seat) {
            self.put(Fact::ForcedAnswersCleared { seat });
        }
    }

    fn make_room(&mut self) {
        while let Some(oldest) = self.state.forced.first().copied()
            && self.state.forced.len() > REMEMBERED
        {
            self.put(Fact::ForcedAnswersCleared { seat: oldest.0 });
        }
    }
}
