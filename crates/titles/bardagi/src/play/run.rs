//! A decision of this title in the making, and what helps to write it.

use super::super::Bardagi;
use super::super::state::Step;
use super::super::state::facts::Fact;
use super::super::things::who::Who;
use ravenpost_rules::{Refusal, Seat};

/// A decision of this title in the making.
pub type Run<'d> = ravenpost_rules::Run<'d, Bardagi>;

/// A reason against an order, with its rule point.
pub fn refuse<T>(rule: &'static str, why: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(why).rule(rule))
}

/// What chapters of this title write again and again.
pub trait RunExt {
    fn who(&self, seat: Seat) -> Who;

    /// Goes to a step, asking nobody in particular.
    fn go(&mut self, step: Step);

    /// Puts a question to a seat: the game waits for it at that step.
    fn ask(&mut self, step: Step, seat: Seat);
}

impl RunExt for Run<'_> {
    fn who(&self, seat: Seat) -> Who {
        self.state.who(seat)
    }

    fn go(&mut self, step: Step) {
        self.put(Fact::StepStarted(step, None));
    }

    fn ask(&mut self, step: Step, seat: Seat) {
        let who = self.who(seat);
        self.put(Fact::StepStarted(step, Some(who)));
    }
}
