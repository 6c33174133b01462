//! What this server signs, with which key, and who bears witness: the forms are in `store/proof`,
//! `docs/seals.md` says what is where, and `docs/proof.md` what it proves and to whom.

pub mod keys;
pub mod witnessed;
pub mod witnesses;
