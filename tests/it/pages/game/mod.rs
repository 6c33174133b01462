//! Pages of one game: the board, orders, history and messages.

mod by_itself;
mod catch_up;
mod clock;
mod days;
pub(crate) mod imagined;
mod long_games;
mod margins;
mod news;
mod numbers;
mod past;
mod playing;
mod presence;
mod replays;
mod sagas;
mod sheets;
mod talk;
mod thinking;
pub(crate) mod unseen;
mod warm;
