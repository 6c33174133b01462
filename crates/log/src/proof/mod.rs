//! What others can check without a server: keys, notes signed by them, checkpoints of the daily
//! seals and the tree over these, and the texts that a server signs beside them. The forms are
//! those of C2SP (c2sp.org/signed-note, tlog-checkpoint, tlog-cosignature, tlog-witness) and RFC
//! 6962, so that strangers' programs read them; `docs/seals.md` says how they are used.

pub mod checkpoint;
pub mod note;
pub mod signer;
pub mod statement;
pub mod tree;
