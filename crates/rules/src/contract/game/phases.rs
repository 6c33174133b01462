//! Checks every phase of a title a given number of times: pairs of states that differ in hidden
//! things, and invalid lines.

use std::collections::BTreeMap;

use super::Game;
use super::coverage::Tally;

/// The position is checked before one in this many orders.
const LOOKED_BEFORE: usize = 3;
/// A game is abandoned after this many orders without a check.
const MOST_REJECTED: u32 = 120;

/// What was checked in a phase, or the target for each phase.
#[derive(Clone, Copy, Default, Debug)]
pub struct Looked {
    /// Pairs compared.
    pub pairs: u64,
    /// Pairs in which something hidden actually differs.
    pub differ: u64,
    /// Lines that were refused.
    pub rubbish: u64,
}

/// Counts by decision.
pub type Phases = BTreeMap<&'static str, Looked>;

impl Looked {
    /// Returns whether the counts are below the target.
    pub fn lacks(&self, wanted: &Looked) -> bool {
        self.differ < wanted.differ || self.rubbish < wanted.rubbish
    }
}

impl Game {
    /// Plays at random and checks phases that have not been checked often enough.
    pub fn look_at_phases(&mut self, phases: &mut Phases, wanted: &Looked) {
        let (mut orders, mut rejected) = (0, 0);
        while rejected < MOST_REJECTED && orders < self.title.about().bound {
            let Some(asked) = self.chance.pick(&self.position.awaited()).cloned() else { return };
            let phase = phases.entry(asked.decision).or_default();
            rejected += 1;
            if phase.lacks(wanted) && self.chance.one_in(LOOKED_BEFORE) {
                self.look_at(phase, wanted);
                rejected = 0;
            }
            self.go_on(asked.seat);
            orders += 1;
        }
    }

    fn look_at(&mut self, phase: &mut Looked, wanted: &Looked) {
        let mut tally = Tally { pairs: phase.pairs, ..Tally::default() };
        if phase.differ < wanted.differ {
            self.look_for_leaks(&mut tally);
        }
        if phase.rubbish < wanted.rubbish {
            self.give_invalid_lines(&mut tally);
        }
        phase.pairs = tally.pairs;
        phase.differ += tally.differ;
        phase.rubbish += tally.bad;
    }
}
