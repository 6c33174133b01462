//! What several pages use: forms, addresses, words and the visitor.

pub(crate) mod clock_form;
pub mod forms;
pub(crate) mod game_request;
pub mod layout;
pub(crate) mod pagination;
pub mod paths;
pub mod query;
pub mod said;
pub mod viewpoint;
pub mod visitor;
pub(crate) mod wish_form;
pub(crate) mod words;
pub mod zones;
