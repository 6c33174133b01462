//! What players do and see during a game: orders, views, undo and lists.

pub mod analysis;
pub mod by_form;
pub mod catch_up;
pub mod dry_run;
pub mod game_story;
pub mod give_order;
pub mod line_parts;
pub mod look;
pub mod my_games;
pub mod presence;
pub mod preview_order;
pub mod profile;
pub mod read_game;
pub mod read_lists;
pub mod recap;
pub mod replay;
pub mod title_view;
pub mod undo_order;
