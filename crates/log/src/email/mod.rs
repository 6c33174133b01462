//! Saved emails as evidence: what each states about a log, who signed it, and where two of them
//! contradict each other.

pub mod comparison;
pub mod saved;
pub mod text;
