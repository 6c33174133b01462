//! Instructions that answer at a drawn moment: whether one would answer, and the answer itself. See
//! `ravenpost_log::table::moments`.

use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::game::core::batch::Batch;
use crate::game::core::folded::handles::GameClocks;
use ravenpost_log::Act;
use ravenpost_log::act::Via;
use ravenpost_rules::{Dice, Seat};

impl GameClocks<'_> {
    /// When an instruction will answer the seat's prompt; `None` if none would, or if it answers at
    /// once. Only the seat itself may see anything derived from this.
    pub(crate) fn answers_at(&self, seat: Seat) -> Option<DateTime<Utc>> {
        let private = self.status.clocks.waits.get(&seat).is_some_and(|wait| wait.private);
        if self.status.clocks.moments.is_none() || !private || !self.status.seats.attended(seat) {
            return None;
        }
        // The numbers drawn do not affect whether there is an answer.
        self.position.answer(seat, &mut Dice::seeded(0))?;
        self.moment(seat)
    }
}

impl Batch {
    /// Lets one instruction answer, if its moment has come. Returns whether one did.
    pub(in crate::game) fn answer_as_left(&mut self) -> Result<bool, ServiceError> {
        let asked: Vec<Seat> = self.game.status.clocks.waits.keys().copied().collect();
        let come =
            |seat: &Seat| self.game.clocks().answers_at(*seat).is_some_and(|at| at <= self.now);
        let Some(seat) = asked.into_iter().find(come) else { return Ok(false) };
        let mut dice = self.dice()?;
        let Some(decided) = self.game.position.answer(seat, &mut dice) else { return Ok(false) };
        let act = Act::Ordered { seat, order: String::new(), via: Via::Instruction };
        self.decided(act, decided, dice)?;
        Ok(true)
    }
}
