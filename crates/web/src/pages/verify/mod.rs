//! Pages that prove what happened: audits, draws, seals and exports.

pub mod audit;
pub mod audit_json;
pub mod draws;
pub mod export;
pub mod seals;
