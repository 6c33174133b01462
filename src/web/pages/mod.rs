//! The pages, one file each: the data of the page bound to its template, and its handler.

pub mod address;
pub mod asked;
pub mod audit;
pub mod credits;
pub mod export;
pub mod front;
pub mod game;
pub mod health;
pub mod held;
pub mod inbox;
pub mod letters;
pub mod notes;
pub mod open;
pub mod orders;
pub mod outbox;
pub mod post;
pub mod settings;
pub mod sign_in;
pub mod stop;
pub mod table;
pub mod tables;
pub mod talk;
pub mod titles;
