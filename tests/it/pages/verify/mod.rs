//! Pages that prove what happened in a game.

mod audits;
mod fairness;
mod proofs;
mod seal_downloads;
mod seals;
