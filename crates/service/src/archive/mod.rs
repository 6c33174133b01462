//! Games as files: export, verification without a database, and import by another server. Also
//! their evidence: daily seals, and emails that players kept. The file format is described in
//! `docs/verify/exports.md`.

pub mod export;
pub mod import;
#[cfg(test)]
mod independent_verifier;
pub mod known_events;
pub mod load;
pub mod moving;
pub mod saved_email_answers;
pub mod seal_text;
pub mod sealing;
pub mod verify;
