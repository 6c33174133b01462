//! Managing tables: opening, joining, bots, invitations, leaving.

pub mod bot_seats;
pub mod change_preference;
pub mod exhibition;
pub mod fork;
pub mod invite;
pub mod invite_to_fork;
pub mod join_table;
pub mod leave_seat;
pub mod moderate;
pub mod nudge;
pub mod open_table;
pub mod practice;
pub mod reliability;
pub mod replace;
pub mod request_time;
pub mod return_to_seat;
pub mod substitute;
pub mod vacation;
