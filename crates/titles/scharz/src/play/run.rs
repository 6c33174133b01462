//! The run type of this title and helpers for writing rules.

use super::super::Scharz;
use super::super::state::State;
use super::super::state::facts::Fact;
use super::super::state::line::SheetLine;
use super::super::state::options::Module;
use super::super::state::stack::Stack;
use super::super::state::why::{Cause, How, UnitReason};
use ravenpost_rules::{Refusal, RefusalCode, Seat};

/// The run of one decision of this title.
pub type Run<'d> = ravenpost_rules::Run<'d, Scharz>;

/// Refuses an order, citing its rule.
pub fn refuse<T>(rule: &'static str, why: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(why).rule(rule))
}

/// Refuses an order of a seat that has nothing to decide.
pub fn not_your_turn(why: &str) -> Result<(), Refusal> {
    Err(Refusal::new(why).rule("R26").code(RefusalCode::NotYourTurn))
}

/// Refuses an order unless a condition holds.
pub fn require(holds: bool, rule: &'static str, why: &str) -> Result<(), Refusal> {
    if holds { Ok(()) } else { refuse(rule, why) }
}

/// The sheets of a decision, by initiative.
pub type Sheets = Vec<(Seat, Vec<SheetLine>)>;

/// Callback for lines that could not be carried out: seat, index of the line on its sheet, line,
/// and reason.
pub type Report<'r> = dyn FnMut(&mut Run<'_>, Seat, usize, &SheetLine, Refusal) + 'r;

/// Records a line skipped during execution; all players can see it (R9.8, R25.1).
pub fn tell_skipped(run: &mut Run<'_>, seat: Seat, _at: usize, line: &SheetLine, why: Refusal) {
    let code = why.or_code(RefusalCode::NotLegal).code;
    run.put(Fact::LineSkipped(seat, *line, code));
}

/// Facts that many chapters of this title write.
pub trait RunExt {
    /// Records that a doctrine line acted in place of a sheet line; only its owner is notified.
    fn by_doctrine(&mut self, seat: Seat, by: impl Into<SheetLine>, does: impl Into<SheetLine>);

    /// Changes gold in whole pieces.
    fn gold(&mut self, seat: Seat, by: i32, cause: Cause);

    /// Changes gold in half pieces, never below zero.
    fn halves(&mut self, seat: Seat, by: i32, cause: Cause);

    /// Changes prestige in modes that use it, never below zero (R4.7).
    fn prestige(&mut self, seat: Seat, by: i32, cause: Cause);

    fn victory(&mut self, seat: Seat, by: i32, cause: Cause);

    fn came(&mut self, seat: Seat, stack: Stack, reason: UnitReason);

    fn fell(&mut self, seat: Seat, stack: Stack, reason: UnitReason, by: Option<Seat>);

    fn went(&mut self, seat: Seat, how: How, from: Stack, to: Stack);

    /// Rolls a six-sided die, 1 to 6. The purpose is unique within the event.
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

    fn came(&mut self, seat: Seat, stack: Stack, reason: UnitReason) {
        if stack.n > 0 {
            self.put(Fact::UnitsAdded(seat, stack, reason));
        }
    }

    fn fell(&mut self, seat: Seat, stack: Stack, reason: UnitReason, by: Option<Seat>) {
        if stack.n > 0 {
            self.put(Fact::UnitsRemoved { seat, stack, cause: reason, by });
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

pub fn afford(state: &State, seat: Seat, gold: u16) -> Result<(), Refusal> {
    let has = state.player(seat).gold();
    if has >= gold {
        Ok(())
    } else {
        let why = format!("it costs {gold} gold, and you have {has}");
        Err(Refusal::new(why).rule("R4.6").code(RefusalCode::CannotPay))
    }
}

pub fn afford_pp(state: &State, seat: Seat, pp: u16) -> Result<(), Refusal> {
    let used = state.has(Module::Prestige);
    RefusalCode::NotInGame.unless(used, "R2.2", "there is no prestige in this mode")?;
    let has = state.player(seat).pp;
    if has >= pp {
        Ok(())
    } else {
        let why = format!("it costs {pp} PP, and you have {has}");
        Err(Refusal::new(why).rule("R20.4").code(RefusalCode::CannotPay))
    }
}
