//! Distinguishes personal emails from automatic ones.

use super::Trust;
use super::automatic::{self, Why};
use super::bounce::{self, Bounce};
use super::parts::MimeParts;

/// The kind of sender of an email.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Character {
    Person,
    /// An automatic email: never replied to, and never read as orders.
    Machine(Why),
    /// A bounce or a delay notification of one of our emails.
    Bounce(Bounce),
}

/// Classifies an email by its header and parts.
pub(super) fn of(parts: &MimeParts, from: Option<&str>, trust: &Trust) -> Character {
    let head = parts.head();
    // Check for mail loops first: in a loop, even bounces are ignored.
    if automatic::is_in_a_loop(head) {
        return Character::Machine(Why::Loop);
    }
    if let Some(bounce) = bounce::of(parts, from) {
        return Character::Bounce(bounce);
    }
    automatic::of(parts, from, trust).map_or(Character::Person, Character::Machine)
}
