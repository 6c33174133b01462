//! Games as files: written out, checked without any database, and taken in by another server. And
//! letters that were kept, which bear witness of a game.
//! `docs/export.md` says what stands in such a file.

pub mod export;
pub mod file;
pub mod import;
pub mod kept_letter;
pub mod verify;
