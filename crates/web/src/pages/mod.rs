//! The pages, one file each, with the template data and the handler.

pub mod account;
pub mod admin;
pub mod game;
pub mod learn;
pub mod table;
pub mod verify;
