//! The events after the last full block, unpacked or, in an unused game, packed.

use std::sync::{Arc, OnceLock};

use super::bundle::Bundle;
use super::{Block, Shared};

/// The block being filled.
#[derive(Debug)]
pub(super) enum Tail {
    Loose(Arc<Block>),
    /// Packed, with the block that was unpacked for this copy.
    Tied(Arc<Bundle>, OnceLock<Block>),
}

impl Default for Tail {
    fn default() -> Tail {
        Tail::Loose(Arc::default())
    }
}

impl Clone for Tail {
    /// The clone starts without an unpacked block.
    fn clone(&self) -> Tail {
        match self {
            Tail::Loose(block) => Tail::Loose(Arc::clone(block)),
            Tail::Tied(bundle, _) => Tail::Tied(Arc::clone(bundle), OnceLock::new()),
        }
    }
}

impl Tail {
    pub fn len(&self) -> usize {
        match self {
            Tail::Loose(block) => block.len(),
            Tail::Tied(bundle, _) => bundle.len(),
        }
    }

    pub fn block(&self) -> &Block {
        match self {
            Tail::Loose(block) => block,
            Tail::Tied(bundle, untied) => untied.get_or_init(|| bundle.untie()),
        }
    }

    /// The bundle, if it is packed.
    pub fn bundle(&self) -> Option<&Arc<Bundle>> {
        match self {
            Tail::Loose(_) => None,
            Tail::Tied(bundle, _) => Some(bundle),
        }
    }

    pub fn is_untied(&self) -> bool {
        matches!(self, Tail::Tied(_, untied) if untied.get().is_some())
    }

    /// Its events, unpacked for appending.
    pub fn loose(&mut self) -> &mut Block {
        if let Tail::Tied(bundle, untied) = self {
            let block = untied.take().unwrap_or_else(|| bundle.untie());
            *self = Tail::Loose(Arc::new(block));
        }
        match self {
            Tail::Loose(block) => Arc::make_mut(block),
            Tail::Tied(..) => unreachable!("it was untied just now"),
        }
    }

    /// Approximate size in bytes, not counting what was unpacked on reading.
    pub fn weight(&self) -> usize {
        match self {
            Tail::Loose(block) => block.iter().map(|kept: &Arc<Shared>| kept.weight()).sum(),
            Tail::Tied(bundle, _) => bundle.weight(),
        }
    }

    /// A packed copy; unchanged if there is nothing to pack.
    pub fn tied(&self) -> Tail {
        match self {
            Tail::Loose(block) => match Bundle::of(block) {
                Some(bundle) => Tail::Tied(Arc::new(bundle), OnceLock::new()),
                None => self.clone(),
            },
            Tail::Tied(..) => self.clone(),
        }
    }
}
