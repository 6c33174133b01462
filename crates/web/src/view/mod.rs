//! A game as shown on pages: the board, its position in words, the timeline and the news.

pub mod board;
pub mod ending;
pub mod game_cards;
pub mod game_view;
pub mod news;
pub mod outbox_access;
pub mod page_cache;
pub mod placeholders;
pub(crate) mod position_view;
pub mod talk_view;
pub mod time_bar;
pub mod turn_story;
pub mod vote_view;
