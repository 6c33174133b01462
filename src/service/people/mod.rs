//! People: addresses, names, sessions, what letters they want, and the operator.

pub mod address;
pub mod change_address;
pub mod erase;
pub mod failing;
pub mod in_use;
pub mod mail_choices;
pub mod names;
pub mod operator;
pub mod pace;
pub mod players;
pub mod secret;
pub mod sign_in;
pub mod stored_choices;
pub mod tidy_up;
