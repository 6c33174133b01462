//! Deadlines: the clock contract of a table, what is due at a given time, days off, and the
//! compensation of outages.

pub(in crate::game) mod activity;
pub(crate) mod clock_rows;
pub mod clock_words;
pub mod contract;
pub(in crate::game) mod contract_acts;
#[cfg(test)]
mod contract_histories;
pub mod days_off;
pub(in crate::game) mod due_work;
pub(in crate::game) mod first_miss;
pub(in crate::game) mod left;
pub(crate) mod missed;
pub mod outage;
pub mod presets;
pub(in crate::game) mod relay_watch;
pub(in crate::game) mod source_watch;
#[cfg(test)]
mod stalls;
#[cfg(test)]
mod stalls_of_others;
#[cfg(test)]
mod stalls_tried;
pub mod tick;
