//! Emails about the table around a game: invitations, seats, the organiser, messages, start and
//! end.

mod asked_along;
mod cancelled;
mod game_over;
pub(crate) mod invitation;
mod joined;
mod organised;
mod replaced;
mod said;
mod started;
