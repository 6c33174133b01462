//! Games as files: written out, checked without any database, and taken in by another server. And
//! what bears witness of them: the daily seals, and letters that were kept.
//! `docs/export.md` says what stands in such a file.

pub mod compared;
pub mod export;
pub mod file;
pub mod import;
mod judged;
pub mod kept_answers;
pub mod kept_letter;
pub mod moving;
pub mod sealing;
mod sight;
pub mod verify;
#[cfg(test)]
mod versions;
mod vouched;
