//! Deadlines: the clock contract of a table, what is due at a given time, days off, and the
//! compensation of outages.

pub(in crate::game) mod activity;
pub(crate) mod clock_rows;
pub mod contract;
pub(in crate::game) mod contract_acts;
#[cfg(test)]
mod contract_histories;
pub mod days_off;
pub mod deadline_words;
pub(in crate::game) mod due_work;
pub(in crate::game) mod first_miss;
pub(in crate::game) mod instructions;
#[cfg(test)]
mod joint_stall_tests;
pub mod outage;
pub(crate) mod pending_compensation;
pub mod presets;
pub(in crate::game) mod relay_watch;
pub(in crate::game) mod source_watch;
#[cfg(test)]
mod stall_tests;
#[cfg(test)]
mod stall_tricks;
pub mod tick;
