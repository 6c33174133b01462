//! Who wrote: a person, or one of the many machines that write letters.

use super::Trust;
use super::bounce::{self, Bounce};
use super::machine::{self, Why};
use super::parts::MimeParts;

/// What kind of writer a letter has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Character {
    Person,
    /// Never answered, and never taken for orders.
    Machine(Why),
    /// A letter of ours did not arrive, or not yet.
    Bounce(Bounce),
}

/// Judges a letter by its marks.
pub(super) fn of(parts: &MimeParts, from: Option<&str>, trust: &Trust) -> Character {
    let head = parts.head();
    // What goes round in a circle is not even a bounce.
    if machine::goes_round(head) {
        return Character::Machine(Why::Loop);
    }
    if let Some(bounce) = bounce::of(parts, from) {
        return Character::Bounce(bounce);
    }
    machine::of(parts, from, trust).map_or(Character::Person, Character::Machine)
}
