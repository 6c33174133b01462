//! Pages that prove what happened in a game.

mod audits;
mod luck;
mod proofs;
mod seals;
