//! Players: addresses, names, sessions, email preferences and the admins.

pub mod address;
pub mod admins;
pub mod admission;
pub mod bounces;
pub mod change_address;
pub mod mail_choices;
pub mod mail_pace;
pub(crate) mod message_ids;
pub mod own_data;
pub mod players;
pub(crate) mod reserved_names;
pub(crate) mod saved_forms;
pub mod secret;
pub(crate) mod session_cache;
pub mod sign_in;
mod sign_in_link;
pub mod sign_up;
pub mod stored_choices;
pub mod tokens;
pub(crate) mod visits;
