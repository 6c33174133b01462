//! Pages of a signed-in player and of signing in.

pub mod address;
pub mod blocks;
pub mod colours;
pub mod held;
pub mod my_games;
pub mod next_game;
pub mod own_data;
pub mod profile;
pub mod resubmit;
pub mod settings;
pub mod sign_in;
pub mod table_emails;
pub mod tokens;
pub mod unsubscribe;
