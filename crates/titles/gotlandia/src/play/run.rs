//! A decision of this title in the making, and what every chapter writes on it.

use super::super::Gotlandia;
use super::super::state::Stage;
use super::super::state::facts::Fact;
use super::super::state::plays::{Forced, SealedOrder};
use super::super::state::standing::Name;
use ravenpost_rules::Seat;

/// How many answers given by force are kept before the oldest make room: one play brings up to
/// four more, and the list holds twelve.
const REMEMBERED: usize = 7;

pub type Run<'d> = ravenpost_rules::Run<'d, Gotlandia>;

/// What chapters of this title write again and again.
pub trait RunExt {
    /// Goes on to another part of a generation.
    fn go(&mut self, stage: Stage);

    /// Lays an order aside that nobody else may know before all have given theirs.
    fn seal(&mut self, seat: Seat, order: SealedOrder);

    /// Tells a seat which of its instructions answer for it (R24.8).
    fn answered(&mut self, seat: Seat, by: &[Name]);

    /// Whether sealed orders lie there that this run does not open.
    fn keeps_sealed(&self) -> bool;

    /// Notes how a decision settled itself, so that a line may say so too (R24.2).
    fn settled(&mut self, seat: Seat, answer: Forced);

    /// Forgets what was settled for a seat that orders something of its own.
    fn moved(&mut self, seat: Seat);

    /// Forgets what was settled longest ago, before the list of it is full.
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
