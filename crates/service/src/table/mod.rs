//! Managing tables: opening, joining, bots, invitations, leaving.

pub mod ask_along;
pub mod ask_for_time;
pub mod bot_seats;
pub mod change_wish;
pub mod exhibition;
pub mod fork;
pub mod invite;
pub mod join_table;
pub mod leave_seat;
pub mod moderate;
pub mod nudge;
pub mod open_table;
pub mod practice;
pub mod reliability;
pub mod replace;
pub mod return_to_seat;
pub mod stand_in;
pub mod vacation;
