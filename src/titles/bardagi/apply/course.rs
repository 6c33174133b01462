//! STUB apply of course.

use super::super::facts::Fact;
use super::super::state::State;

pub fn apply(_state: &mut State, _fact: &Fact) {}
