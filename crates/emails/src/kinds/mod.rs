//! The emails, one file for each kind.

pub mod address_change_new;
pub mod address_change_old;
pub mod admin_mail;
pub mod api_token;
pub mod daily_seals;
pub mod deadline_passed;
pub mod digest;
pub mod email_undelivered;
pub mod fork_invitation;
pub mod game_cancelled;
pub mod game_over;
pub mod invitation;
pub mod organiser_action;
pub mod player_joined;
pub mod probe;
pub mod reply_on_hold;
pub mod sign_in;
pub mod vote_failed;
