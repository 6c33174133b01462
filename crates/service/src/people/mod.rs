//! Players: addresses, names, sessions, email preferences and the admins.

pub mod address;
pub mod admins;
pub mod admission;
mod arrival;
pub mod change_address;
pub mod failing;
pub(crate) mod in_use;
pub mod mail_choices;
pub(crate) mod message_ids;
pub(crate) mod names_in_use;
pub mod own_data;
pub mod pace;
pub mod players;
pub(crate) mod saved_forms;
pub mod secret;
pub mod sign_in;
pub mod sign_up;
pub mod stored_choices;
pub mod tokens;
pub(crate) mod visits;
