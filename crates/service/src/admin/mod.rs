//! What admins see and do besides organising games.

pub mod overview;
pub mod people;
pub mod reports;
