//! Lines of sheets and of doctrine, each with exactly the slots it needs.

mod define;
pub(crate) mod slots;
pub(crate) mod table;

use serde::{Deserialize, Serialize};

use super::super::things;
use super::super::things::ids::Field;
use super::{Step, doctrine, pact};
use define::define;
use ravenpost_rules::Seat;
use slots::{
    Commanders, Condition, MightGoal, Part, Parts, Pasturage, Prestige, Pupils, Ships, Storm,
    Targets, Wishes,
};
pub(crate) use table::table;

/// A kind of line, for searching among others.
pub trait OneLine: Sized {
    /// The line as this kind, if it matches.
    fn of(line: &SheetLine) -> Option<&Self>;
}

fn is_rest<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

table!(define);

impl SheetLine {
    /// The main decision of the line; `None` for doctrine and sheet commands.
    pub fn step(&self) -> Option<Step> {
        self.steps().first().copied()
    }

    /// Whether it is a reroll for the rear rather than the march.
    pub fn is_luck_of_rear(&self) -> bool {
        let luck = Luck::of(self).map(|one| one.kind);
        luck.is_some_and(doctrine::Luck::is_of_rear)
    }
}
