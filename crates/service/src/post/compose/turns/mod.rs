//! Emails about turns: prompts, reminders, deadlines, undone orders and votes.

mod deadline_passed;
pub(super) mod going_back;
mod reminder;
mod taken_back;
pub(super) mod your_turn;
