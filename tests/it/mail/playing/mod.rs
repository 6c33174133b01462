//! Playing by email: whole games, votes, messages, absences and digests.

mod alone;
mod away;
mod busy_week;
mod chat;
mod chat_digest;
mod digest;
mod extend;
mod link_scanners;
mod preferences;
pub mod replies;
mod standing_instructions;
mod text_only;
mod transcripts;
mod understood;
mod votes;
