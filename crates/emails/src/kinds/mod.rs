//! The emails, one file for each kind.

pub mod admin_mail;
pub mod api_token;
pub mod asked_along;
pub mod cancelled;
pub mod deadline_passed;
pub mod digest;
pub mod dropped;
pub mod game_over;
pub mod held;
pub mod invitation;
pub mod joined;
pub mod new_address;
pub mod old_address;
pub mod organised;
pub mod probe;
pub mod seals;
pub mod sign_in;
pub mod undelivered;
