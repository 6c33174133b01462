//! Access tokens for the API: their text, their scopes, and how they are created, checked and
//! revoked.
//!
//! A token is shown once. Only its hash is stored, so no one can sign in with a copy of the
//! database.

pub mod change;
pub mod check;
pub mod scope;
pub mod text;
pub mod uses;
