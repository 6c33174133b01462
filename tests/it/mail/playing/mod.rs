//! Playing by email: whole games, votes, messages, absences and digests.

mod alone;
mod away;
mod by_text;
mod chat_digest;
mod digest;
mod extend;
mod left;
pub mod replies;
mod scanner;
mod talk;
mod transcripts;
mod understood;
mod votes;
mod week;
mod wishes;
