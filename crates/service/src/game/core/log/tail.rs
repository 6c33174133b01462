//! The events after the last full block, unpacked or, in an unused game, packed.

use std::sync::{Arc, OnceLock};

use super::bundle::Bundle;
use super::{Block, Shared};

/// The block being filled.
#[derive(Debug)]
pub(super) enum Tail {
    Loose(Arc<Block>),
    /// Packed, with the block that was unpacked for this copy.
    Packed(Arc<Bundle>, OnceLock<Block>),
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
            Tail::Packed(bundle, _) => Tail::Packed(Arc::clone(bundle), OnceLock::new()),
        }
    }
}

impl Tail {
    pub fn len(&self) -> usize {
        match self {
            Tail::Loose(block) => block.len(),
            Tail::Packed(bundle, _) => bundle.len(),
        }
    }

    pub fn block(&self) -> &Block {
        match self {
            Tail::Loose(block) => block,
            Tail::Packed(bundle, unpacked) => unpacked.get_or_init(|| bundle.untie()),
        }
    }

    /// The bundle, if it is packed.
    pub fn bundle(&self) -> Option<&Arc<Bundle>> {
        match self {
            Tail::Loose(_) => None,
            Tail::Packed(bundle, _) => Some(bundle),
        }
    }

    pub fn is_unpacked(&self) -> bool {
        matches!(self, Tail::Packed(_, unpacked) if unpacked.get().is_some())
    }

    /// Its events, unpacked for appending.
    pub fn loose(&mut self) -> &mut Block {
        if let Tail::Packed(bundle, unpacked) = self {
            let block = unpacked.take().unwrap_or_else(|| bundle.untie());
            *self = Tail::Loose(Arc::new(block));
        }
        match self {
            Tail::Loose(block) => Arc::make_mut(block),
            Tail::Packed(..) => unreachable!("it was untied just now"),
        }
    }

    /// Approximate size in bytes, not counting what was unpacked on reading.
    pub fn weight(&self) -> usize {
        match self {
            Tail::Loose(block) => block.iter().map(|shared: &Arc<Shared>| shared.weight()).sum(),
            Tail::Packed(bundle, _) => bundle.weight(),
        }
    }

    /// A packed copy; unchanged if there is nothing to pack.
    pub fn packed(&self) -> Tail {
        match self {
            Tail::Loose(block) => match Bundle::of(block) {
                Some(bundle) => Tail::Packed(Arc::new(bundle), OnceLock::new()),
                None => self.clone(),
            },
            Tail::Packed(..) => self.clone(),
        }
    }
}
