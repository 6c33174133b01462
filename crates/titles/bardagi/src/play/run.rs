//! The run type of this title and helpers for writing rules.

use super::super::Bardagi;
use super::super::state::Step;
use super::super::state::facts::Fact;
use super::super::things::who::Who;
use ravenpost_rules::{Refusal, RefusalCode, Seat};

/// The run of one decision of this title.
pub type Run<'d> = ravenpost_rules::Run<'d, Bardagi>;

/// Refuses an order of a seat that has nothing to decide.
pub fn not_your_turn(why: &str) -> Result<(), Refusal> {
    Err(Refusal::new(why).rule("R21.1").code(RefusalCode::NotYourTurn))
}

/// Refuses an order that costs more than the seat has.
pub fn cannot_pay(rule: &'static str, why: String) -> Result<(), Refusal> {
    Err(Refusal::new(why).rule(rule).code(RefusalCode::CannotPay))
}

/// Facts that many chapters of this title write.
pub trait RunExt {
    fn who(&self, seat: Seat) -> Who;

    /// Goes to a step without asking a seat.
    fn go(&mut self, step: Step);

    /// Opens a decision for a seat at that step.
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
