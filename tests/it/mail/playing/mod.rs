//! Playing by email: whole games, votes, messages, absences and digests.

mod alone;
mod away;
mod by_text;
mod digest;
mod extend;
mod left;
pub mod replies;
mod talk;
mod transcripts;
mod votes;
mod wishes;
