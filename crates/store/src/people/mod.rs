//! Personal data: players, how they come in, where they sit.

pub mod address_changes;
pub mod erasure;
pub mod holders;
pub mod invitations;
pub mod organisers;
pub mod players;
mod redaction;
pub mod sessions;
pub mod sign_ins;
pub mod traces;
