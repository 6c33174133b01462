//! Every phase of a title looked at so often: pairs of states that differ in what is hidden, and
//! lines that nobody should send.

use std::collections::BTreeMap;

use super::{Game, Tally};

/// Before one order in so many the position is looked at.
const LOOKED_BEFORE: usize = 3;
/// A game is left when nothing was looked at before so many orders.
const IN_VAIN: u32 = 120;

/// What was looked at in a phase, or is wanted of each.
#[derive(Clone, Copy, Default, Debug)]
pub struct Looked {
    /// Pairs compared, and those of them in which something hidden is indeed another.
    pub pairs: u64,
    pub differ: u64,
    /// Lines that were refused.
    pub rubbish: u64,
}

/// By the name of what is asked.
pub type Phases = BTreeMap<&'static str, Looked>;

impl Looked {
    /// Whether there was less than is wanted.
    pub fn lacks(&self, wanted: &Looked) -> bool {
        self.differ < wanted.differ || self.rubbish < wanted.rubbish
    }
}

impl Game {
    /// Plays at random, and looks at phases that were not looked at often enough.
    pub fn look_at_phases(&mut self, phases: &mut Phases, wanted: &Looked) {
        let (mut orders, mut in_vain) = (0, 0);
        while in_vain < IN_VAIN && orders < self.title.about().bound {
            let Some(asked) = self.chance.pick(&self.live.awaited()).cloned() else { return };
            let phase = phases.entry(asked.decision).or_default();
            in_vain += 1;
            if phase.lacks(wanted) && self.chance.one_in(LOOKED_BEFORE) {
                self.look_at(phase, wanted);
                in_vain = 0;
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
            self.give_rubbish(&mut tally);
        }
        phase.pairs = tally.pairs;
        phase.differ += tally.differ;
        phase.rubbish += tally.bad;
    }
}
