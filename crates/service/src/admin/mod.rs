//! What admins see and do besides organising games.

mod listed;
pub mod overview;
pub mod people;
pub mod reports;
