//! Pages of one game: the board, orders, history and messages.

mod analysis;
mod cached_pages;
mod catch_up;
mod chat;
mod choices;
mod clock;
pub(crate) mod hidden_state;
mod instructions;
mod long_games;
mod news;
mod past_steps;
mod playing;
mod presence;
pub(crate) mod private_instructions;
mod recaps;
mod replays;
mod sheets;
mod step_comments;
mod stories;
