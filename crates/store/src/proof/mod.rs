//! What others can check without this server: its key, notes signed by it, the tree of the daily
//! seals, and the witnesses who sign that it only grows. The forms are those of C2SP
//! (c2sp.org/signed-note, tlog-checkpoint, tlog-cosignature, tlog-witness) and RFC 6962, so that
//! strangers' programs read them; `docs/seals.md` says how they are used here.

pub mod server_keys;
pub mod witnesses;
