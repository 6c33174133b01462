//! Signatures, keys and witnesses of this server. The formats are in `ravenpost_log::proof`;
//! `docs/verify/seals.md` describes where they are published, and `docs/verify/proof.md` what they
//! prove.

pub mod keys;
pub mod witnessed;
pub mod witnesses;
