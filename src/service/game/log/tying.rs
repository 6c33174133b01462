//! What of a log is tied up, and when: its old events, and all of it while the game rests.

use std::sync::{Arc, OnceLock};

use super::bundle::Bundle;
use super::{Block, Log};

/// Full blocks that are never tied up: the usual page tells of the last forty steps.
const AT_HAND: usize = 1;

/// More full blocks than these are tied up at once; with fewer, whoever looks at a game only once
/// need not wait for it.
const LONG: usize = 16;

/// Bundles that were untied for whoever holds this copy of the log; another copy begins with none.
#[derive(Debug, Default)]
pub(super) struct Untied(pub(super) Vec<OnceLock<Block>>);

impl Untied {
    pub(super) fn none(bundles: usize) -> Untied {
        Untied((0..bundles).map(|_| OnceLock::new()).collect())
    }
}

impl Clone for Untied {
    fn clone(&self) -> Untied {
        Untied::none(self.0.len())
    }
}

impl Log {
    /// Whether more of it lies at hand than need be.
    pub fn is_loose(&self) -> bool {
        self.blocks.len() > AT_HAND
    }

    /// Whether so much of it lies at hand that it is tied up before anybody asks again.
    pub fn is_long(&self) -> bool {
        self.blocks.len() > LONG
    }

    /// Whether it has bundles, which readers untie for themselves.
    pub fn is_tied(&self) -> bool {
        !self.bundles.is_empty() || self.rests()
    }

    /// Whether less of it lies at hand than should be.
    pub fn rests(&self) -> bool {
        self.last.bundle().is_some() || (self.blocks.is_empty() && !self.bundles.is_empty())
    }

    /// How many bundles were untied for whoever holds this copy.
    pub fn untied(&self) -> usize {
        let full = self.untied.0.iter().filter(|bundle| bundle.get().is_some()).count();
        full + usize::from(self.last.is_untied())
    }

    /// Ties up what need not lie at hand.
    pub fn tie_up(&mut self) {
        self.tie_all_but(AT_HAND);
    }

    /// Ties up all of it: nobody asks for the game just now.
    pub fn rest(&mut self) {
        self.tie_all_but(0);
        let tied = self.last.tied();
        self.weight = self.weight - self.last.weight() + tied.weight();
        self.last = tied;
    }

    /// Has at hand again what should be.
    pub fn wake(&mut self) {
        if !self.rests() {
            return;
        }
        let tied = self.last.weight();
        self.last.loose();
        self.weight = self.weight - tied + self.last.weight();
        for _ in self.blocks.len()..AT_HAND {
            let Some(bundle) = Arc::make_mut(&mut self.bundles).pop() else { break };
            let block = bundle.untie();
            let loose: usize = block.iter().map(|kept| kept.weight()).sum();
            self.weight = self.weight - bundle.weight() + loose;
            Arc::make_mut(&mut self.blocks).insert(0, Arc::new(block));
        }
        self.untied = Untied::none(self.bundles.len());
    }

    fn tie_all_but(&mut self, at_hand: usize) {
        let old = self.blocks.len().saturating_sub(at_hand);
        let bundles = Arc::make_mut(&mut self.bundles);
        let blocks = Arc::make_mut(&mut self.blocks);
        for block in blocks.drain(..old) {
            let bundle = Bundle::of(&block).expect("a full block with numbers that can be");
            let loose: usize = block.iter().map(|kept| kept.weight()).sum();
            self.weight = self.weight - loose + bundle.weight();
            bundles.push(Arc::new(bundle));
        }
        self.untied = Untied::none(self.bundles.len());
    }
}
