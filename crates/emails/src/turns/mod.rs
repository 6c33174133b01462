//! Emails about turns and votes of a running game.

pub mod chat_message;
pub mod game_rewound;
pub mod game_started;
pub mod order_undone;
pub mod player_replaced;
pub mod reminder;
pub mod reply_notice;
pub mod reply_result;
pub mod reply_verdict;
pub mod vote_opened;
pub mod your_turn;
