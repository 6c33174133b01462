//! Saved emails as evidence: what each states about a log, who signed it, and where two of them
//! contradict each other.

pub mod compared;
pub mod kept;
pub mod words;
