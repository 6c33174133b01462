//! Emails about turns: prompts, reminders, deadlines, undone orders and votes.

mod deadline_passed;
mod order_undone;
mod reminder;
pub(super) mod votes;
pub(super) mod your_turn;
