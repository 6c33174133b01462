//! Pages of the table around a game: opening, seats, the organiser, votes and absences.

pub mod archive;
pub mod away;
pub mod change_vote;
pub mod end_vote;
pub mod leaving;
pub mod lobby;
pub mod open_table;
pub mod organise;
pub mod practice;
pub mod seats;
pub mod vacation;
