//! The state of a game and the only way to change it: fold, work on a copy, store, publish. Also
//! what other modules need from a game: its players, its organiser and the emails it has to send.

pub mod agreed;
#[cfg(test)]
mod alike_by_bots;
#[cfg(test)]
mod alike_in_time;
pub(crate) mod allowance;
mod asked_along;
pub mod at_table;
pub mod audit;
pub(crate) mod batch;
pub(crate) mod begins;
mod by_words;
pub(crate) mod clock_rows;
pub mod clock_words;
pub(crate) mod commit;
pub(crate) mod conduct;
#[cfg(test)]
mod conduct_cases;
pub mod contract;
mod contract_acts;
#[cfg(test)]
mod contract_histories;
pub(crate) mod damage;
pub mod days_off;
mod decided_again;
pub(crate) mod depth;
mod due_work;
pub(crate) mod failover;
mod first_miss;
pub mod folded;
pub(crate) mod going_back;
pub mod hindsight;
#[cfg(test)]
mod histories;
mod idle;
pub mod invited;
pub(crate) mod kept;
mod left;
pub mod log;
pub(crate) mod looks_after;
pub mod luck;
pub mod luck_told;
pub(crate) mod marks;
pub(crate) mod missed;
mod nobody_up;
pub(crate) mod obligations;
pub(crate) mod once;
pub mod openly;
pub mod openness;
pub mod organised;
pub mod outage;
mod parentage;
pub mod presets;
pub mod reason;
pub mod rebuild;
pub mod receipt;
mod relay_watch;
pub mod renewal;
pub mod replacement;
pub(crate) mod request;
pub mod ruled;
mod sealed;
pub mod seat_names;
mod shared;
pub(crate) mod side_writes;
mod source_watch;
#[cfg(test)]
mod stalls;
#[cfg(test)]
mod stalls_tried;
mod stirs;
pub mod story;
mod taking_back;
pub(crate) mod thread;
pub mod tick;
pub(crate) mod told;
pub mod turns;
pub mod verdict;
pub mod voting;
pub mod what_waits;
mod wished;
pub mod wishes;
