//! Personal data: players, how they sign in, and their seats.

pub mod accounts;
pub mod address_changes;
pub mod admin_log;
pub mod admins;
pub mod confirmed_senders;
pub mod erasure;
pub mod guests;
pub mod invitations;
pub mod organisers;
pub mod own_texts;
pub mod personal_data;
pub mod players;
pub mod preferences;
mod redaction;
pub mod seat_holders;
pub mod server_invitations;
pub mod sessions;
pub mod sign_ins;
pub mod tokens;
