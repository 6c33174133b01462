//! Cryptographic proofs that can be checked without a server: keys, signed notes, checkpoints of
//! the daily seals, the tree over these, and other signed statements. The formats are those of C2SP
//! (c2sp.org/signed-note, tlog-checkpoint, tlog-cosignature, tlog-witness) and RFC 6962, so other
//! programs can read them. `docs/verify/seals.md` describes how they are used.

pub mod checkpoint;
pub mod note;
pub mod signer;
pub mod statement;
pub mod tree;
