//! Emails about the table around a game: invitations, seats, the organiser, messages, start and
//! end.

mod chat_message;
mod fork_invitation;
mod game_cancelled;
mod game_over;
mod game_started;
pub(crate) mod invitation;
mod organiser_action;
mod player_joined;
mod player_replaced;
