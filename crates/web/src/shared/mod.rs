//! What several pages use: access checks, forms, addresses, words and the visitor.

pub mod access;
pub(crate) mod clock_form;
pub mod confirmations;
pub mod forms;
pub(crate) mod game_request;
pub mod layout;
pub(crate) mod pagination;
pub mod paths;
pub(crate) mod preference_form;
pub(crate) mod private_games;
pub mod query;
pub mod route;
pub(crate) mod saved_form;
pub mod viewpoint;
pub mod visitor;
pub(crate) mod word_schemas;
pub(crate) mod words;
pub mod zones;
