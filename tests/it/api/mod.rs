//! The API: access tokens, and requests of programs.

mod tokens;
