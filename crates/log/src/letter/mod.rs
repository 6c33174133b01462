//! Letters that people kept, as witnesses: what each says of a log, whose word that is, and where
//! two of them tell two histories.

pub mod compared;
pub mod kept;
pub mod words;
