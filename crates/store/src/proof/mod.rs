//! Proofs that can be checked without this server: its keys, and the witnesses that sign that the
//! tree of daily seals only grows. The formats are those of C2SP (c2sp.org/signed-note,
//! tlog-checkpoint, tlog-cosignature, tlog-witness) and RFC 6962, so other programs can read them.
//! `docs/verify/seals.md` describes how they are used here.

pub mod server_keys;
pub mod witnesses;
