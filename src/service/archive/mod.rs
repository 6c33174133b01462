//! Games as files: written out, checked without any database, and taken in by another server. And
//! what bears witness of them: the daily seals, and letters that were kept.
//! `docs/export.md` says what stands in such a file.

pub mod export;
pub mod import;
pub mod kept_answers;
pub mod load;
pub mod moving;
pub mod seal_text;
pub mod sealing;
#[cfg(test)]
mod two_programs;
pub mod verify;
