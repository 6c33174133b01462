//! Lines of sheets and of doctrine, each with the slots it has and no others.

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

/// A kind of line, to be looked for among others.
pub trait OneLine: Sized {
    /// The line as one of this kind, if it is one.
    fn of(line: &SheetLine) -> Option<&Self>;
}

fn is_rest<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

table!(define);

impl SheetLine {
    /// The decision that the line is first of all for; none for doctrine and the sheet itself.
    pub fn step(&self) -> Option<Step> {
        self.steps().first().copied()
    }

    /// Whether it is a try again that is rolled in the rear, not in the march.
    pub fn is_luck_of_rear(&self) -> bool {
        let luck = Luck::of(self).map(|one| one.kind);
        luck.is_some_and(doctrine::Luck::is_of_rear)
    }
}
