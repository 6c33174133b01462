//! Decides which parts of a log are packed: its old events, and all of it while the game is unused.

use std::sync::{Arc, OnceLock};

use super::bundle::Bundle;
use super::{Block, Log};

/// Full blocks that are never packed. Most pages show the last forty steps.
const AT_HAND: usize = 1;

/// A log with more full blocks than this is packed immediately. A shorter one is not, so that a
/// single view of a game does not have to wait for it.
const LONG: usize = 16;

/// Bundles that were unpacked for this copy of the log. A clone starts with none.
#[derive(Debug, Default)]
pub(super) struct Unpacked(pub(super) Vec<OnceLock<Block>>);

impl Unpacked {
    pub(super) fn none(bundles: usize) -> Unpacked {
        Unpacked((0..bundles).map(|_| OnceLock::new()).collect())
    }
}

impl Clone for Unpacked {
    fn clone(&self) -> Unpacked {
        Unpacked::none(self.0.len())
    }
}

impl Log {
    /// Whether more of it is unpacked than necessary, so that it should be packed again.
    pub fn is_loose(&self) -> bool {
        self.blocks.len() > AT_HAND
    }

    /// Whether so much of it is unpacked that it should be packed before the next read.
    pub fn is_long(&self) -> bool {
        self.blocks.len() > LONG
    }

    /// Whether it has bundles, which readers unpack for themselves.
    pub fn is_packed(&self) -> bool {
        !self.bundles.is_empty() || self.rests()
    }

    /// Whether less of it is unpacked than it should be.
    pub fn rests(&self) -> bool {
        self.last.bundle().is_some() || (self.blocks.is_empty() && !self.bundles.is_empty())
    }

    /// How many bundles were unpacked for this copy.
    pub fn unpacked(&self) -> usize {
        let full = self.unpacked.0.iter().filter(|bundle| bundle.get().is_some()).count();
        full + usize::from(self.last.is_unpacked())
    }

    /// Packs everything except the latest events.
    pub fn tie_up(&mut self) {
        tie_all_but(self, AT_HAND);
    }

    /// Packs the whole log, for a game that is unused.
    pub fn rest(&mut self) {
        tie_all_but(self, 0);
        let packed = self.last.packed();
        self.weight = self.weight - self.last.weight() + packed.weight();
        self.last = packed;
    }

    /// Unpacks the latest events again.
    pub fn wake(&mut self) {
        if !self.rests() {
            return;
        }
        let packed = self.last.weight();
        self.last.loose();
        self.weight = self.weight - packed + self.last.weight();
        for _ in self.blocks.len()..AT_HAND {
            let Some(bundle) = Arc::make_mut(&mut self.bundles).pop() else { break };
            let block = bundle.untie();
            let loose: usize = block.iter().map(|shared| shared.weight()).sum();
            self.weight = self.weight - bundle.weight() + loose;
            Arc::make_mut(&mut self.blocks).insert(0, Arc::new(block));
        }
        self.unpacked = Unpacked::none(self.bundles.len());
    }
}

/// Packs all full blocks except the last `at_hand`.
fn tie_all_but(log: &mut Log, at_hand: usize) {
    let old = log.blocks.len().saturating_sub(at_hand);
    let bundles = Arc::make_mut(&mut log.bundles);
    let blocks = Arc::make_mut(&mut log.blocks);
    for block in blocks.drain(..old) {
        let bundle = Bundle::of(&block).expect("a full block with numbers that can be");
        let loose: usize = block.iter().map(|shared| shared.weight()).sum();
        log.weight = log.weight - loose + bundle.weight();
        bundles.push(Arc::new(bundle));
    }
    log.unpacked = Unpacked::none(log.bundles.len());
}
