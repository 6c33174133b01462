//! Counts what the checks of random games have covered.

use std::collections::BTreeSet;

/// What was checked.
#[derive(Default, Debug)]
pub struct Tally {
    /// Number of games played.
    pub games: u64,
    /// Number of orders given.
    pub orders: u64,
    /// Compared pairs of states, for one viewer, that differ in hidden things only.
    pub pairs: u64,
    /// Pairs in which something hidden actually differs.
    pub differ: u64,
    /// Lines that were refused.
    pub bad: u64,
    /// Listed orders that were tried.
    pub tried: u64,
    /// Titles whose previews announced a reveal.
    pub foretelling: BTreeSet<&'static str>,
}

impl Tally {
    /// Adds another tally.
    pub fn and(mut self, other: Tally) -> Tally {
        self.games += other.games;
        self.orders += other.orders;
        self.pairs += other.pairs;
        self.differ += other.differ;
        self.bad += other.bad;
        self.tried += other.tried;
        self.foretelling.extend(other.foretelling);
        self
    }
}
