//! Pages of one game: the board, orders, history and messages.

pub mod analysis;
pub mod catch_up;
pub mod chat;
pub mod clock;
pub mod current;
pub mod fork;
pub mod give_order;
pub mod notes;
pub mod overview;
pub mod picture;
pub mod practice_emails;
pub mod recap;
pub mod report;
pub mod rewind;
pub mod steps;
pub mod story;
