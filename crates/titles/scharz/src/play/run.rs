//! A decision of this title in the making, and what helps to write it.

use super::super::Scharz;
use super::super::state::State;
use super::super::state::facts::Fact;
use super::super::state::line::SheetLine;
use super::super::state::options::Module;
use super::super::state::stack::Stack;
use super::super::state::why::{Cause, Fate, How};
use ravenpost_rules::{Refusal, Seat};

/// A decision of this title in the making.
pub type Run<'d> = ravenpost_rules::Run<'d, Scharz>;

/// A reason against an order, with its rule point.
pub fn refuse<T>(rule: &'static str, why: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(why).rule(rule))
}

/// The same unless something holds.
pub fn require(holds: bool, rule: &'static str, why: &str) -> Result<(), Refusal> {
    if holds { Ok(()) } else { refuse(rule, why) }
}

/// The sheets of a decision, by initiative.
pub type Sheets = Vec<(Seat, Vec<SheetLine>)>;

/// What became of the lines that could not be carried out: the seat, the place of the line on its
/// sheet, the line, and why.
pub type Report<'r> = dyn FnMut(&mut Run<'_>, Seat, usize, &SheetLine, Refusal) + 'r;

/// The report of a decision that is carried out: everybody reads what was skipped (R9.8, R25.1).
pub fn tell_skipped(run: &mut Run<'_>, seat: Seat, _at: usize, line: &SheetLine, why: Refusal) {
    run.put(Fact::LineSkipped(seat, *line, why.why));
}

/// What chapters of this title write again and again.
pub trait RunExt {
    /// A line of doctrine does what a line of the sheet could have done: told to its owner.
    fn by_doctrine(&mut self, seat: Seat, by: impl Into<SheetLine>, does: impl Into<SheetLine>);

    /// Gold in whole pieces.
    fn gold(&mut self, seat: Seat, by: i32, cause: Cause);

    /// Gold in halves; never below nothing.
    fn halves(&mut self, seat: Seat, by: i32, cause: Cause);

    /// Prestige, where there is any; a loss beyond nothing is forgotten (R4.7).
    fn prestige(&mut self, seat: Seat, by: i32, cause: Cause);

    fn victory(&mut self, seat: Seat, by: i32, cause: Cause);

    fn came(&mut self, seat: Seat, stack: Stack, fate: Fate);

    fn fell(&mut self, seat: Seat, stack: Stack, fate: Fate, by: Option<Seat>);

    fn went(&mut self, seat: Seat, how: How, from: Stack, to: Stack);

    /// A six-sided die, 1 to 6. The purpose names one roll of the event.
    fn die(&mut self, purpose: &str) -> u8;
}

impl RunExt for Run<'_> {
    fn by_doctrine(&mut self, seat: Seat, by: impl Into<SheetLine>, does: impl Into<SheetLine>) {
        self.put(Fact::DoctrineApplied(seat, by.into(), does.into()));
    }

    fn gold(&mut self, seat: Seat, by: i32, cause: Cause) {
        self.halves(seat, by * 2, cause);
    }

    fn halves(&mut self, seat: Seat, by: i32, cause: Cause) {
        let by = by.max(-i32::from(self.state.player(seat).halves));
        if by != 0 {
            self.put(Fact::HalfGoldChanged(seat, by as i16, cause));
        }
    }

    fn prestige(&mut self, seat: Seat, by: i32, cause: Cause) {
        let by = by.max(-i32::from(self.state.player(seat).pp));
        if by != 0 && self.state.has(Module::Prestige) {
            self.put(Fact::PrestigeChanged(seat, by as i16, cause));
        }
    }

    fn victory(&mut self, seat: Seat, by: i32, cause: Cause) {
        let by = by.max(-i32::from(self.state.player(seat).vp));
        if by != 0 {
            self.put(Fact::VictoryPointsChanged(seat, by as i16, cause));
        }
    }

    fn came(&mut self, seat: Seat, stack: Stack, fate: Fate) {
        if stack.n > 0 {
            self.put(Fact::UnitsAdded(seat, stack, fate));
        }
    }

    fn fell(&mut self, seat: Seat, stack: Stack, fate: Fate, by: Option<Seat>) {
        if stack.n > 0 {
            self.put(Fact::UnitsRemoved { seat, stack, cause: fate, by });
        }
    }

    fn went(&mut self, seat: Seat, how: How, from: Stack, to: Stack) {
        if from.n > 0 && from != to {
            self.put(Fact::UnitsChanged(seat, how, from, to));
        }
    }

    fn die(&mut self, purpose: &str) -> u8 {
        self.dice.stream(purpose).below(6) as u8 + 1
    }
}

/// Whether a seat has so much gold.
pub fn afford(state: &State, seat: Seat, gold: u16) -> Result<(), Refusal> {
    let has = state.player(seat).gold();
    if has >= gold {
        Ok(())
    } else {
        refuse("R4.6", format!("it costs {gold} gold, and you have {has}"))
    }
}

/// Whether a seat has so much prestige to spend.
pub fn afford_pp(state: &State, seat: Seat, pp: u16) -> Result<(), Refusal> {
    require(state.has(Module::Prestige), "R2.2", "there is no prestige in this mode")?;
    let has = state.player(seat).pp;
    if has >= pp {
        Ok(())
    } else {
        refuse("R20.4", format!("it costs {pp} PP, and you have {has}"))
    }
}
